import {
  type Account,
  endOtherSessions,
  endSession,
  listSessions,
  LONGEST_PASSWORD,
  readUser,
  setPassword,
  SHORTEST_PASSWORD,
} from '@lodestone/core';

import { type Answer, goTo, type Shown } from '../answer.ts';
import { Card, Fact, Facts, PageTitle } from '../components/card.tsx';
import { Text } from '../components/text.tsx';
import type { Asked } from '../page.ts';
import { type PasswordErrors, PasswordForm } from './password-form.tsx';
import { Sessions } from './sessions.tsx';
import { SettingsTabs } from './tabs.tsx';

/** The signed-in user: who they are, their password, and where they are signed in. */
export function showAccount(account: Account, asked: Asked): Promise<Answer> {
  return accountPage(account, asked, {});
}

async function accountPage(account: Account, { session }: Asked, errors: PasswordErrors): Promise<Shown> {
  const user = await readUser(account, session);
  const sessions = await listSessions(account, session);
  const refused = Object.keys(errors).length > 0;
  return {
    title: refused ? 'Error: Account and sessions' : 'Account and sessions',
    section: 'settings',
    status: refused ? 400 : 200,
    body: (
      <>
        <PageTitle>Settings</PageTitle>
        <SettingsTabs current="account" />
        <div class="columns">
          <Card title="You">
            <Facts>
              <Fact name="Account">
                <Text>{session.account_name}</Text>
              </Fact>
              <Fact name="Email">
                <Text>{user.email}</Text>
              </Fact>
            </Facts>
          </Card>
          <PasswordForm has={user.has_password} email={user.email} errors={errors} />
        </div>
        <Sessions sessions={sessions} />
      </>
    ),
  };
}

export async function changePassword(account: Account, asked: Asked): Promise<Answer> {
  const { form, session } = asked;
  const password = form.get('password') ?? '';
  const length = [...password].length;
  if (length < SHORTEST_PASSWORD || length > LONGEST_PASSWORD) {
    const fault = `A password has ${SHORTEST_PASSWORD} to ${LONGEST_PASSWORD} characters; this one has ${length}.`;
    return accountPage(account, asked, { password: fault });
  }
  if (password !== form.get('again'))
    return accountPage(account, asked, { again: 'The two passwords differ.' });
  const { user_id, session_id } = session;
  const set = await setPassword(account, {
    user_id,
    session_id,
    current: form.get('current') ?? '',
    password,
  });
  return set
    ? goTo('/settings/account', 'password_set')
    : accountPage(account, asked, { current: 'That is not your password until now.' });
}

export async function endOne(account: Account, { params, session }: Asked): Promise<Answer> {
  await endSession(account, { id: params['id'] ?? '', user_id: session.user_id });
  return goTo('/settings/account', 'session_ended');
}

export async function endOthers(account: Account, { session }: Asked): Promise<Answer> {
  await endOtherSessions(account, session);
  return goTo('/settings/account', 'sessions_ended');
}
