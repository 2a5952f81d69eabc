import { type Account, readSubscriber, unsubscribe } from '@lodestone/core';

import { type Answer, goTo } from '../answer.ts';
import { PageTitle } from '../components/card.tsx';
import { Address } from '../components/text.tsx';
import type { Asked } from '../page.ts';

/** Asks once more, as an opt-out cannot be taken back by the owner. */
export async function confirmUnsubscribe(account: Account, { params }: Asked): Promise<Answer> {
  const { id, email, status } = await readSubscriber(account, { id: params['id'] ?? '' });
  if (status === 'unsubscribed') return goTo(`/subscribers/${id}`);
  return {
    title: 'Unsubscribe',
    section: 'subscribers',
    body: (
      <>
        <PageTitle up={{ path: `/subscribers/${id}`, label: 'Back' }}>
          Unsubscribe <Address>{email}</Address>?
        </PageTitle>
        <section class="card reading">
          <p>They receive nothing further: queued emails are cancelled and running sequences stop.</p>
          <p>You cannot undo this. Only they can subscribe again, with the link in any earlier email.</p>
          <form method="post" action={`/subscribers/${id}/unsubscribe`} class="row">
            <button type="submit" class="danger">
              Unsubscribe
            </button>
            <a href={`/subscribers/${id}`}>Keep subscribed</a>
          </form>
        </section>
      </>
    ),
  };
}

export async function unsubscribeNow(account: Account, { params }: Asked): Promise<Answer> {
  const { subscriber } = await unsubscribe(account, { id: params['id'] ?? '' });
  return goTo(`/subscribers/${subscriber.id}`, 'subscriber_unsubscribed');
}
