/**
 * What a search compares of a text, in one definition for what is kept and for what is asked: letters that are one to a reader
 * are one, in whatever way they were typed. Accents tell words apart.
 */

/** Lower-case letters that are written in two ways, and the one way that stands for both. */
const ONE_WAY = [
  ['ß', 'ss'],
  // Sigma at the end of a word.
  ['ς', 'σ'],
] as const;

/** SQL for what a search compares of a text, which is SQL too. */
export const searchable = (text: string) => `searchable(${text})`;

/**
 * `searchable(text)`: composed (NFC), in lower case, each letter in one way. Text in ASCII is so but for its case, and composing
 * costs seven times as much. A plain SQL function, which the planner writes out in the statement.
 */
export function createSearchable(): string[] {
  const oneWay = ONE_WAY.reduce(
    (sql, [from, to]) => `replace(${sql}, '${from}', '${to}')`,
    'lower(normalize($1, nfc))',
  );
  return [
    `create or replace function searchable(text) returns text language sql immutable parallel safe as $$
  select case
    when octet_length($1) = length($1) then lower($1)
    else ${oneWay}
  end
$$`,
  ];
}

/** The same of a word that is asked for, to tell words apart. The database's word is what counts, since it has its own case. */
export function searchableWord(word: string): string {
  return ONE_WAY.reduce((text, [from, to]) => text.replaceAll(from, to), word.normalize().toLowerCase());
}
