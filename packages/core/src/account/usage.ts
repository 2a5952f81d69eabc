import { type Day, daysBetween, firstDayOf, istDay, type USAGE_RANGES } from '../days.ts';
import type { Account } from '../db/account.ts';
import { sql } from '../db/sql.ts';
import { dollars } from '../figures/rate.ts';
import { sumOf, sumsOf } from '../figures/sums.ts';

export type UsageRange = (typeof USAGE_RANGES)[number];

const MEASURES = ['calls', 'input_tokens', 'output_tokens', 'cost_micros'] as const;

type Sums = Record<(typeof MEASURES)[number], number>;

interface Row extends Sums {
  grain: 'total' | 'day' | 'model' | 'endpoint';
  day: Day;
  model: string;
  endpoint: string;
}

const NOTHING: Sums = { calls: 0, input_tokens: 0, output_tokens: 0, cost_micros: 0 };

/** AI spend and tokens of a range of IST days, in total, by model, by endpoint and by day. Costs in US dollars. */
export async function readUsage(account: Account, { range }: { range: UsageRange }) {
  const to = istDay(account.now());
  const rows = await readSums(account, firstDayOf(range, to), to);
  const total = rows.find((row) => row.grain === 'total');
  const days = new Map(rows.filter((row) => row.grain === 'day').map((row) => [row.day, row]));
  const from = firstDayOf(range, to) ?? [...days.keys()].toSorted()[0] ?? to;
  return {
    range,
    from,
    to,
    totals: figuresOf(total ?? NOTHING),
    by_model: costliestFirst(rows, 'model').map((row) => ({ model: row.model, ...figuresOf(row) })),
    by_endpoint: costliestFirst(rows, 'endpoint').map((row) => ({
      endpoint: row.endpoint,
      ...figuresOf(row),
    })),
    by_day: daysBetween(from, to).map((date) => ({ date, ...figuresOf(days.get(date) ?? NOTHING) })),
  };
}

function readSums(account: Account, from: Day | null, to: Day): Promise<Row[]> {
  return account.rows<Row>(
    (own) => sql`
      select
        case
          when grouping(day) = 0 then 'day'
          when grouping(model) = 0 then 'model'
          when grouping(endpoint) = 0 then 'endpoint'
          else 'total'
        end as grain,
        day, model, endpoint,
        ${sumsOf('ai_days', MEASURES)}
      from ${own('ai_days')} as d
      where d.day between ${from ?? '0001-01-01'}::date and ${to}::date
      group by grouping sets ((), (day), (model), (endpoint))
      having ${sumOf('ai_days', 'calls')} <> 0`,
  );
}

function costliestFirst(rows: Row[], grain: 'model' | 'endpoint'): Row[] {
  return rows
    .filter((row) => row.grain === grain)
    .toSorted((a, b) => b.cost_micros - a.cost_micros || (a[grain] < b[grain] ? -1 : 1));
}

function figuresOf({ calls, input_tokens, output_tokens, cost_micros }: Sums) {
  return { calls, input_tokens, output_tokens, cost_usd: dollars(cost_micros) };
}
