import { Router } from 'express';

import {
  type Account,
  type Dashboard,
  type DashboardRange,
  type DashboardScope,
  readDashboard,
} from '@lodestone/core';

import type { Answer } from '../answer.ts';
import { DayChart } from '../charts/days.tsx';
import { Funnel } from '../charts/funnel.tsx';
import { Card, Note, PageTitle } from '../components/card.tsx';
import { Tabs } from '../components/tabs.tsx';
import { day } from '../format.ts';
import type { Asked, Shell } from '../page.ts';
import { addressOf, choiceOf } from '../query.ts';
import { KeyFigures } from './key-figures.tsx';
import { TopMagnets } from './top-magnets.tsx';

const RANGES = { '7d': '7 days', '30d': '30 days', '90d': '90 days', all: 'All time' } satisfies Record<
  DashboardRange,
  string
>;
const SCOPES = { active: 'Without archived', all: 'With archived' } satisfies Record<DashboardScope, string>;

const MEASURES = [
  { key: 'new_subscribers', label: 'New subscribers' },
  { key: 'requests', label: 'Requests' },
  { key: 'sent', label: 'Sent' },
  { key: 'opened', label: 'Opened' },
  { key: 'clicked', label: 'Clicked' },
] as const;

export function dashboardPages({ page }: Shell): Router {
  const routes = Router({ strict: true, caseSensitive: true });
  routes.get('/', page(showDashboard));
  return routes;
}

async function showDashboard(account: Account, { query }: Asked): Promise<Answer> {
  const range = choiceOf(query, 'range', ['30d', '7d', '90d', 'all']);
  const scope = choiceOf(query, 'scope', ['active', 'all']);
  const dashboard = await readDashboard(account, { range, scope });
  return {
    title: 'Dashboard',
    section: 'dashboard',
    body: (
      <>
        <PageTitle actions={<Choosers range={range} scope={scope} />}>Dashboard</PageTitle>
        <p class="small muted">
          {day(dashboard.from)} to {day(dashboard.to)}
          {scope === 'active' ? ', without archived magnets' : ', archived magnets included'}
        </p>
        <NothingYet dashboard={dashboard} />
        <KeyFigures kpis={dashboard.kpis} />
        <div class="columns">
          <Card title="Funnel" aside={<span class="small muted">Deliveries sent in these days</span>}>
            <Funnel at="funnel" stages={dashboard.funnel} />
          </Card>
          <Card title="Day by day" aside={<span class="small muted">Each event on the day it happened</span>}>
            <DayChart at="by_day" title="Day by day" days={dashboard.by_day} measures={MEASURES} />
          </Card>
        </div>
        <TopMagnets magnets={dashboard.top_magnets} />
      </>
    ),
  };
}

function Choosers({ range, scope }: { range: DashboardRange; scope: DashboardScope }) {
  return (
    <>
      <Tabs
        name="Range"
        current={range}
        tabs={Object.entries(RANGES).map(([value, label]) => ({
          value,
          label,
          path: addressOf('/', { range: value, scope }),
        }))}
      />
      <Tabs
        name="Archived magnets"
        current={scope}
        tabs={Object.entries(SCOPES).map(([value, label]) => ({
          value,
          label,
          path: addressOf('/', { range, scope: value }),
        }))}
      />
    </>
  );
}

function NothingYet({ dashboard: { range, kpis } }: { dashboard: Dashboard }) {
  if (kpis.requests + kpis.new_subscribers + kpis.sent > 0) return null;
  return (
    <Note>
      <p>
        {range === 'all' ? 'Nobody has asked for a magnet yet. ' : 'Nothing happened in these days. '}
        {range === 'all' ? (
          <a href="/magnets">Make a magnet public to begin.</a>
        ) : (
          <a href={addressOf('/', { range: 'all', scope: 'all' })}>
            Look at all time, archived magnets included.
          </a>
        )}
      </p>
    </Note>
  );
}
