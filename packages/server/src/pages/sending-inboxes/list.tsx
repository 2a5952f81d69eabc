import { type Account, listEmailAccounts } from '@lodestone/core';

import type { Answer } from '../answer.ts';
import { InboxStatus, Status } from '../components/badge.tsx';
import { Card, Empty, PageTitle } from '../components/card.tsx';
import { Pager } from '../components/pager.tsx';
import { Stats } from '../components/stat.tsx';
import { Table } from '../components/table.tsx';
import { Text } from '../components/text.tsx';
import { CountCell, CountStat, Moment, RateCell } from '../figure.tsx';
import type { Asked } from '../page.ts';
import { offsetOf } from '../query.ts';
import { DnsChecks } from './dns-checks.tsx';
import { StatusButton } from './status-button.tsx';
import { InboxLink, WayOut } from './trouble.tsx';

/** Inboxes on a page. The API has all of them on one. */
const LIMIT = 100;

type Inboxes = Awaited<ReturnType<typeof listEmailAccounts>>;
type Inbox = Inboxes['data'][number];

const HEAD = [
  'Inbox',
  'Status',
  '#Daily capacity',
  '#Sent today',
  'Health',
  '#Sent',
  '#Bounced',
  '#Bounce rate',
  'DNS',
];

const PROVIDERS = { google: 'Google', microsoft: 'Microsoft', smtp: 'SMTP' };

/** Every inbox with its capacity, warmup and deliverability. */
export async function showInboxes(account: Account, { query }: Asked): Promise<Answer> {
  const inboxes = await listEmailAccounts(account);
  const offset = offsetOf(query);
  const shown = inboxes.data.slice(offset, offset + LIMIT);
  const beyond = offset + LIMIT < inboxes.data.length;
  return {
    title: 'Sending inboxes',
    section: 'sending-inboxes',
    body: (
      <>
        <PageTitle
          actions={
            <a href="/sending-inboxes/connect" class="button primary">
              Connect an inbox
            </a>
          }
        >
          Sending inboxes
        </PageTitle>
        {inboxes.data.length > 0 && <Summary summary={inboxes.summary} />}
        <Card title="Inboxes" aside={<span class="small muted">Sent and bounced over the last 30 days</span>}>
          {inboxes.data.length === 0 ? (
            <Empty title="No inboxes yet">
              <p>Campaigns and magnets are sent from your own inboxes.</p>
              <a href="/sending-inboxes/connect" class="button primary">
                Connect an inbox
              </a>
            </Empty>
          ) : (
            <div class="roomy">
              <Table name="Sending inboxes" head={HEAD}>
                {shown.map((inbox, index) => (
                  <Row key={inbox.id} inbox={inbox} at={`data.${offset + index}`} />
                ))}
              </Table>
            </div>
          )}
          <Pager
            path="/sending-inboxes"
            query={query}
            limit={LIMIT}
            offset={offset}
            shown={shown.length}
            next_offset={beyond ? offset + LIMIT : null}
            total={inboxes.data.length}
          />
        </Card>
      </>
    ),
  };
}

function Summary({ summary }: { summary: Inboxes['summary'] }) {
  return (
    <Stats>
      <CountStat
        label="Inboxes"
        at="summary.total"
        value={summary.total}
        meaning="All inboxes, whatever their state."
      />
      <CountStat
        label="Sending"
        at="summary.active"
        value={summary.active}
        meaning="Inboxes that are active and not paused by the system."
      />
      <CountStat
        label="System-paused"
        at="summary.system_paused"
        value={summary.system_paused}
        meaning="Inboxes that the system paused for bounces or deliverability."
      />
      <CountStat
        label="Daily capacity"
        at="summary.total_daily_capacity"
        value={summary.total_daily_capacity}
        meaning="How many emails the inboxes can send per day in total, counting only those that are active and not paused by the system."
      />
      <CountStat
        label="Sent today"
        at="summary.sent_today"
        value={summary.sent_today}
        meaning="Emails sent today, in IST."
      />
    </Stats>
  );
}

function Row({ inbox, at }: { inbox: Inbox; at: string }) {
  const { deliverability } = inbox;
  return (
    <tr>
      <th scope="row">
        <InboxLink {...inbox} />
        <div class="small muted">
          {inbox.display_name !== null && (
            <>
              <Text most={60}>{inbox.display_name}</Text> ·{' '}
            </>
          )}
          {PROVIDERS[inbox.provider]}
        </div>
      </th>
      <td>
        <div class="stack tight starts">
          <InboxStatus {...inbox} />
          {inbox.warmup.state === 'warming' && (
            <span class="small muted nowrap">Warming up, day {inbox.warmup.day}</span>
          )}
          {inbox.system_pause && (
            <span class="small muted nowrap">
              by the system, <Moment value={inbox.system_pause.at} brief />
            </span>
          )}
          {inbox.system_pause === null && inbox.status !== 'disconnected' ? (
            <StatusButton inbox={inbox} />
          ) : (
            <WayOut {...inbox} />
          )}
        </div>
      </td>
      <CountCell at={`${at}.daily_capacity`} value={inbox.daily_capacity} />
      <CountCell at={`${at}.sent_today`} value={inbox.sent_today} />
      <td>
        <Status>{deliverability.health}</Status>
      </td>
      <CountCell at={`${at}.deliverability.sent`} value={deliverability.sent} />
      <CountCell at={`${at}.deliverability.bounced`} value={deliverability.bounced} />
      <RateCell at={`${at}.deliverability.bounce_rate`} value={deliverability.bounce_rate} />
      <td class="checks">
        <DnsChecks {...deliverability} />
      </td>
    </tr>
  );
}
