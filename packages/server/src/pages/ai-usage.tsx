import { Router } from 'express';

import { type Account, readUsage, type UsageRange } from '@lodestone/core';

import type { Answer } from './answer.ts';
import { DayChart } from './charts/days.tsx';
import { Bar } from './charts/share.tsx';
import { inWords } from './components/badge.tsx';
import { Card, Folded, Note, PageTitle } from './components/card.tsx';
import { Stat, Stats } from './components/stat.tsx';
import { Table } from './components/table.tsx';
import { Tabs } from './components/tabs.tsx';
import { Text } from './components/text.tsx';
import { CountCell, CountStat, Dollars } from './figure.tsx';
import { day, exactUsd, isBelowCent } from './format.ts';
import type { Asked, Shell } from './page.ts';
import { addressOf, choiceOf } from './query.ts';

const RANGES = { '7d': '7 days', '1m': 'A month', '3m': '3 months', all: 'All time' } satisfies Record<
  UsageRange,
  string
>;

/** Rows of a split on the page, the dearest of them. */
const MAX_ROWS = 100;

const MEASURES = [
  { key: 'calls', label: 'Calls' },
  { key: 'input_tokens', label: 'Input tokens' },
  { key: 'output_tokens', label: 'Output tokens' },
  { key: 'cost_usd', label: 'Cost', show: exactUsd },
] as const;

type Usage = Awaited<ReturnType<typeof readUsage>>;
type Totals = Usage['totals'];

export function aiUsagePages({ page }: Shell): Router {
  const routes = Router({ strict: true, caseSensitive: true });
  routes.get('/ai-usage', page(showUsage));
  return routes;
}

async function showUsage(account: Account, { query }: Asked): Promise<Answer> {
  const range = choiceOf(query, 'range', ['1m', '7d', '3m', 'all']);
  const usage = await readUsage(account, { range });
  return {
    title: 'AI usage',
    section: 'ai-usage',
    body: (
      <>
        <PageTitle
          actions={
            <Tabs
              name="Range"
              current={range}
              tabs={Object.entries(RANGES).map(([value, label]) => ({
                value,
                label,
                path: addressOf('/ai-usage', { range: value }),
              }))}
            />
          }
        >
          AI usage
        </PageTitle>
        <p class="small muted">
          {day(usage.from)} to {day(usage.to)}. Costs as recorded with each call.
        </p>
        {usage.totals.calls === 0 && (
          <Note>
            <p>
              No model calls in this period.{' '}
              {range !== 'all' && <a href={addressOf('/ai-usage', { range: 'all' })}>Show all time.</a>}
            </p>
          </Note>
        )}
        <Folded when={usage.totals.calls === 0} because="no model calls in this period">
          <Headline totals={usage.totals} />
          <div class="columns of-tables">
            <Split
              title="By model"
              at="by_model"
              rows={usage.by_model.map((row) => ({ ...row, name: row.model }))}
              total={usage.totals.cost_usd}
            />
            <Split
              title="By task"
              at="by_endpoint"
              rows={usage.by_endpoint.map((row) => ({ ...row, name: inWords(row.endpoint) }))}
              total={usage.totals.cost_usd}
            />
          </div>
          <Card title="Day by day">
            <DayChart at="by_day" title="Day by day" days={usage.by_day} measures={MEASURES} />
          </Card>
        </Folded>
      </>
    ),
  };
}

function Headline({ totals }: { totals: Totals }) {
  return (
    <Stats>
      <Stat
        label="Cost"
        value={<Dollars at="totals.cost_usd" value={totals.cost_usd} />}
        meaning="The total of what was recorded for each call in this period."
      />
      <CountStat
        label="Calls"
        at="totals.calls"
        value={totals.calls}
        meaning="Calls made to models in this period."
      />
      <CountStat
        label="Input tokens"
        at="totals.input_tokens"
        value={totals.input_tokens}
        meaning="Tokens sent to models in this period."
      />
      <CountStat
        label="Output tokens"
        at="totals.output_tokens"
        value={totals.output_tokens}
        meaning="Tokens received from models in this period."
      />
    </Stats>
  );
}

function Split({
  title,
  at,
  rows,
  total,
}: {
  title: string;
  at: string;
  rows: readonly (Totals & { name: string })[];
  total: number;
}) {
  // One amount below a cent has a whole column shown to the millionth, so that its points stand in a line.
  const hasFractions = rows.some(({ cost_usd }) => isBelowCent(cost_usd));
  return (
    <Card
      title={title}
      aside={rows.length > MAX_ROWS && <span class="small muted">The {MAX_ROWS} most expensive</span>}
    >
      {rows.length === 0 ? (
        <p class="muted">Nothing in this period.</p>
      ) : (
        <Table
          name={`AI usage ${title.toLowerCase()}`}
          head={['Name', '#Cost', '#Calls', '#Input tokens', '#Output tokens']}
        >
          {rows.slice(0, MAX_ROWS).map((row, index) => (
            <tr key={row.name}>
              <th scope="row">
                <Text most={100}>{row.name}</Text>
                <Bar share={total === 0 ? 0 : row.cost_usd / total} />
              </th>
              <td class="number">
                <Dollars at={`${at}.${index}.cost_usd`} value={row.cost_usd} exact={hasFractions} />
              </td>
              <CountCell at={`${at}.${index}.calls`} value={row.calls} />
              <CountCell at={`${at}.${index}.input_tokens`} value={row.input_tokens} />
              <CountCell at={`${at}.${index}.output_tokens`} value={row.output_tokens} />
            </tr>
          ))}
        </Table>
      )}
    </Card>
  );
}
