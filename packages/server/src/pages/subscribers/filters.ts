import type { Audience, SubscriberOrder, Temperature } from '@lodestone/core';

import { readTimestamp } from '../../api/timestamp.ts';
import { choiceOf, textOf } from '../query.ts';

/** The filters as they were typed, so that the form shows them again. */
export interface Typed {
  search: string;
  temperature: Temperature | '';
  status: Audience['status'];
  min_score: string;
  tag: string;
  magnet_id: string;
  /** IST days. */
  created_after: string;
  created_before: string;
  order: SubscriberOrder;
}

export interface Filters {
  typed: Typed;
  audience: Audience;
  /** What is wrong with a field; such a field does not filter. */
  errors: Partial<Record<keyof Typed, string>>;
}

const LONGEST = 200;

/** Reads the audience's filters. A value that cannot be used is left out of the filter, and said beside its field. */
export function filtersOf(query: URLSearchParams): Filters {
  const typed: Typed = {
    search: textOf(query, 'search'),
    temperature: choiceOf(query, 'temperature', ['', 'hot', 'warm', 'cool', 'cold']),
    status: choiceOf(query, 'status', ['all', 'active', 'unsubscribed']),
    min_score: textOf(query, 'min_score'),
    tag: textOf(query, 'tag'),
    magnet_id: textOf(query, 'magnet_id'),
    created_after: textOf(query, 'created_after'),
    created_before: textOf(query, 'created_before'),
    order: choiceOf(query, 'order', ['score', 'recent', 'activity']),
  };
  const errors: Filters['errors'] = {};
  const audience: Audience = {
    status: typed.status,
    temperature: typed.temperature || undefined,
    min_score: minScoreOf(typed, errors),
    search: shortOf(typed, 'search', errors),
    tag: shortOf(typed, 'tag', errors),
    magnet_id: typed.magnet_id || undefined,
    created_after: dayOf(typed, 'created_after', '00:00:00.000', errors),
    created_before: dayOf(typed, 'created_before', '23:59:59.999', errors),
  };
  return { typed, audience, errors };
}

function minScoreOf({ min_score }: Typed, errors: Filters['errors']): number {
  if (min_score === '') return 0;
  const score = Number(min_score);
  if (/^\d{1,3}$/.test(min_score) && score <= 100) return score;
  errors.min_score = 'A whole number from 0 to 100.';
  return 0;
}

function shortOf(typed: Typed, field: 'search' | 'tag', errors: Filters['errors']): string | undefined {
  if (typed[field].length <= LONGEST) return typed[field] || undefined;
  errors[field] = `At most ${LONGEST} characters.`;
  return undefined;
}

/** A day of the form begins and ends in India Standard Time, as every day of the service does. */
function dayOf(
  typed: Typed,
  field: 'created_after' | 'created_before',
  time: string,
  errors: Filters['errors'],
): Date | undefined {
  if (typed[field] === '') return undefined;
  const at = readTimestamp(`${typed[field]}T${time}+05:30`);
  if (at === null) errors[field] = 'A day such as 2026-11-20.';
  return at ?? undefined;
}
