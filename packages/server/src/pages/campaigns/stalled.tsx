import {
  type Account,
  type Campaign,
  listEmailAccounts,
  readPauseRecord,
  resumeMended,
} from '@lodestone/core';

import { type Answer, goTo } from '../answer.ts';
import { InboxStatus } from '../components/badge.tsx';
import { Table } from '../components/table.tsx';
import { Text } from '../components/text.tsx';
import { Moment } from '../figure.tsx';
import type { Asked } from '../page.ts';

type Inbox = Awaited<ReturnType<typeof listEmailAccounts>>['data'][number];

/** Inboxes of a campaign that was stalled for want of one, as they stand now; null for any other campaign. */
export async function readStalled(account: Account, id: string): Promise<Inbox[] | null> {
  const record = await readPauseRecord(account, { id });
  if (record?.cause !== 'no_inbox') return null;
  const own = new Set(record.rows.map(({ address }) => address));
  return (await listEmailAccounts(account)).data.filter(({ address }) => own.has(address));
}

/** `POST /campaigns/:id/system-pause/check`: sees at once what was mended. */
export async function checkStalled(account: Account, { params }: Asked): Promise<Answer> {
  const id = params['id'] ?? '';
  await resumeMended(account);
  const isOver = (await readPauseRecord(account, { id })) === null;
  return goTo(`/campaigns/${id}`, isOver ? 'campaign_resumed' : 'stalled_checked');
}

/** Why a campaign is stalled, and the way out: an inbox that can send. It goes on by itself then. */
export function Stalled({ campaign: { id, pause }, inboxes }: { campaign: Campaign; inboxes: Inbox[] }) {
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
          {inboxes.length > 0 && (
            <Table name="Inboxes of this campaign" head={['Inbox', 'State']}>
              {inboxes.map((inbox) => (
                <tr key={inbox.id}>
                  <th scope="row">
                    <a href={`/sending-inboxes/${inbox.id}`}>
                      <Text most={100}>{inbox.address}</Text>
                    </a>
                  </th>
                  <td>
                    <InboxStatus status={inbox.status} paused={inbox.system_pause?.reason} />
                  </td>
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
