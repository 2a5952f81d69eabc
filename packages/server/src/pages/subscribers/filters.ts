import {
  type Audience,
  LONGEST_SEARCH,
  readTimestamp,
  Refusal,
  searchWords,
  type SubscriberOrder,
  type Temperature,
} from '@lodestone/core';

import { addressOf, choiceOf, textOf } from '../query.ts';

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

/** The parameters that narrow the list; `order` and `offset` do not. */
export const FILTER_NAMES = [
  'search',
  'temperature',
  'status',
  'min_score',
  'tag',
  'magnet_id',
  'created_after',
  'created_before',
] as const satisfies readonly (keyof Typed)[];

/** An address with the filters and the order of the list, from its first page; `more` is added to them. */
export function listAddress(path: string, query: URLSearchParams, more: Record<string, string> = {}): string {
  const kept = Object.fromEntries([...FILTER_NAMES, 'order'].map((name) => [name, textOf(query, name)]));
  return addressOf(path, { ...kept, ...more });
}

const LONGEST_TAG_FILTER = 200;

/** Reads the audience's filters. A value that cannot be used is left out of the filter, and its field says why. */
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
    search: searchOf(typed, errors),
    tag: shortOf(typed, 'tag', LONGEST_TAG_FILTER, errors),
    magnet_id: typed.magnet_id || undefined,
    created_after: dayOf(typed, 'created_after', errors),
    created_before: dayOf(typed, 'created_before', errors),
  };
  return { typed, audience, errors };
}

/**
 * The audience that the list's filters choose, for what is done with all of it.
 * @throws Refusal `invalid_parameter` for a filter that cannot be used: without it more people would be chosen than were meant
 */
export function audienceOf(query: URLSearchParams): Audience {
  const { audience, errors } = filtersOf(query);
  const [wrong] = Object.entries(errors);
  if (wrong) throw new Refusal('invalid_parameter', `${wrong[0]}: ${wrong[1]}`);
  return audience;
}

function minScoreOf({ min_score }: Typed, errors: Filters['errors']): number {
  if (min_score === '') return 0;
  const score = Number(min_score);
  if (/^\d{1,3}$/.test(min_score) && score <= 100) return score;
  errors.min_score = 'Enter a whole number from 0 to 100.';
  return 0;
}

function shortOf(
  typed: Typed,
  field: 'search' | 'tag',
  longest: number,
  errors: Filters['errors'],
): string | undefined {
  if ([...typed[field]].length <= longest) return typed[field] || undefined;
  errors[field] = `At most ${longest} characters.`;
  return undefined;
}

/** What is searched for, within the limits that the API has too. */
function searchOf(typed: Typed, errors: Filters['errors']): string | undefined {
  const search = shortOf(typed, 'search', LONGEST_SEARCH, errors);
  try {
    searchWords(search);
    return search;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    errors.search = error.message;
    return undefined;
  }
}

/** A day of the form begins and ends in India Standard Time, as every day of the service does. */
function dayOf(
  typed: Typed,
  field: 'created_after' | 'created_before',
  errors: Filters['errors'],
): Date | undefined {
  if (typed[field] === '') return undefined;
  const isDay = /^\d{4}-\d\d-\d\d$/.test(typed[field]);
  const at = isDay ? readTimestamp(typed[field], field === 'created_after' ? 'after' : 'before') : null;
  if (at === null) errors[field] = 'Enter a date such as 2026-11-20.';
  return at ?? undefined;
}
