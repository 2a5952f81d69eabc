import { type AuditFilter, readTimestamp } from '@lodestone/core';

import { textOf } from '../../query.ts';
import { WHAT } from './words.ts';

/** The filters as they were typed, so that the form shows them again. */
export interface Typed {
  who: string;
  what: string;
  /** IST days. */
  from: string;
  until: string;
}

/** Actors besides the users; they have no name of their own. */
export const KINDS = [
  { value: 'key', label: 'API keys' },
  { value: 'subscriber', label: 'Subscribers and visitors' },
  { value: 'operator', label: 'Server administrator' },
  { value: 'system', label: 'Lodestone (automatic)' },
] as const;

export interface Asked {
  typed: Typed;
  filter: AuditFilter;
  /** What is wrong with a field; such a field does not filter. */
  errors: Partial<Record<keyof Typed, string>>;
  /** The entry that the page follows. */
  after: string | undefined;
}

/** Reads the filters. One that cannot be used is left out, and its field says why. */
export function askedOf(query: URLSearchParams): Asked {
  const typed = {
    who: textOf(query, 'who'),
    what: textOf(query, 'what'),
    from: textOf(query, 'from'),
    until: textOf(query, 'until'),
  };
  const errors: Asked['errors'] = {};
  const dayOf = (field: 'from' | 'until') => {
    if (typed[field] === '') return undefined;
    const isDay = /^\d{4}-\d\d-\d\d$/.test(typed[field]);
    const at = isDay ? readTimestamp(typed[field], field === 'from' ? 'after' : 'before') : null;
    if (at === null) errors[field] = 'Enter a date such as 2026-11-20.';
    return at ?? undefined;
  };
  const filter = {
    who: typed.who || undefined,
    actions: WHAT.find(({ value }) => value === typed.what)?.actions,
    from: dayOf('from'),
    until: dayOf('until'),
  };
  return { typed, filter, errors, after: textOf(query, 'after') || undefined };
}
