import { all, type Field } from './headers.ts';
import { storableLine } from './storable.ts';

/** Kept of a long thread: its beginning and its end, where our own mail stands. */
const MAX_IDS = 200;

/** RFC 5322 bounds a line at 998. */
const LONGEST = 998;

/** Message ids of a field, without angle brackets, each once; an id that lacks its brackets is taken as well. */
export function messageIdsOf(fields: readonly Field[], name: string): string[] {
  return messageIds(all(fields, name).slice(0, 5).join(' '));
}

/** As `messageIdsOf`, from text. */
export function messageIds(text: string): string[] {
  // Some fold a long one in its middle.
  const bracketed = [...text.matchAll(/<([^<>]{1,998})>/g)].map(([, id = '']) => id.replace(/\s+/g, ''));
  const found =
    bracketed.length > 0 ? bracketed : text.split(/[\s,;<>]+/).filter((word) => word.includes('@'));
  const ids = [...new Set(found.map((id) => storableLine(id, LONGEST)))].filter((id) => id !== '');
  return ids.length <= MAX_IDS ? ids : [...ids.slice(0, MAX_IDS / 2), ...ids.slice(-MAX_IDS / 2)];
}
