/**
 * What a search looks through, kept apart from the wide rows of the subscribers so that many can be looked through, and
 * the tail of the address apart from the rest, since very many may share one.
 */
import { TAIL, TAIL_AT } from './contributions.ts';
import { createTrigger, EVENTS } from './counters.ts';

/** Up to the sign that the tail begins with: both have it, so that it may begin or end a word in either. */
const HEAD_OF_ADDRESS = `substr(f.email, 1, ${TAIL_AT})`;

/** SQL over the subscriber `f` for the columns of their text. White space parts names, so no word spans two of them. */
const COLUMNS = {
  head: `${HEAD_OF_ADDRESS} || ${nameUnlessSaid('first_name')} || ${nameUnlessSaid('last_name')}`,
  tail: TAIL,
};

/** A name that stands in the address anyway would be looked through twice, and makes the table a fifth larger. */
function nameUnlessSaid(column: string): string {
  return `case when strpos(${HEAD_OF_ADDRESS}, lower(f.${column})) = 0 then E'\\n' || lower(f.${column}) else '' end`;
}

const NAMES = Object.keys(COLUMNS);

/** `create table` for the texts. */
export function createTexts(): string {
  return `create table audience_texts (
  account_id uuid not null references accounts on delete cascade,
  number integer not null,
  head text not null,
  tail text not null,
  primary key (account_id, number)
);

create index audience_texts_by_trigram on audience_texts
  using gin (account_id, head gin_trgm_ops, tail gin_trgm_ops)`;
}

/** Statement-level triggers that keep the texts in the transaction of the write. */
export function createTextTriggers(): string {
  return EVENTS.map(({ name, ...event }) =>
    createTrigger('a_text', 'subscribers', { name, ...event }, [STATEMENTS[name]]),
  ).join(';\n\n');
}

/** Removes every text and makes them anew. */
export function rebuildTexts(): string {
  return `delete from audience_texts;\n\n${insertFrom('subscribers as f')}`;
}

/** Texts that are not what the subscribers are called. */
export function staleTexts(): { table: string; figures: readonly string[]; query: string } {
  const columns = NAMES.map((name) => `kept.${name} as ${name}_kept, summed.${name} as ${name}_summed`);
  const differs = NAMES.map((name) => `kept.${name} is distinct from summed.${name}`);
  return {
    table: 'audience_texts',
    figures: NAMES,
    query: `with summed as (
  ${textsOf('subscribers as f')}
)
select account_id, number, ${columns.join(', ')}
from audience_texts as kept
full join summed using (account_id, number)
where ${differs.join(' or ')}
order by account_id, number`,
  };
}

const STATEMENTS = {
  insert: insertFrom('new_rows as f'),
  // Most updates of a subscriber are of engagement, and write nothing here.
  update: `${insertFrom(`new_rows as f
  join old_rows as o using (account_id, id)
  where (f.email, f.first_name, f.last_name) is distinct from (o.email, o.first_name, o.last_name)`)}
  on conflict (account_id, number) do update set head = excluded.head, tail = excluded.tail`,
  delete: `delete from audience_texts as t using old_rows as o
  where t.account_id = o.account_id and t.number = o.number`,
};

function insertFrom(rows: string): string {
  return `insert into audience_texts (account_id, number, ${NAMES.join(', ')})
  ${textsOf(rows)}`;
}

function textsOf(rows: string): string {
  return `select f.account_id, f.number, ${Object.entries(COLUMNS)
    .map(([name, text]) => `${text} as ${name}`)
    .join(', ')}
  from ${rows}`;
}
