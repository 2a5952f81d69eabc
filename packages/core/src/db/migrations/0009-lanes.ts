import type { Kysely } from 'kysely';

import { runStatements } from '../statements.ts';

/**
 * Lets writers of one account write at the same time. Each has a lane of its own for what all of them change: its part of the
 * counters (figures/lanes.ts), and numbers to give to new subscribers, for which they waited for each other until now.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(
    db,
    `
-- The lowest lane that no other transaction has. It is this transaction's until it ends.
create function lane() returns smallint language plpgsql as $$
declare
  own smallint := nullif(current_setting('lodestone.lane', true), '')::smallint;
begin
  if own is not null and pg_try_advisory_xact_lock(4400402, own) then
    return own;
  end if;
  own := 0;
  while not pg_try_advisory_xact_lock(4400402, own) loop
    own := own + 1;
  end loop;
  perform set_config('lodestone.lane', own::text, true);
  return own;
end $$;

-- How many subscribers a lane of an account has numbered. Numbers go by blocks of 4,096, of which bitmaps are made, and the
-- blocks go round the sixteen lanes: 0 to 4,095 are lane 0's, then come lane 1's, and its second block begins at 65,536.
create table subscriber_numbers (
  account_id uuid not null references accounts on delete cascade,
  lane smallint not null,
  numbered integer not null,
  primary key (account_id, lane)
);

create or replace function number_subscriber() returns trigger language plpgsql as $$
declare
  own smallint := lane() % 16;
  nth integer;
begin
  update subscriber_numbers set numbered = numbered + 1
  where account_id = new.account_id and lane = own
  returning numbered - 1 into nth;
  if nth is null then
    -- The first of this lane. Some may have been numbered before there were lanes.
    select (number >> 16) * 4096 + (number & 4095) + 1 into nth
    from subscribers
    where account_id = new.account_id and (number >> 12) & 15 = own
    order by number desc
    limit 1;
    insert into subscriber_numbers as n (account_id, lane, numbered)
    values (new.account_id, own, coalesce(nth, 0) + 1)
    on conflict (account_id, lane) do update set numbered = n.numbered + 1
    returning numbered - 1 into nth;
  end if;
  new.number := (nth >> 12 << 16) + (own::integer << 12) + (nth & 4095);
  return new;
end $$;
`,
  );
}
