import { confirm, type Confirmation, type Db, openMailToken, readConfirmation } from '@lodestone/core';

import { Text } from '../pages/components/text.tsx';
import { type PublicPage, sendPublic } from './frame.tsx';
import type { PublicHandler } from './handler.ts';
import { sendNotFound } from './not-found.tsx';

/** `GET /c/:token` shows a button, since scanners open every link; `POST` to it confirms. */
export function confirmation(db: Db): PublicHandler {
  return async (request, response) => {
    const opened = await openMailToken(db, String(request.params['token']));
    if (opened === null) return sendNotFound(response);
    const { account, mail_id } = opened;
    const found =
      request.method === 'POST' ? await confirm(account, mail_id) : await readConfirmation(account, mail_id);
    if (found === null) return sendNotFound(response);
    sendPublic(response, confirmationPage(found));
  };
}

function confirmationPage(confirmation: Confirmation): PublicPage {
  const { state, brand } = confirmation;
  switch (state) {
    case 'open':
      return { title: 'One more step', brand, body: <Open {...confirmation} /> };
    case 'confirmed':
      return { title: 'On its way', brand, body: <Confirmed {...confirmation} /> };
    case 'expired':
      return {
        title: 'This link has expired',
        brand,
        status: 410,
        body: (
          <>
            <h1>This link has expired</h1>
            <p>
              Confirmation links work for a week. Go back to the page where you found it, and request it
              again.
            </p>
          </>
        ),
      };
  }
}

function Open({ titles, brand }: Confirmation) {
  return (
    <>
      <h1>One more step</h1>
      <p>You asked for:</p>
      <Titles titles={titles} />
      <form method="post">
        <button type="submit">Yes, send it to me</button>
      </form>
      <p class="small">
        If this wasn’t you, close this page. <Text most={120}>{brand.sender}</Text> won’t send you anything
        else.
      </p>
    </>
  );
}

function Confirmed({ titles }: Confirmation) {
  return (
    <>
      <h1>Thank you, you’re confirmed</h1>
      <p>On its way to your inbox:</p>
      <Titles titles={titles} />
      <p class="small">
        Can’t find it? Check your spam folder. If you have unsubscribed before, you won’t get it. To subscribe
        again, use the link at the end of any earlier email.
      </p>
    </>
  );
}

function Titles({ titles }: { titles: string[] }) {
  return (
    <ul>
      {titles.map((title) => (
        <li key={title}>
          <Text>{title}</Text>
        </li>
      ))}
    </ul>
  );
}
