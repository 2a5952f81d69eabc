import { type RawBuilder, sql } from 'kysely';

import type { Search } from '../figures/audience.ts';

/** The words of a search, parted by white space. Each must be part of the email or of a name. */
export function wordsOf(search: string | undefined): string[] {
  return search?.split(/\s+/).filter((word) => word !== '') ?? [];
}

/**
 * SQL over a subscriber `s`: whether they have every word. For a walk that soon ends: the planner takes it that a third of
 * all pass, where it would take next to none for a pattern without statistics, and rather sort than walk.
 */
export function inSubscriber(words: readonly string[]): RawBuilder<unknown> {
  const text = sql`lower(s.email || E'\\n' || coalesce(s.first_name, '') || E'\\n' || coalesce(s.last_name, ''))`;
  return all(words.map((word) => sql`strpos(${text}, lower(${word})) > 0`));
}

/** The search for every word: see figures/audience.ts. */
export function searchFor(words: readonly string[]): Search {
  const [only = ''] = words;
  const inText = words.map((word) => sql`(${inHead(word)} or ${contains(sql`t.tail`, word)})`);
  return {
    beyondTail: words.length === 1 ? inHead(only) : all(inText),
    byTail: (tail) => all(words.map((word) => contains(tail, word))),
  };
}

/** Whether the word is in the head, or begins there and ends in the tail: over the sign that parts them, which both have. */
function inHead(word: string): RawBuilder<unknown> {
  const at = word.search(/[+@]/);
  const within = contains(sql`t.head`, word);
  if (at <= 0 || at === word.length - 1) return within;
  const [before, after] = [word.slice(0, at + 1), word.slice(at)];
  return sql`(
    ${within}
    or ${contains(sql`t.head`, before)} and ${ADDRESS} like ${pattern('%', before, '')}
      and ${indexed(sql`t.tail`, after)} like ${pattern('', after, '%')}
  )`;
}

/** The head without the names that stand below it: the address up to the sign that its tail begins with. */
const ADDRESS = sql`split_part(t.head, E'\\n', 1)`;

function contains(text: RawBuilder<unknown>, word: string): RawBuilder<unknown> {
  return sql`${indexed(text, word)} like ${pattern('%', word, '%')}`;
}

/** Three letters in a row, or one after a sign: what a trigram can be made of, whatever stands before and after the word. */
const HAS_TRIGRAM = /[\p{L}\p{N}]{3}|[^\p{L}\p{N}][\p{L}\p{N}]/u;

/** A word without a trigram is kept away from the index, which would have to be read as a whole, and tried on every text. */
function indexed(text: RawBuilder<unknown>, word: string): RawBuilder<unknown> {
  return HAS_TRIGRAM.test(word) ? text : sql`(${text} || '')`;
}

/** A pattern in which the signs of LIKE mean themselves. */
function pattern(before: '' | '%', word: string, after: '' | '%'): RawBuilder<unknown> {
  return sql`lower(${before + word.replaceAll(/[\\%_]/g, '\\$&') + after})`;
}

function all(conditions: RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql.join(conditions, sql` and `);
}
