import { Fragment } from 'preact';

import { type Account, type CampaignStatus as State, listCampaignsWithPerformance } from '@lodestone/core';

import type { Answer } from '../answer.ts';
import { Bar } from '../charts/share.tsx';
import { CampaignStatus, campaignStatusInWords } from '../components/badge.tsx';
import { ListByStatus } from '../components/list-by-status.tsx';
import { Table } from '../components/table.tsx';
import { Text } from '../components/text.tsx';
import { Count, CountCell, Moment, RateCell } from '../figure.tsx';
import { number } from '../format.ts';
import type { Asked } from '../page.ts';
import { choiceOf, offsetOf } from '../query.ts';

const LIMIT = 50;

const STATUSES = [
  'all',
  'active',
  'paused',
  'bounced',
  'stalled',
  'scheduled',
  'draft',
  'completed',
] as const satisfies (State | 'all')[];

const HEAD = ['Campaign', 'Status', '#Leads', 'Progress', '#Sent', '#Open rate', '#Reply rate', 'Started'];

type Campaigns = Awaited<ReturnType<typeof listCampaignsWithPerformance>>['data'];
type Campaign = Campaigns[number];

export async function listCampaignsPage(account: Account, { query }: Asked): Promise<Answer> {
  const status = choiceOf(query, 'status', STATUSES);
  const offset = offsetOf(query);
  const { data, next_offset } = await listCampaignsWithPerformance(account, {
    status,
    limit: LIMIT,
    offset,
  });
  return {
    title: 'Campaigns',
    section: 'campaigns',
    body: (
      <ListByStatus
        title="Campaigns"
        actions={
          <>
            <a href="/campaigns/plan" class="button">
              Planned emails
            </a>
            <a href="/campaigns/new" class="button primary">
              New campaign
            </a>
          </>
        }
        path="/campaigns"
        named={campaignStatusInWords}
        statuses={STATUSES}
        status={status}
        query={query}
        page={{ limit: LIMIT, offset, shown: data.length, next_offset }}
        none={
          <>
            <p>A campaign sends your leads a sequence of emails.</p>
            <a href="/campaigns/new" class="button primary">
              Create your first campaign
            </a>
          </>
        }
      >
        <CampaignTable campaigns={data} />
      </ListByStatus>
    ),
  };
}

function CampaignTable({ campaigns }: { campaigns: Campaigns }) {
  return (
    <Table name="Campaigns with their leads and performance" head={HEAD}>
      {campaigns.map(({ id, name, status, pause, leads, settings, started_at, performance }, index) => {
        const at = `data.${index}`;
        return (
          <tr key={id}>
            <th scope="row">
              <a href={`/campaigns/${id}`}>
                <Text>{name}</Text>
              </a>
              <Plan at={`${at}.settings`} settings={settings} />
              {leads.total > 0 && <States at={`${at}.leads`} leads={leads} />}
              {pause?.reason && (
                <div class="small muted">
                  <Text most={90}>{pause.reason}</Text>
                </div>
              )}
            </th>
            <td>
              <CampaignStatus>{status}</CampaignStatus>
            </td>
            <CountCell at={leadsAt(`${at}.leads`, leads)} value={leads.total} />
            <td>
              <Progress total={leads.total} active={leads.active} />
            </td>
            <CountCell value={performance.sent} />
            {settings.track_opens || performance.open_rate ? (
              <RateCell value={performance.open_rate} />
            ) : (
              <NotTracked />
            )}
            <RateCell value={performance.reply_rate} />
            <td>
              {started_at === null ? <span class="muted">Not yet</span> : <Moment value={started_at} brief />}
            </td>
          </tr>
        );
      })}
    </Table>
  );
}

/** In place of an open rate of 0 or of nothing, where opens are not tracked; what was opened while they were is still shown. */
function NotTracked() {
  return (
    <td class="number muted" title="Opens are not tracked">
      Off
    </td>
  );
}

/** The steps of a campaign and its daily limit; before it has either, one number says so. */
function Plan({ at, settings: { steps, daily_limit } }: { at: string; settings: Campaign['settings'] }) {
  if (steps === 0 && daily_limit === 0) {
    return (
      <div class="small muted">
        <Count at={`${at}.steps ${at}.daily_limit`} value={0} /> steps
      </div>
    );
  }
  return (
    <div class="small muted">
      <Count at={`${at}.steps`} value={steps} /> {steps === 1 ? 'step' : 'steps'}, up to{' '}
      <Count at={`${at}.daily_limit`} value={daily_limit} /> emails a day
    </div>
  );
}

const STATES = ['active', 'completed', 'stopped', 'bounced'] as const;

/** How many of the leads are where. */
function States({ at, leads }: { at: string; leads: Campaign['leads'] }) {
  return (
    <div class="small muted">
      {STATES.map((state, index) => (
        <Fragment key={state}>
          {index > 0 && ', '}
          <Count at={`${at}.${state}`} value={leads[state]} /> {state}
        </Fragment>
      ))}
    </div>
  );
}

/** What the number of all leads says: of no leads none is in any state. */
function leadsAt(at: string, { total }: Campaign['leads']): string {
  return (total === 0 ? ['total', ...STATES] : ['total']).map((name) => `${at}.${name}`).join(' ');
}

/** How many leads a campaign is through with. */
function Progress({ total, active }: { total: number; active: number }) {
  if (total === 0) return <span class="muted">—</span>;
  const done = total - active;
  return (
    <span class="progress">
      <Bar share={done / total} />
      <span class="small muted">{number(done)} done</span>
    </span>
  );
}
