import type { Kysely } from 'kysely';

import { runStatements } from '../statements.ts';

/** Whoever adds many subscribers takes their numbers at one go: taking them one by one rewrites one row for each. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(
    db,
    `
create function take_subscriber_numbers(account uuid, amount integer) returns setof integer language plpgsql as $$
declare
  own smallint := lane() % 16;
  past integer;
begin
  update subscriber_numbers set numbered = numbered + amount
  where account_id = account and lane = own
  returning numbered into past;
  if past is null then
    -- The first of this lane. Some may have been numbered before there were lanes.
    select (number >> 16) * 4096 + (number & 4095) + 1 into past
    from subscribers
    where account_id = account and (number >> 12) & 15 = own
    order by number desc
    limit 1;
    insert into subscriber_numbers as n (account_id, lane, numbered)
    values (account, own, coalesce(past, 0) + amount)
    on conflict (account_id, lane) do update set numbered = n.numbered + amount
    returning numbered into past;
  end if;
  return query
  select (nth >> 12 << 16) + (own::integer << 12) + (nth & 4095)
  from generate_series(past - amount, past - 1) as nth;
end $$;

create or replace function number_subscriber() returns trigger language plpgsql as $$
begin
  -- Given to those whose numbers were taken before.
  if new.number is null then
    select take_subscriber_numbers(new.account_id, 1) into new.number;
  end if;
  return new;
end $$;
`,
  );
}
