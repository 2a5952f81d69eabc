import type { Act } from './act.ts';
import type { Twins } from './twins.ts';

/**
 * SQL for a number from 0 to below `most`, by lot: the same whenever it is drawn for a row, and another for that row of the other
 * account. `%ID%` and `%SEED%` stand for a column and for the round.
 */
const DRAW = (what: string, most: number) =>
  `(('x' || substr(md5(%ID%::text || account_id::text || '${what} %SEED%'), 1, 7))::bit(28)::int % ${most})`;

/** What jobs decide by, at random: the state of emails, campaigns, inboxes, deliveries and leads. Within what the schema allows. */
const SHAKE: readonly [id: string, statement: string][] = [
  [
    'id',
    `update mails set
       state = (array['sent', 'sent', 'claimed', 'queued', 'in_doubt'])[1 + ${DRAW('state', 5)}],
       sent_at = case when ${DRAW('state', 5)} < 2 then coalesce(sent_at, now()) end,
       claimed_at = now() - ${DRAW('claimed', 3)} * interval '1 day',
       lease_until = now() + (${DRAW('lease', 2)} * 2 - 1) * interval '1 hour',
       begun_at = case when ${DRAW('begun', 2)} = 0 then now() end,
       due_at = now() + (${DRAW('due', 2)} * 2 - 1) * interval '1 hour',
       blamed_at = case when ${DRAW('blamed', 3)} = 0 then now() - interval '1 day' end
     where kind = 'step' and %BOTH%`,
  ],
  [
    'id',
    `update campaigns set
       status = (array['active', 'active', 'stalled', 'paused'])[1 + ${DRAW('status', 4)}],
       paused_at = case when ${DRAW('status', 4)} > 1 then now() end,
       paused_by = (array['system', 'api'])[${DRAW('status', 4)} - 1], pause_reason = null,
       scheduled_for = null, completed_at = null, follow = false,
       joined_at = case when ${DRAW('joined', 2)} = 0 then now() end,
       send_from = '00:00', send_until = '23:59', send_days = '{mon,tue,wed,thu,fri,sat,sun}'
     where %BOTH%`,
  ],
  [
    'id',
    `update email_accounts set
       status = (array['active', 'active', 'disconnected'])[1 + ${DRAW('status', 3)}],
       system_paused_at = case when ${DRAW('paused', 3)} = 0 then now() end,
       system_pause_reason = case when ${DRAW('paused', 3)} = 0 then 'bounces' end,
       domain_failing_since = case when ${DRAW('failing', 2)} = 0 then now() - interval '9 days' end,
       domain_failed_at = case when ${DRAW('failing', 2)} = 0 then now() end,
       spf = case when ${DRAW('failing', 2)} = 0 then 'fail' else 'pass' end,
       smtp_secret = case when ${DRAW('secret', 3)} > 0 then '\\x00'::bytea end, removed_at = null
     where %BOTH%`,
  ],
  ['of_id', `delete from system_pauses where %BOTH%`],
  [
    'id',
    `insert into system_pauses (account_id, id, kind, of_id, cause, threshold, lifted_at)
     select account_id, gen_random_uuid(), 'inbox', id, (array['bounces', 'sign_in', 'domain'])[1 + ${DRAW('cause', 3)}], '{}',
       case when ${DRAW('lifted', 2)} = 0 then now() - ${DRAW('when', 2)} * interval '3 days' end
     from email_accounts where %BOTH%`,
  ],
  [
    'id',
    `insert into system_pauses (account_id, id, kind, of_id, cause, threshold, lifted_at)
     select account_id, gen_random_uuid(), 'campaign', id, 'no_inbox', '{}', case when ${DRAW('lifted', 2)} = 0 then now() end
     from campaigns where %BOTH%`,
  ],
  ['campaign_id', `delete from campaign_inboxes where ${DRAW('inbox', 2)} = 0 and %BOTH%`],
  [
    'campaign_id',
    `update enrollments set status = 'completed', stop_reason = null where ${DRAW('through', 2)} = 0 and %BOTH%`,
  ],
  ['enrollment_id', `delete from next_steps where ${DRAW('waits', 3)} = 0 and %BOTH%`],
  ['campaign_id', `delete from next_steps where %BOTH% and ${DRAW('ends', 3)} = 0`],
  [
    'enrollment_id',
    `update next_steps set due_at = now() - interval '1 hour', step = 1 + ${DRAW('step', 2)},
       email_account_id = case when ${DRAW('inbox', 2)} = 0 then email_account_id end where %BOTH%`,
  ],
  [
    'id',
    `update deliveries set status = 'sent', sent_at = now() - ${DRAW('sent', 3)} * interval '1 day', delivered_at = null,
       opened_at = null, clicked_at = null, bounced_at = null where ${DRAW('late', 3)} = 0 and %BOTH%`,
  ],
  [
    'id',
    `update campaign_sends set status = (array['sent', 'bounced'])[1 + (${DRAW('bounced', 5)} = 0)::int],
       bounced_at = case when ${DRAW('bounced', 5)} = 0 then now() end, opened_at = null, clicked_at = null,
       sent_at = now() - ${DRAW('sent', 90)} * interval '1 hour' where status in ('sent', 'bounced') and %BOTH%`,
  ],
  [
    'id',
    `insert into email_account_days (account_id, email_account_id, day, lane, sent, bounced)
     select account_id, id, (now() at time zone 'Asia/Kolkata')::date, 99, 40 + ${DRAW('sent', 60)}, ${DRAW('bounced', 20)}
     from email_accounts where %BOTH%`,
  ],
  [
    'id',
    `insert into mail_events (account_id, id, mail_id, kind, judged, rule, at, counted_at, user_agent)
     select account_id, ('01800000-0000-7000-8000-' || lpad(to_hex(n * 1000 + row_number() over (partition by account_id order by id)), 12, '0'))::uuid,
       id, 'open', (array['human', 'machine', 'unknown'])[1 + ${DRAW('judged', 3)}], 'none',
       now() - interval '300 days' + n * (1 + ${DRAW('at', 3)}) * interval '1 day', now(), case when ${DRAW('agent', 2)} = 0 then 'Some browser' end
     from (select account_id, id from mails where %BOTH% order by id limit 24) as mails, generate_series(1, 3) as n`,
  ],
  ['number', `update subscribers set lead_score = ${DRAW('score', 101)} where %BOTH%`],
  ['campaign_id', `update campaign_leads set enrollments = enrollments * ${DRAW('leads', 9)} where %BOTH%`],
];

/** How many times each is done otherwise. */
const SEEDS = [1, 2];

/** The same acts, with both accounts' rows at random first: what decides by a row of the wrong account then decides otherwise. */
export function shaken({ client, account, other }: Twins, acts: readonly Act[]): Act[] {
  const both = `account_id in ('${account.id}', '${other.id}')`;
  const shake = async (seed: number) => {
    await client.query('set local session_replication_role = replica');
    for (const [id, statement] of SHAKE) {
      await client.query(
        statement.replaceAll('%ID%', id).replaceAll('%SEED%', String(seed)).replaceAll('%BOTH%', both),
      );
    }
    await client.query('set local session_replication_role = origin');
  };
  return SEEDS.flatMap((seed) =>
    acts.map(({ name, run }) => ({
      name: `${name}, shaken ${seed}`,
      prepare: () => shake(seed),
      run,
    })),
  );
}
