import type { Campaign, Checklist, InboxTrouble } from '@lodestone/core';

import { Badge } from '../components/badge.tsx';
import { Table } from '../components/table.tsx';
import { Address, Text } from '../components/text.tsx';
import { Moment } from '../figure.tsx';
import { TROUBLE_HEAD, TroubleRow, WayOut } from '../sending-inboxes/trouble.tsx';

const CAUSES = {
  bounces: 'Too many of its emails bounced. Sending more would harm the reputation of your inboxes.',
  deliverability:
    'Its emails were not reaching their readers. Sending more would harm the reputation of your inboxes.',
};

/** Why the system paused a campaign, and the checklist that leads out of it: nothing else does, and the API cannot. */
export function SystemPause({
  campaign,
  pause,
  error,
}: {
  campaign: Campaign;
  pause: Checklist;
  error: string | undefined;
}) {
  return (
    <section class="card checklist" id="system-pause">
      <header>
        <h2>The system paused this campaign</h2>
        {campaign.pause && (
          <span class="small muted">
            <Moment value={campaign.pause.at} />
          </span>
        )}
      </header>
      <p>{CAUSES[pause.cause]}</p>
      {campaign.pause?.reason && (
        <p>
          <Text most={500}>{campaign.pause.reason}</Text>
        </p>
      )}
      {error !== undefined && (
        <p class="error" role="alert">
          {error}
        </p>
      )}
      <ol>
        {pause.cause === 'bounces' && <Bounces id={campaign.id} pause={pause} />}
        <Inboxes id={campaign.id} troubles={pause.bad_inboxes} />
        <li>
          <h3>Resume</h3>
          {pause.can_resume ? (
            <form method="post" action={`/campaigns/${campaign.id}/system-pause/resume`}>
              <button type="submit" class="primary">
                Resume campaign
              </button>
            </form>
          ) : (
            <p class="muted">The campaign can send again once this is done.</p>
          )}
        </li>
      </ol>
    </section>
  );
}

function Bounces({ id, pause: { latest_bounces, bounces_reviewed_at } }: { id: string; pause: Checklist }) {
  return (
    <li>
      <h3>
        Review the bounces <Done done={bounces_reviewed_at !== null} />
      </h3>
      {latest_bounces.length === 0 ? (
        <p class="muted">No email of this campaign has bounced.</p>
      ) : (
        <details open={bounces_reviewed_at === null}>
          <summary>The latest {latest_bounces.length}</summary>
          <Table name="Latest bounces" broad head={['Lead', 'Why', 'From', 'Bounced']}>
            {latest_bounces.map((bounce) => (
              <tr key={bounce.conversation_id + bounce.bounced_at}>
                <th scope="row">
                  <a href={`/inbox/${bounce.conversation_id}`}>
                    <Address>{bounce.email}</Address>
                  </a>
                </th>
                <td class="long">
                  <Text most={160}>{bounce.failure}</Text>
                </td>
                <td>
                  <Address>{bounce.inbox}</Address>
                </td>
                <td>
                  <Moment value={bounce.bounced_at} />
                </td>
              </tr>
            ))}
          </Table>
        </details>
      )}
      {bounces_reviewed_at === null ? (
        <form method="post" action={`/campaigns/${id}/system-pause/bounces`}>
          <button type="submit">I have reviewed them</button>
        </form>
      ) : (
        <p class="small muted">
          Reviewed <Moment value={bounces_reviewed_at} />
        </p>
      )}
    </li>
  );
}

function Inboxes({ id, troubles }: { id: string; troubles: readonly InboxTrouble[] }) {
  return (
    <li>
      <h3>
        Fix or pause its inboxes <Done done={troubles.every(({ status }) => status !== 'active')} />
      </h3>
      {troubles.length === 0 ? (
        <p class="muted">None of its inboxes is paused by the system or fails its DNS checks.</p>
      ) : (
        <>
          <p>Fix each of these inboxes, or pause it: the campaign then sends from its others.</p>
          <Table name="Inboxes to fix" head={TROUBLE_HEAD}>
            {troubles.map((trouble) => (
              <TroubleRow key={trouble.id} trouble={trouble}>
                <div class="row">
                  <WayOut {...trouble} />
                  {trouble.status === 'active' && <PauseButton campaign={id} inbox={trouble} />}
                </div>
              </TroubleRow>
            ))}
          </Table>
        </>
      )}
    </li>
  );
}

function PauseButton({ campaign, inbox: { id, address } }: { campaign: string; inbox: InboxTrouble }) {
  return (
    <form method="post" action={`/campaigns/${campaign}/system-pause/inboxes`}>
      <input type="hidden" name="inbox" value={id} />
      <button type="submit" class="quiet nowrap" aria-label={`Pause inbox: ${address}`}>
        Pause inbox
      </button>
    </form>
  );
}

function Done({ done }: { done: boolean }) {
  return <Badge tone={done ? 'good' : 'warn'}>{done ? 'Done' : 'To do'}</Badge>;
}
