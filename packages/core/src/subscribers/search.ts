import { type Sql, sql } from '../db/sql.ts';
import type { Search } from '../figures/audience.ts';
import { searchableWord } from '../figures/searchable.ts';
import { Refusal } from '../refusal.ts';

/** Characters of a search, and the different words that it may hold: each is one more look through every text. */
export const LONGEST_SEARCH = 500;
const MAX_SEARCH_WORDS = 10;

/**
 * The words of a search, which white space separates. Each must be part of the email or of a name. One that is part of
 * another asks for nothing more, so it is left out, and repeating a word costs nothing.
 * @throws Refusal `invalid_parameter` for too many different words
 */
export function searchWords(search: string | undefined): string[] {
  const given = new Map(
    search
      ?.normalize()
      .split(/\s+/)
      .map((word) => [searchableWord(word), word]),
  );
  given.delete('');
  if (search && given.size === 0)
    throw new Refusal('invalid_parameter', 'search must be more than white space.', 'search');
  const texts = [...given.keys()];
  const words = texts.flatMap((text) =>
    texts.some((other) => other !== text && other.includes(text)) ? [] : [given.get(text) ?? text],
  );
  if (words.length > MAX_SEARCH_WORDS) {
    throw new Refusal(
      'invalid_parameter',
      `search must hold at most ${MAX_SEARCH_WORDS} different words; got ${words.length}.`,
      'search',
    );
  }
  return words;
}

/**
 * SQL over a subscriber `s`: whether they have every word. For a walk that soon ends: the planner takes it that a third of
 * all pass, where it would take next to none for a pattern without statistics, and rather sort than walk.
 */
export function inSubscriber(words: readonly string[]): Sql {
  const text = sql`searchable(s.email || E'\\n' || coalesce(s.first_name, '') || E'\\n' || coalesce(s.last_name, ''))`;
  return all(words.map((word) => sql`strpos(${text}, searchable(${word})) > 0`));
}

/** The search for every word: see figures/audience.ts. */
export function searchFor(words: readonly string[]): Search {
  const [only = ''] = words;
  const inText = words.map((word) => sql`(${inHead(word)} or ${contains(sql`t.tail`, word)})`);
  return {
    beyondTail: words.length === 1 ? inHead(only) : all(inText),
    byTail: (tail) => all(words.map((word) => contains(tail, word))),
    // A single letter is of so many that they are not gathered in any case.
    triesAll: words.every((word) => !HAS_TRIGRAM.test(word)) && words.some((word) => word.length > 1),
  };
}

/** Whether the word is in the head, or begins there and ends in the tail: over the sign that parts them, which both have. */
function inHead(word: string): Sql {
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

function contains(text: Sql, word: string): Sql {
  return sql`${indexed(text, word)} like ${pattern('%', word, '%')}`;
}

/** Three letters in a row, or one after a sign: what a trigram can be made of, whatever stands before and after the word. */
const HAS_TRIGRAM = /[\p{L}\p{N}]{3}|[^\p{L}\p{N}][\p{L}\p{N}]/u;

/**
 * A word without a trigram is kept away from the index, which would have to be read as a whole, and tried on every text. The index is of
 * another collation, and LIKE means the same in all of them.
 */
function indexed(text: Sql, word: string): Sql {
  return HAS_TRIGRAM.test(word) ? text : sql`${text} collate "C"`;
}

/** A pattern in which the signs of LIKE mean themselves. */
function pattern(before: '' | '%', word: string, after: '' | '%'): Sql {
  return sql`searchable(${before + word.replaceAll(/[\\%_]/g, '\\$&') + after})`;
}

function all(conditions: Sql[]): Sql {
  return sql.join(conditions, sql` and `);
}
