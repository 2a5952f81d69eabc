-- What is kept when ai_calls are written, in the writer's transaction.

create or replace function figures_on_insert_of_ai_calls() returns trigger language plpgsql
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
set jit = off
as $$
declare
  changed record;
  own_lane smallint;
begin
  -- Which figures this write changes.
  select
    count(*) > 0 as ai_days
  into changed
  from new_rows as f;

  if changed.ai_days then
    own_lane := lane();
  end if;

  -- ai_days: figures/contributions.ts
  if changed.ai_days then
    insert into ai_days as kept (
      account_id, day, model, endpoint, lane, calls, input_tokens, output_tokens, cost_micros
    )
    select
      account_id, day, model, endpoint, own_lane, sum(calls)::bigint as calls,
      sum(input_tokens)::bigint as input_tokens, sum(output_tokens)::bigint as output_tokens,
      sum(cost_micros)::bigint as cost_micros
    from (
      select
        f.account_id, ist_day(f.called_at) as day, f.model as model, f.endpoint as endpoint,
        1 as calls, f.input_tokens as input_tokens, f.output_tokens as output_tokens,
        f.cost_micros as cost_micros
      from new_rows as f where f.called_at is not null
    ) as contributed
    group by account_id, day, model, endpoint
    having sum(calls) <> 0
      or sum(input_tokens) <> 0
      or sum(output_tokens) <> 0
      or sum(cost_micros) <> 0
    on conflict (account_id, day, model, endpoint, lane) do update set
      calls = kept.calls + excluded.calls, input_tokens = kept.input_tokens + excluded.input_tokens,
      output_tokens = kept.output_tokens + excluded.output_tokens,
      cost_micros = kept.cost_micros + excluded.cost_micros;
  end if;
  return null;
end $$;

create or replace trigger figures_on_insert after insert on ai_calls
  referencing new table as new_rows
  for each statement execute function figures_on_insert_of_ai_calls();

create or replace function figures_on_update_of_ai_calls() returns trigger language plpgsql
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
set jit = off
as $$
declare
  changed record;
  own_lane smallint;
begin
  -- Which figures this write changes.
  select
    coalesce(bool_or(
      (n.model, n.endpoint, n.called_at, n.input_tokens, n.output_tokens, n.cost_micros)
      is distinct from
      (o.model, o.endpoint, o.called_at, o.input_tokens, o.output_tokens, o.cost_micros)
    ), false) as ai_days
  into changed
  from new_rows as n full join old_rows as o using (id, account_id);

  if changed.ai_days then
    own_lane := lane();
  end if;

  -- ai_days: figures/contributions.ts
  if changed.ai_days then
    insert into ai_days as kept (
      account_id, day, model, endpoint, lane, calls, input_tokens, output_tokens, cost_micros
    )
    select
      account_id, day, model, endpoint, own_lane, sum(calls)::bigint as calls,
      sum(input_tokens)::bigint as input_tokens, sum(output_tokens)::bigint as output_tokens,
      sum(cost_micros)::bigint as cost_micros
    from (
      select
        f.account_id, ist_day(f.called_at) as day, f.model as model, f.endpoint as endpoint,
        1 as calls, f.input_tokens as input_tokens, f.output_tokens as output_tokens,
        f.cost_micros as cost_micros
      from new_rows as f where f.called_at is not null
      union all
      select
        f.account_id, ist_day(f.called_at) as day, f.model as model, f.endpoint as endpoint,
        -1 as calls, -f.input_tokens as input_tokens, -f.output_tokens as output_tokens,
        -f.cost_micros as cost_micros
      from old_rows as f where f.called_at is not null
    ) as contributed
    group by account_id, day, model, endpoint
    having sum(calls) <> 0
      or sum(input_tokens) <> 0
      or sum(output_tokens) <> 0
      or sum(cost_micros) <> 0
    on conflict (account_id, day, model, endpoint, lane) do update set
      calls = kept.calls + excluded.calls, input_tokens = kept.input_tokens + excluded.input_tokens,
      output_tokens = kept.output_tokens + excluded.output_tokens,
      cost_micros = kept.cost_micros + excluded.cost_micros;
  end if;
  return null;
end $$;

create or replace trigger figures_on_update after update on ai_calls
  referencing new table as new_rows old table as old_rows
  for each statement execute function figures_on_update_of_ai_calls();

create or replace function figures_on_delete_of_ai_calls() returns trigger language plpgsql
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
set jit = off
as $$
declare
  changed record;
  own_lane smallint;
begin
  -- Which figures this write changes.
  select
    count(*) > 0 as ai_days
  into changed
  from old_rows as f;

  if changed.ai_days then
    own_lane := lane();
  end if;

  -- ai_days: figures/contributions.ts
  if changed.ai_days then
    insert into ai_days as kept (
      account_id, day, model, endpoint, lane, calls, input_tokens, output_tokens, cost_micros
    )
    select
      account_id, day, model, endpoint, own_lane, sum(calls)::bigint as calls,
      sum(input_tokens)::bigint as input_tokens, sum(output_tokens)::bigint as output_tokens,
      sum(cost_micros)::bigint as cost_micros
    from (
      select
        f.account_id, ist_day(f.called_at) as day, f.model as model, f.endpoint as endpoint,
        -1 as calls, -f.input_tokens as input_tokens, -f.output_tokens as output_tokens,
        -f.cost_micros as cost_micros
      from old_rows as f where f.called_at is not null
    ) as contributed
    group by account_id, day, model, endpoint
    having sum(calls) <> 0
      or sum(input_tokens) <> 0
      or sum(output_tokens) <> 0
      or sum(cost_micros) <> 0
    on conflict (account_id, day, model, endpoint, lane) do update set
      calls = kept.calls + excluded.calls, input_tokens = kept.input_tokens + excluded.input_tokens,
      output_tokens = kept.output_tokens + excluded.output_tokens,
      cost_micros = kept.cost_micros + excluded.cost_micros;
  end if;
  return null;
end $$;

create or replace trigger figures_on_delete after delete on ai_calls
  referencing old table as old_rows
  for each statement execute function figures_on_delete_of_ai_calls();
