import type { readPreferences } from '@lodestone/core';

import type { Brand } from '@lodestone/core';

import type { PublicPage } from '../../public/frame.tsx';
import { Text } from '../components/text.tsx';
import { Moment } from '../figure.tsx';

type Preferences = Awaited<ReturnType<typeof readPreferences>>;

/**
 * What one subscriber sees of their relationship with one account.
 * @param shown.done what was done just now
 * @param shown.owned the owner's own page of the subscriber, when it is the owner who looks; they see no button
 */
export function preferencesPage(
  link: string,
  preferences: Preferences,
  { brand, done, owned }: { brand: Brand; done: string | null; owned?: string | undefined },
): PublicPage {
  const { sender, email, status, requested, unsubscribed_at, erased } = preferences;
  const name = [preferences.first_name, preferences.last_name].filter((part) => part !== null).join(' ');
  return {
    title: 'Email preferences',
    brand,
    body: (
      <>
        {owned !== undefined && <OwnersView subscriber={owned} />}
        <h1>Email preferences</h1>
        {done !== null && (
          <p class="note" role="status">
            {done}
          </p>
        )}
        {erased ? (
          <p>
            Your personal data was erased here. <Text most={120}>{sender}</Text> no longer knows your address
            and sends you nothing.
          </p>
        ) : (
          <p>
            <Text>{name === '' ? email : `${name}, ${email}`}</Text>
          </p>
        )}
        <p>
          <b>{status === 'active' ? 'Subscribed' : 'Unsubscribed'}</b>
          {unsubscribed_at !== null && (
            <span class="small">
              {' '}
              <Moment value={unsubscribed_at} /> IST
            </span>
          )}
        </p>
        {owned === undefined &&
          !erased &&
          (status === 'active' ? (
            <OptOut link={link} sender={sender} />
          ) : (
            <OptIn link={link} sender={sender} />
          ))}
        {requested.length > 0 && (
          <>
            <h2>What you requested</h2>
            <ul>
              {requested.map(({ title, requested_at }) => (
                <li key={title + requested_at}>
                  <Text>{title}</Text>{' '}
                  <span class="small">
                    <Moment value={requested_at} /> IST
                  </span>
                </li>
              ))}
            </ul>
          </>
        )}
      </>
    ),
  };
}

function OwnersView({ subscriber }: { subscriber: string }) {
  return (
    <p class="note">
      You see this page as the owner of the account, without its button. You can unsubscribe them on{' '}
      <a href={subscriber}>their page</a>; only they can subscribe again, with the link in any earlier email.
    </p>
  );
}

function OptOut({ link, sender }: { link: string; sender: string }) {
  return (
    <>
      <p>
        You receive what you request, and follow-up emails about it. Unsubscribe to stop all email from{' '}
        <Text most={120}>{sender}</Text> right away.
      </p>
      <form method="post" action={`/preferences/unsubscribe?link=${link}`}>
        <button type="submit">Unsubscribe</button>
      </form>
    </>
  );
}

function OptIn({ link, sender }: { link: string; sender: string }) {
  return (
    <>
      <p>
        You no longer receive email from <Text most={120}>{sender}</Text>. If you want to subscribe again, we
        will email you a link to confirm it. What was on its way when you unsubscribed stays cancelled.
      </p>
      <form method="post" action={`/preferences/subscribe?link=${link}`}>
        <button type="submit">Subscribe again</button>
      </form>
    </>
  );
}

/** Asks whether they want to subscribe again, where the link of the email that asks it leads. */
export function confirmPage(token: string, { sender, email }: Preferences, brand: Brand): PublicPage {
  return {
    title: 'Subscribe again',
    brand,
    body: (
      <>
        <h1>Subscribe again</h1>
        <p>
          <Text>{email}</Text> will receive email from <Text most={120}>{sender}</Text> again: what you
          request, and follow-up emails about it.
        </p>
        <form method="post" action={`/preferences/confirm?token=${encodeURIComponent(token)}`}>
          <button type="submit">Subscribe again</button>
        </form>
      </>
    ),
  };
}
