import { type CampaignDetails, TIME_ZONE } from '@lodestone/core';

import { inWords } from '../components/badge.tsx';
import { Card, Fact, Facts } from '../components/card.tsx';
import { Address, Text } from '../components/text.tsx';
import { Count, Moment } from '../figure.tsx';
import { number } from '../format.ts';
import { filterInWords } from '../subscribers/filter-chips.tsx';
import { FILTER_NAMES } from '../subscribers/filters.ts';
import { COLLEAGUES } from './settings-fields.tsx';

type Beside = CampaignDetails['beside'];

/** How the campaign sends, and who is in it. */
export function Settings({
  campaign: { id, settings, leads, ...campaign },
  beside,
}: Pick<CampaignDetails, 'campaign' | 'beside'>) {
  return (
    <div class="columns">
      <Card title="Settings">
        <Facts>
          <Fact name="Sends from">
            <Inboxes inboxes={beside.inboxes} />
          </Fact>
          <Fact name="Steps">{settings.steps}</Fact>
          <Fact name="Daily limit">
            <Count value={settings.daily_limit} /> emails
          </Fact>
          {beside.domain_limit !== null && (
            <Fact name="Limit per domain">
              <Count value={beside.domain_limit} /> emails per day
            </Fact>
          )}
          <Fact name="Sends on">{settings.send_days.map(inWords).join(', ') || 'No day'}</Fact>
          <Fact name="Between">
            {settings.send_from} and {settings.send_until}, {zoneInWords(settings.time_zone)}
          </Fact>
          <Fact name="Stops on a reply">{yesOrNo(settings.stop_on_reply)}</Fact>
          <Fact name="When a colleague replies">
            {COLLEAGUES.find(({ value }) => value === beside.colleague_reply)?.label}
          </Fact>
          <Fact name="Track opens">{yesOrNo(settings.track_opens)}</Fact>
          <Fact name="Track clicks">{yesOrNo(settings.track_clicks)}</Fact>
        </Facts>
      </Card>
      <Card title="Leads and times">
        <Facts>
          <Fact name="Who joins">
            <Audience beside={beside} />
          </Fact>
          <Fact name="Leads">
            {leads.total === 0 ? (
              <span class="muted">
                None yet.
                {campaign.status === 'active' &&
                  beside.audience !== null &&
                  ' Whoever matches joins within a minute of the start.'}
              </span>
            ) : (
              <>
                <Count value={leads.total} /> in all: <Count value={leads.active} /> active,{' '}
                <Count value={leads.completed} /> completed, <Count value={leads.stopped} /> stopped,{' '}
                <Count value={leads.bounced} /> bounced.
              </>
            )}{' '}
            <a href={`/campaigns/${id}/leads`}>{leads.total === 0 ? 'Add leads by hand' : 'See each lead'}</a>
          </Fact>
          <Fact name="Created">
            <Moment value={campaign.created_at} />
          </Fact>
          <Fact name="Scheduled for">
            <Moment value={campaign.scheduled_for} />
          </Fact>
          <Fact name="Started">
            <Moment value={campaign.started_at} />
          </Fact>
          <Fact name="Completed">
            <Moment value={campaign.completed_at} />
          </Fact>
          <Fact name="Id">
            <code>{id}</code>
          </Fact>
        </Facts>
      </Card>
    </div>
  );
}

/** Inboxes that are named; of more, how many there are. */
const NAMED_INBOXES = 5;

function Inboxes({ inboxes }: Pick<Beside, 'inboxes'>) {
  if (inboxes.length === 0) return <>Every inbox</>;
  return (
    <ul class="plain">
      {inboxes.slice(0, NAMED_INBOXES).map(({ id, address, removed }) => (
        <li key={id}>
          {removed ? (
            <>
              <Address>{address}</Address> (removed)
            </>
          ) : (
            <a href={`/sending-inboxes/${id}`}>
              <Address>{address}</Address>
            </a>
          )}
        </li>
      ))}
      {inboxes.length > NAMED_INBOXES && (
        <li class="muted">and {number(inboxes.length - NAMED_INBOXES)} more</li>
      )}
    </ul>
  );
}

function Audience({ beside: { audience, magnet, follow } }: { beside: Beside }) {
  if (audience === null) return <>Only leads added by hand</>;
  const magnets = magnet === null ? [] : [magnet];
  const filters = FILTER_NAMES.flatMap((name) => {
    const value = audience[name];
    return value === undefined || name === 'status' ? [] : filterInWords(name, String(value), magnets);
  });
  return (
    <>
      {filters.length === 0 ? 'Every active subscriber' : <Text>{filters.join(', ')}</Text>}
      {follow && <div class="muted">People who match later join too.</div>}
    </>
  );
}

function yesOrNo(value: boolean): string {
  return value ? 'Yes' : 'No';
}

/** Every other time of the application is in IST, and says so. */
function zoneInWords(zone: string): string {
  return zone === TIME_ZONE ? 'IST' : `${zone.replaceAll('_', ' ')} time`;
}
