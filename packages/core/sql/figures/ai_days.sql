-- The table.

create table ai_days (
  account_id uuid not null references accounts on delete cascade,
  day date not null,
  model text not null,
  endpoint text not null,
  lane smallint not null default 0,
  calls bigint not null default 0,
  input_tokens bigint not null default 0,
  output_tokens bigint not null default 0,
  cost_micros bigint not null default 0,
  primary key (account_id, day, model, endpoint, lane)
);

create index ai_days_by_lane on ai_days (account_id, lane) where lane > 0;

-- Made from the facts.

insert into ai_days (account_id, day, model, endpoint, calls, input_tokens, output_tokens, cost_micros)
select
  account_id, day, model, endpoint, sum(calls)::bigint as calls,
  sum(input_tokens)::bigint as input_tokens, sum(output_tokens)::bigint as output_tokens,
  sum(cost_micros)::bigint as cost_micros
from (
  select
    f.account_id, ist_day(f.called_at) as day, f.model as model, f.endpoint as endpoint,
    1 as calls, f.input_tokens as input_tokens, f.output_tokens as output_tokens,
    f.cost_micros as cost_micros
  from ai_calls as f where f.called_at is not null
) as contributed
group by account_id, day, model, endpoint
having sum(calls) <> 0
  or sum(input_tokens) <> 0
  or sum(output_tokens) <> 0
  or sum(cost_micros) <> 0;

-- A lane brought into the lowest.

with moved as (
  delete from ai_days where lane > 0 and lane = $lane
  returning
    account_id, day, model, endpoint, calls, input_tokens, output_tokens, cost_micros
)
insert into ai_days as kept (
  account_id, day, model, endpoint, lane, calls, input_tokens, output_tokens, cost_micros
)
select
  account_id, day, model, endpoint, 0, calls, input_tokens, output_tokens, cost_micros
from moved
on conflict (account_id, day, model, endpoint, lane) do update set
  calls = kept.calls + excluded.calls,
  input_tokens = kept.input_tokens + excluded.input_tokens,
  output_tokens = kept.output_tokens + excluded.output_tokens,
  cost_micros = kept.cost_micros + excluded.cost_micros;
