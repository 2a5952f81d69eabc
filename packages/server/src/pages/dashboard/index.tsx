import { Router } from 'express';

import {
  type Account,
  type Dashboard,
  type DashboardRange,
  type DashboardScope,
  type Overview,
  readDashboardAndBefore,
  readOverview,
} from '@lodestone/core';

import type { Answer } from '../answer.ts';
import { Funnel } from '../charts/funnel.tsx';
import { IntentBars } from '../charts/intents.tsx';
import { TrendChart } from '../charts/trend.tsx';
import { Card, Folded, Note, PageTitle } from '../components/card.tsx';
import { Tabs } from '../components/tabs.tsx';
import { day } from '../format.ts';
import type { Asked, Shell } from '../page.ts';
import { addressOf, choiceOf } from '../query.ts';
import { ActiveCampaigns } from './active-campaigns.tsx';
import { NeedsAttention } from './attention.tsx';
import { GettingStarted, readBeginning } from './getting-started.tsx';
import { KeyFigures } from './key-figures.tsx';
import { TopMagnets } from './top-magnets.tsx';

const RANGES = { '7d': '7 days', '30d': '30 days', '90d': '90 days', all: 'All time' } satisfies Record<
  DashboardRange,
  string
>;
const SCOPES = { active: 'Exclude archived', all: 'Include archived' } satisfies Record<
  DashboardScope,
  string
>;

const MEASURES = [
  { key: 'new_subscribers', label: 'New subscribers' },
  { key: 'requests', label: 'Requests' },
  { key: 'sent', label: 'Sent' },
  { key: 'opened', label: 'Opened' },
  { key: 'clicked', label: 'Clicked' },
] as const;

const MEASURE_KEYS = ['new_subscribers', 'requests', 'sent', 'opened', 'clicked'] as const;

/** Active campaigns that are shown, the newest of them. */
const MOST_CAMPAIGNS = 5;

export function dashboardPages({ page }: Shell): Router {
  const routes = Router({ strict: true, caseSensitive: true });
  routes.get('/', page(showDashboard));
  return routes;
}

async function showDashboard(account: Account, { query, session }: Asked): Promise<Answer> {
  const range = choiceOf(query, 'range', ['30d', '7d', '90d', 'all']);
  const scope = choiceOf(query, 'scope', ['active', 'all']);
  const measure = choiceOf(query, 'measure', MEASURE_KEYS);
  const [{ dashboard, before }, { attention, campaigns, replies }] = await Promise.all([
    readDashboardAndBefore(account, { range, scope }),
    readOverview(account, { campaigns: MOST_CAMPAIGNS }),
  ]);
  const beginning = await readBeginning(account, dashboard, campaigns, session);
  return {
    title: 'Dashboard',
    section: 'dashboard',
    scripted: true,
    body: (
      <>
        <PageTitle actions={<Choosers range={range} scope={scope} measure={measure} />}>Dashboard</PageTitle>
        <p class="small muted">
          {day(dashboard.from)} to {day(dashboard.to)}
          {scope === 'active' ? ', excluding' : ', including'} archived magnets. Emails here are those of
          magnets; campaigns have their own below.
        </p>
        <NeedsAttention attention={attention} awaiting={replies.awaiting_classification} />
        {beginning === null ? <NothingYet dashboard={dashboard} /> : <GettingStarted {...beginning} />}
        <Folded
          when={!hasHappened(dashboard) && !hasReplies(replies)}
          because="nothing happened in this period"
        >
          <KeyFigures kpis={dashboard.kpis} before={before?.kpis} />
          <Card
            title="Day by day"
            aside={
              <Tabs
                name="Measure"
                current={measure}
                tabs={MEASURES.map(({ key, label }) => ({
                  value: key,
                  label,
                  path: addressOf('/', { range, scope, measure: key }),
                }))}
              />
            }
          >
            <TrendChart
              at="by_day"
              title="Day by day"
              days={dashboard.by_day}
              before={before?.by_day ?? []}
              measures={MEASURES}
              measure={measure}
            />
          </Card>
          <div class="columns">
            <Card title="Funnel" aside={<span class="small muted">Deliveries sent in this period</span>}>
              <Funnel at="funnel" stages={dashboard.funnel} />
            </Card>
            <Card title="Replies, all time" aside={<a href="/inbox">Inbox</a>}>
              <IntentBars intents={replies.by_intent} />
            </Card>
          </div>
          <TopMagnets magnets={dashboard.top_magnets} />
        </Folded>
        <ActiveCampaigns campaigns={campaigns} />
      </>
    ),
  };
}

function Choosers({
  range,
  scope,
  measure,
}: {
  range: DashboardRange;
  scope: DashboardScope;
  measure: string;
}) {
  const kept = { measure: measure === MEASURE_KEYS[0] ? '' : measure };
  return (
    <>
      <Tabs
        name="Range"
        current={range}
        tabs={Object.entries(RANGES).map(([value, label]) => ({
          value,
          label,
          path: addressOf('/', { range: value, scope, ...kept }),
        }))}
      />
      <Tabs
        name="Archived magnets"
        current={scope}
        tabs={Object.entries(SCOPES).map(([value, label]) => ({
          value,
          label,
          path: addressOf('/', { range, scope: value, ...kept }),
        }))}
      />
    </>
  );
}

function hasHappened({ kpis }: Dashboard): boolean {
  return kpis.requests + kpis.new_subscribers + kpis.sent > 0;
}

function hasReplies({ by_intent, awaiting_classification }: Overview['replies']) {
  return awaiting_classification > 0 || by_intent.some(({ count }) => count > 0);
}

/** Where to look when nothing happened in the period. */
function NothingYet({ dashboard }: { dashboard: Dashboard }) {
  if (hasHappened(dashboard)) return null;
  return (
    <Note>
      {dashboard.range === 'all' ? (
        <p>Nothing has happened yet.</p>
      ) : (
        <p>
          Nothing happened in this period.{' '}
          <a href={addressOf('/', { range: 'all', scope: 'all' })}>
            Show all time, including archived magnets.
          </a>
        </p>
      )}
    </Note>
  );
}
