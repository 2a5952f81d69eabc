import { type Campaign, TIME_ZONE } from '@lodestone/core';

import { inWords } from '../components/badge.tsx';
import { Card, Fact, Facts } from '../components/card.tsx';
import { Count, Moment } from '../figure.tsx';

/** How the campaign sends, and who is in it. */
export function Settings({ campaign: { id, settings, leads, ...campaign } }: { campaign: Campaign }) {
  return (
    <div class="columns">
      <Card title="Settings">
        <Facts>
          <Fact name="Steps">{settings.steps}</Fact>
          <Fact name="Daily limit">
            <Count value={settings.daily_limit} /> emails
          </Fact>
          <Fact name="Sends on">{settings.send_days.map(inWords).join(', ') || 'No day'}</Fact>
          <Fact name="Between">
            {settings.send_from} and {settings.send_until}, {zoneInWords(settings.time_zone)}
          </Fact>
          <Fact name="Stops on a reply">{yesOrNo(settings.stop_on_reply)}</Fact>
          <Fact name="Track opens">{yesOrNo(settings.track_opens)}</Fact>
          <Fact name="Track clicks">{yesOrNo(settings.track_clicks)}</Fact>
        </Facts>
      </Card>
      <Card title="Leads and times">
        <Facts>
          <Fact name="Leads">
            {leads.total === 0 ? (
              <span class="muted">None yet.</span>
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

function yesOrNo(value: boolean): string {
  return value ? 'Yes' : 'No';
}

/** Every other time of the application is in IST, and says so. */
function zoneInWords(zone: string): string {
  return zone === TIME_ZONE ? 'IST' : `${zone.replaceAll('_', ' ')} time`;
}
