import { HISTORY_DAYS } from './scales.ts';

/** Models: share of the calls, and the price of a million tokens in and out, in US dollars. */
const MODELS = [
  ['gpt-5-mini', 0.38, 0.25, 2],
  ['claude-haiku-4-5', 0.34, 1, 5],
  ['claude-sonnet-4-5', 0.2, 3, 15],
  ['text-embedding-3-small', 0.08, 0.02, 0],
] as const;

/** Parts of the service that call models: share of the calls, and the usual tokens in and out. */
const ENDPOINTS = [
  ['classify_replies', 0.42, 620, 24],
  ['personalise_opening', 0.3, 900, 160],
  ['draft_step', 0.13, 1_800, 620],
  ['summarise_conversation', 0.1, 2_400, 210],
  ['suggest_tags', 0.05, 350, 40],
] as const;

export const INSERT_AI_CALLS = `
insert into ai_calls (account_id, id, model, endpoint, input_tokens, output_tokens, cost_micros, called_at)
with numbered as (
  select a.account_id, a.first_number + n as number
  from demo_accounts as a cross join generate_series(1, a.ai_calls) as n
  offset 0
),
called as (
  select
    account_id, number, m.model, e.endpoint, m.input_price, m.output_price,
    ceil(e.input * (0.4 + 1.6 * power(pg_temp.chance('input', number), 2)))::bigint as input_tokens,
    ceil(e.output * (0.3 + 1.8 * power(pg_temp.chance('output', number), 2)) * (m.output_price > 0)::int)::bigint as output_tokens,
    pg_temp.lately(${HISTORY_DAYS}, 'called', number) as called_at
  from numbered
  join (values ${MODELS.map((model, n) => `(${n}, '${model[0]}', ${model[2]}, ${model[3]})`).join(', ')})
    as m(place, model, input_price, output_price)
    on m.place = width_bucket(pg_temp.chance('model', number), ${thresholds(MODELS)})
  join (values ${ENDPOINTS.map((endpoint, n) => `(${n}, '${endpoint[0]}', ${endpoint[2]}, ${endpoint[3]})`).join(', ')})
    as e(place, endpoint, input, output)
    on e.place = width_bucket(pg_temp.chance('endpoint', number), ${thresholds(ENDPOINTS)})
  offset 0
)
select
  account_id, pg_temp.id_at(called_at, 'call', number), model, endpoint, input_tokens, output_tokens,
  round(input_tokens * input_price + output_tokens * output_price)::bigint, called_at
from called
`;

/** Mail that is in the inboxes and belongs to no campaign. */
export const INSERT_OTHER_MAIL = `
insert into inbox_messages (account_id, id, email_account_id, from_address, subject, body, received_at)
select
  account_id, pg_temp.id_at(received_at, 'other mail', number),
  senders[1 + floor(pg_temp.chance('receiver', number) * cardinality(senders))::int],
  m.from_address, m.subject, m.body, received_at
from demo_accounts as a
cross join generate_series(1, a.unmatched) as n
cross join lateral (select a.first_number + n as number) as numbered
cross join lateral (
  select pg_temp.ist(
    pg_temp.today() - 1 - floor(${HISTORY_DAYS} * power(pg_temp.chance('received day', number), 1.2))::int,
    24 * pg_temp.chance('received hour', number)
  ) as received_at
) as dated
join demo_other_mail as m
  on m.place = floor(pg_temp.chance('other mail', number) * (select count(*) from demo_other_mail))::int
`;

/** Job, minutes between two runs (0: as often as the scale has it), items a run, milliseconds an item. */
const JOBS = [
  ['send_pending', 0, 24, 210],
  ['sync_inbox', 120, 10, 340],
  ['classify_replies', 360, 9, 900],
  ['refresh_lead_scores', 1_440, 1_200, 3],
  ['check_deliverability', 1_440, 10, 1_500],
  ['advance_warmup', 1_440, 2, 400],
  ['purge_sessions', 10_080, 40, 2],
] as const;

/** What a run can fail at for one subscriber or inbox. */
const FAILURES = [
  ['send_pending', '421 4.7.0 Too many connections, try again later'],
  ['sync_inbox', 'IMAP: [AUTHENTICATIONFAILED] the inbox refused the password'],
  ['classify_replies', 'The model did not answer within 30 s'],
] as const;

/** History of the scheduled jobs: most runs succeed, some fail for a few items, some wholly; the latest still runs. */
export const INSERT_JOB_RUNS = `
insert into job_runs (account_id, id, job, status, started_at, finished_at, processed, failed, failures)
with started as (
  select
    a.account_id, j.job, j.items, j.pace, r.reason, a.senders,
    a.first_number + floor(a.subscribers * pg_temp.chance('fails for', a.first_number + j.place * 1000000 + n))::bigint as unlucky,
    a.first_number + j.place * 1000000 + n as number,
    (pg_temp.present() - interval '90 seconds' - interval '1 minute' * (7 * j.place + n * j.every)
      - interval '1 second' * floor(40 * pg_temp.chance('starts late', a.first_number + j.place * 1000000 + n)))::timestamptz(3)
      as started_at
  from demo_accounts as a
  cross join (
    select place, job, coalesce(nullif(every, 0), $1::int) as every, items, pace
    from (values ${JOBS.map((job, n) => `(${n}, '${job[0]}', ${job[1]}, ${job[2]}, ${job[3]})`).join(', ')})
      as listed(place, job, every, items, pace)
  ) as j
  cross join lateral generate_series(0, a.job_days * 1440 / j.every) as n
  left join (values ${FAILURES.map((failure) => `('${failure.join(`', '`)}')`).join(', ')}) as r(job, reason) using (job)
  offset 0
),
fated as (
  select
    *,
    floor(items * (0.2 + 1.6 * pg_temp.chance('items', number)))::int as processed,
    case
      when job = 'send_pending' and started_at = max(started_at) over (partition by account_id, job) then 'running'
      else (array['failed', 'partial', 'succeeded'])[
        1 + width_bucket(pg_temp.chance('job', number), array[0.02, case when reason is null then 0.02 else 0.09 end])
      ]
    end as status
  from started
  offset 0
),
counted as (
  select
    account_id, job, pace, number, started_at, reason, senders, unlucky,
    case when status = 'partial' and processed < 2 then 'succeeded' else status end as status,
    case when status = 'failed' then 0 else processed end as processed
  from fated
  offset 0
)
select
  c.account_id, pg_temp.id_at(c.started_at, 'job', c.number), c.job, c.status, c.started_at,
  case when c.status <> 'running' then
    least(
      c.started_at + interval '1 millisecond' * (180 + c.processed * c.pace * (0.6 + pg_temp.chance('pace', c.number))),
      pg_temp.present()
    )
  end,
  c.processed, (c.status = 'partial')::int,
  case c.status
    when 'partial' then jsonb_build_array(jsonb_build_object(
      'item', case when c.job = 'sync_inbox' then i.address else s.email end, 'reason', c.reason
    ))
    when 'failed' then jsonb_build_array(jsonb_build_object('item', null, 'reason', 'The database did not answer in time'))
    else '[]'
  end
from counted as c
join demo_subscribers as s on s.number = c.unlucky
join email_accounts as i on i.account_id = c.account_id and i.id = c.senders[1]
`;

function thresholds(shares: readonly (readonly [string, number, ...unknown[]])[]): string {
  let sum = 0;
  return `array[${shares
    .slice(0, -1)
    .map(([, share]) => (sum += share).toFixed(3))
    .join(', ')}]`;
}
