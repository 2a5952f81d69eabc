import type { Kysely } from 'kysely';

import { runStatements } from '../statements.ts';

/** The first email waits for its delay, too, counted from when its lead joined, in calendar days of the campaign's zone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(
    db,
    `
create or replace function begin_sequences() returns trigger language plpgsql as $$
begin
  insert into next_steps (account_id, enrollment_id, campaign_id, due_at)
  select e.account_id, e.id, e.campaign_id,
    case
      when coalesce(s.delay_days, 0) = 0 then e.enrolled_at
      else (e.enrolled_at at time zone c.time_zone + s.delay_days * interval '1 day') at time zone c.time_zone
    end
  from new_rows as e
  join campaigns as c on c.account_id = e.account_id and c.id = e.campaign_id
  left join campaign_steps as s on s.account_id = e.account_id and s.campaign_id = e.campaign_id and s.step = 1
  where e.status = 'active'
  on conflict do nothing;
  return null;
end $$;
`,
  );
}
