import { type Account, eraseSubscriber, exportPerson, readSubscriber } from '@lodestone/core';

import { type Answer, goTo, type Served, type Shown } from '../answer.ts';
import { Card, PageTitle } from '../components/card.tsx';
import { Address } from '../components/text.tsx';
import type { Asked } from '../page.ts';

/** What a person may ask for: to see everything, and to be forgotten. */
export function Privacy({ id }: { id: string }) {
  return (
    <Card title="Privacy" id="privacy">
      <p>For when someone asks for a copy of their data, or asks to be forgotten.</p>
      <div class="row">
        <a class="button" href={`/subscribers/${id}/export`}>
          Download their data
        </a>
        <a class="button danger" href={`/subscribers/${id}/erase`}>
          Erase…
        </a>
      </div>
    </Card>
  );
}

/** `GET /subscribers/:id/export`: everything about one person, as JSON. */
export async function downloadPerson(account: Account, { params }: Asked): Promise<Served> {
  const id = params['id'] ?? '';
  const everything = JSON.stringify(await exportPerson(account, { id }), null, 2);
  return {
    serve: async (_request, response) => {
      response.setHeader('Content-Type', 'application/json; charset=utf-8');
      response.setHeader('Content-Disposition', `attachment; filename="${id}.json"`);
      response.send(`${everything}\n`);
    },
  };
}

/** `GET /subscribers/:id/erase` */
export async function confirmErasure(account: Account, { params }: Asked): Promise<Shown> {
  const { id, email } = await readSubscriber(account, { id: params['id'] ?? '' });
  return {
    title: 'Erase',
    section: 'subscribers',
    body: (
      <>
        <PageTitle up={{ path: `/subscribers/${id}`, label: 'Back' }}>
          Erase <Address>{email}</Address>?
        </PageTitle>
        <section class="card reading">
          <p>
            Their email address, name, tags, fields, consents, replies and the emails sent to them are
            permanently removed. They count as unsubscribed; your other figures stay the same.
          </p>
          <p>You can’t undo this. If you import their address again, they start as a new subscriber.</p>
          <form method="post" action={`/subscribers/${id}/erase`} class="row">
            <button type="submit" class="danger">
              Erase permanently
            </button>
            <a href={`/subscribers/${id}`}>Cancel</a>
          </form>
        </section>
      </>
    ),
  };
}

/** `POST /subscribers/:id/erase` */
export async function eraseNow(account: Account, { params }: Asked): Promise<Answer> {
  const id = params['id'] ?? '';
  await eraseSubscriber(account, { id });
  return goTo(`/subscribers/${id}`, 'subscriber_erased');
}
