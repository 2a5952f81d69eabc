import type { readPreferences } from '@lodestone/core';

import type { Shown } from '../answer.ts';
import { Badge } from '../components/badge.tsx';
import { Fact, Facts } from '../components/card.tsx';
import { Text } from '../components/text.tsx';
import { Moment } from '../figure.tsx';

type Preferences = Awaited<ReturnType<typeof readPreferences>>;

/**
 * What one subscriber sees of their relationship with one account.
 * @param owned the owner's own page of the subscriber, when it is the owner who looks; they see no button
 */
export function preferencesPage(link: string, preferences: Preferences, owned?: string): Shown {
  const { sender, email, status, requested } = preferences;
  const name = [preferences.first_name, preferences.last_name].filter((part) => part !== null).join(' ');
  return {
    title: 'Email preferences',
    section: null,
    body: (
      <>
        <h1>Email preferences</h1>
        <section class="card reading">
          <header>
            <h2>
              Emails from <Text most={120}>{sender}</Text>
            </h2>
            {status === 'active' ? (
              <Badge tone="good">Subscribed</Badge>
            ) : (
              <Badge tone="bad">Unsubscribed</Badge>
            )}
          </header>
          <Facts>
            <Fact name="To">
              <Text>{email}</Text>
            </Fact>
            {name !== '' && (
              <Fact name="Name">
                <Text>{name}</Text>
              </Fact>
            )}
            {preferences.unsubscribed_at !== null && (
              <Fact name="Unsubscribed">
                <Moment value={preferences.unsubscribed_at} /> IST
              </Fact>
            )}
          </Facts>
          {owned !== undefined ? (
            <OwnersView subscriber={owned} />
          ) : status === 'active' ? (
            <OptOut link={link} sender={sender} />
          ) : (
            <OptIn link={link} sender={sender} />
          )}
        </section>
        {requested.length > 0 && (
          <section class="card reading">
            <h2>What you asked for</h2>
            <ul class="plain stack tight">
              {requested.map(({ title, requested_at }) => (
                <li key={title + requested_at}>
                  <Text>{title}</Text>{' '}
                  <span class="muted small">
                    <Moment value={requested_at} /> IST
                  </span>
                </li>
              ))}
            </ul>
          </section>
        )}
      </>
    ),
  };
}

function OwnersView({ subscriber }: { subscriber: string }) {
  return (
    <p>
      This is what the subscriber sees, who has a button here. Only they can subscribe again; you can
      unsubscribe them on <a href={subscriber}>your own page of them</a>.
    </p>
  );
}

function OptOut({ link, sender }: { link: string; sender: string }) {
  return (
    <>
      <p>
        You get what you ask for here, and follow-up emails about it. Unsubscribing stops all email from{' '}
        <Text most={120}>{sender}</Text>, at once.
      </p>
      <form method="post" action={`/preferences/unsubscribe?link=${link}`}>
        <button type="submit" class="primary">
          Unsubscribe
        </button>
      </form>
    </>
  );
}

function OptIn({ link, sender }: { link: string; sender: string }) {
  return (
    <>
      <p>
        You get no email from <Text most={120}>{sender}</Text>. Only you can change that, here. What was on
        its way when you unsubscribed stays cancelled.
      </p>
      <form method="post" action={`/preferences/subscribe?link=${link}`}>
        <button type="submit">Subscribe again</button>
      </form>
    </>
  );
}
