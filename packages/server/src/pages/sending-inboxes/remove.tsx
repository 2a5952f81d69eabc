import { type Account, isWaitedFor, readInboxForm } from '@lodestone/core';

import type { Answer } from '../answer.ts';
import { Card, PageTitle } from '../components/card.tsx';
import { Address } from '../components/text.tsx';
import type { Asked } from '../page.ts';

/** Asks before an inbox is removed, since its password is gone then. */
export async function confirmRemoving(account: Account, { params }: Asked): Promise<Answer> {
  const { id, address } = await readInboxForm(account, { id: params['id'] ?? '' });
  const isWaited = await isWaitedFor(account, { id });
  return {
    title: 'Remove an inbox',
    section: 'sending-inboxes',
    body: (
      <>
        <PageTitle up={{ path: `/sending-inboxes/${id}`, label: address }}>
          Remove <Address>{address}</Address>?
        </PageTitle>
        <Card title="What will happen">
          <p>
            Nothing more is sent from it, and its password is deleted. What it sent stays in your figures. You
            can connect it again later.
          </p>
          {isWaited && (
            <p>
              Leads who have had an email from it get their follow-ups from no other inbox. They wait until
              you connect it again.
            </p>
          )}
          <form method="post" action={`/sending-inboxes/${id}/remove`} class="row">
            <button type="submit" class="danger">
              Remove this inbox
            </button>
            <a href={`/sending-inboxes/${id}`}>Keep it</a>
          </form>
        </Card>
      </>
    ),
  };
}
