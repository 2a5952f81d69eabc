import {
  type Account,
  type Campaign,
  type InboxTrouble,
  type NoInbox,
  readCampaign,
  readPauseRecord,
  resumeMended,
  setInboxStatus,
} from '@lodestone/core';

import { type Answer, goTo } from '../answer.ts';
import { Table } from '../components/table.tsx';
import { Address } from '../components/text.tsx';
import { Moment } from '../figure.tsx';
import type { Asked } from '../page.ts';
import { textOf } from '../query.ts';
import { TROUBLE_HEAD, TroubleRow, WayOut } from '../sending-inboxes/trouble.tsx';

/** `POST /campaigns/:id/system-pause/inboxes/resume`: ends the owner's own pause of an inbox, and so, perhaps, that of the campaign. */
export async function resumeInboxOf(account: Account, asked: Asked): Promise<Answer> {
  await readCampaign(account, { id: asked.params['id'] ?? '' });
  await setInboxStatus(account, { id: textOf(asked.form, 'inbox'), status: 'active' });
  return checkStalled(account, asked);
}

/** `POST /campaigns/:id/system-pause/check`: sees at once what was mended. */
export async function checkStalled(account: Account, { params }: Asked): Promise<Answer> {
  const id = params['id'] ?? '';
  await readCampaign(account, { id });
  await resumeMended(account);
  const isOver = (await readPauseRecord(account, { id })) === null;
  return goTo(`/campaigns/${id}`, isOver ? 'campaign_resumed' : 'stalled_checked');
}

/** Why a campaign is stalled, and the way out: an inbox that can send. It then resumes by itself. */
export function StalledCard({
  campaign: { id, pause },
  stalled: { inboxes, removed },
}: {
  campaign: Campaign;
  stalled: NoInbox;
}) {
  return (
    <section class="card checklist" id="system-pause">
      <header>
        <h2>The system paused this campaign</h2>
        {pause && (
          <span class="small muted">
            <Moment value={pause.at} />
          </span>
        )}
      </header>
      <p>None of its inboxes can send.</p>
      <ol>
        <li>
          <h3>Fix one of its inboxes, or add another</h3>
          {inboxes.length + removed.length > 0 && (
            <Table name="Inboxes of this campaign" head={TROUBLE_HEAD}>
              {inboxes.map((trouble) => (
                <TroubleRow key={trouble.id} trouble={trouble}>
                  <WayOutOf campaign={id} inbox={trouble} />
                </TroubleRow>
              ))}
              {removed.map((address) => (
                <tr key={address}>
                  <th scope="row">
                    <Address>{address}</Address>
                  </th>
                  <td class="long">It was removed.</td>
                  <td>Removed</td>
                  <td />
                </tr>
              ))}
            </Table>
          )}
          <p>
            <a href="/sending-inboxes/connect">Connect an inbox</a>, or{' '}
            <a href={`/campaigns/${id}/edit`}>choose others for this campaign</a>.
          </p>
        </li>
        <li>
          <h3>Check again</h3>
          <p>
            The campaign continues by itself, on its days and within its hours, once one of its inboxes can
            send.
          </p>
          <form method="post" action={`/campaigns/${id}/system-pause/check`}>
            <button type="submit">Check again</button>
          </form>
        </li>
      </ol>
    </section>
  );
}

/** Ends the owner's own pause of an inbox; anything else is fixed on the inbox's page. */
function WayOutOf({ campaign, inbox }: { campaign: string; inbox: InboxTrouble }) {
  if (inbox.system_pause !== null || inbox.status !== 'paused') return <WayOut {...inbox} />;
  return (
    <form method="post" action={`/campaigns/${campaign}/system-pause/inboxes/resume`}>
      <input type="hidden" name="inbox" value={inbox.id} />
      <button type="submit" class="quiet nowrap" aria-label={`Resume inbox: ${inbox.address}`}>
        Resume inbox
      </button>
    </form>
  );
}
