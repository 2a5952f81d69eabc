import type { Kysely } from 'kysely';

import { runStatements } from '../statements.ts';

/**
 * Gives every subscriber a number in their account, by which figures/bitmaps.ts finds their bit, and drops the text that was
 * searched in their row: figures/search-texts.ts has it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(
    db,
    `
alter table subscribers drop column search_text, add column number integer;

-- What is kept from the facts is made anew after the migrations anyway.
alter table subscribers disable trigger user;

update subscribers as s set number = numbered.number
from (
  select account_id, id, row_number() over (partition by account_id order by first_seen_at, id) - 1 as number
  from subscribers
) as numbered
where s.account_id = numbered.account_id and s.id = numbered.id;

alter table subscribers enable trigger user;

alter table subscribers alter column number set not null, add unique (account_id, number);

drop index subscribers_by_first_seen;

create index subscribers_by_first_seen on subscribers (account_id, first_seen_at desc, id)
  include (status, lead_score, number);

-- One at a time in an account, as its counters are. The lock is its own statement, so that the next one sees whom it
-- waited for.
create function number_subscriber() returns trigger language plpgsql as $$
begin
  perform from accounts where id = new.account_id for no key update;
  new.number := coalesce(
    (select max(number) from subscribers where account_id = new.account_id), -1
  ) + 1;
  return new;
end $$;

create trigger number_subscriber before insert on subscribers
  for each row execute function number_subscriber();
`,
  );
}
