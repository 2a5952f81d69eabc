/**
 * What a search looks through, kept apart from the wide rows of the subscribers so that many can be looked through, and
 * the tail of the address apart from the rest, since very many may share one.
 */
import { TAIL, TAIL_AT } from './contributions.ts';
import { columnsIn, type Event } from './facts.ts';
import { searchable } from './searchable.ts';
import type { Upkeep } from './upkeep.ts';

/** Up to the sign that the tail begins with: both have it, so that it may begin or end a word in either. */
const HEAD_OF_ADDRESS = searchable(`substr(f.email, 1, ${TAIL_AT})`);

/** SQL over the subscriber `f` for the columns of their text. White space parts names, so no word spans two of them. */
const COLUMNS = {
  head: `${HEAD_OF_ADDRESS}
    || ${nameUnlessSaid('first_name')}
    || ${nameUnlessSaid('last_name')}`,
  tail: TAIL,
};

/** A name that stands in the address anyway would be looked through twice, and makes the table a fifth larger. */
function nameUnlessSaid(column: string): string {
  const name = searchable(`f.${column}`);
  return `case
      when strpos(
        ${HEAD_OF_ADDRESS},
        ${name}
      ) = 0
        then E'\\n' || ${name}
      else ''
    end`;
}

const NAMES = Object.keys(COLUMNS);

/** Makes the table of the texts. */
export function createSearchTexts(): string[] {
  return [
    `create table audience_search_texts (
  account_id uuid not null references accounts on delete cascade,
  number integer not null,
  head text not null,
  tail text not null,
  primary key (account_id, number)
)`,
    `create index audience_search_texts_by_trigram on audience_search_texts
  using gin (account_id, head gin_trgm_ops, tail gin_trgm_ops)`,
  ];
}

/** How the texts are kept when subscribers are written. Nobody else writes a subscriber's text, so it needs no lane. */
export function keepSearchTexts(): Upkeep[] {
  return [
    {
      figure: 'search_texts',
      definedIn: 'search-texts.ts',
      facts: 'subscribers',
      columns: [...columnsIn(...Object.values(COLUMNS)), 'number'],
      statements: (event) => [STATEMENTS[event]],
    },
  ];
}

/** Makes the texts from the subscribers in their empty table. */
export function fillSearchTexts(): string[] {
  return [insertFrom('subscribers as f')];
}

/** Texts that are not what the subscribers are called. */
export function staleSearchTexts(): { table: string; figures: readonly string[]; query: string } {
  const columns = NAMES.map((name) => `kept.${name} as ${name}_kept, summed.${name} as ${name}_summed`);
  const differs = NAMES.map((name) => `kept.${name} is distinct from summed.${name}`);
  return {
    table: 'audience_search_texts',
    figures: NAMES,
    query: `with summed as (
  ${textsOf('subscribers as f')}
)
select account_id, number, ${columns.join(', ')}
from audience_search_texts as kept
full join summed using (account_id, number)
where ${differs.join(' or ')}
order by account_id, number`,
  };
}

const STATEMENTS: Readonly<Record<Event, string>> = {
  insert: insertFrom('new_rows as f'),
  update: `${insertFrom(`new_rows as f
  join old_rows as o using (account_id, id)
  where (f.email, f.first_name, f.last_name) is distinct from (o.email, o.first_name, o.last_name)`)}
  on conflict (account_id, number) do update set head = excluded.head, tail = excluded.tail`,
  delete: `delete from audience_search_texts as t using old_rows as o
  where t.account_id = o.account_id and t.number = o.number`,
};

function insertFrom(rows: string): string {
  return `insert into audience_search_texts (account_id, number, ${NAMES.join(', ')})
${textsOf(rows)}`;
}

function textsOf(rows: string): string {
  const columns = Object.entries(COLUMNS).map(([name, text]) => `${text} as ${name}`);
  return `select
  f.account_id, f.number,
  ${columns.join(',\n  ')}
from ${rows}`;
}
