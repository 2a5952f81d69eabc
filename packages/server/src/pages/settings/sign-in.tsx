import {
  type Account,
  endOtherSessions,
  endSession,
  listBlockedSignIns,
  listSessions,
  readEmailChange,
  readTwoStep,
  readUser,
  Refusal,
  setPassword,
} from '@lodestone/core';

import { type Answer, goTo, type Shown } from '../answer.ts';
import { inWords } from '../components/badge.tsx';
import { Card, Fact, Facts, PageTitle } from '../components/card.tsx';
import { Address, Text } from '../components/text.tsx';
import { Moment } from '../figure.tsx';
import type { Asked, PageHandler, PagesParts } from '../page.ts';
import { type EmailErrors, EmailForm } from './email-form.tsx';
import { type PasswordErrors, PasswordForm } from './password-form.tsx';
import { Sessions } from './sessions.tsx';
import { SettingsTabs } from './tabs.tsx';
import { TwoStepCard } from './two-step/card.tsx';

/** The signed-in user: who they are, their password, and where they are signed in. */
export function showSignIn(account: Account, asked: Asked): Promise<Answer> {
  return signInPage(account, asked, {});
}

interface SignInErrors {
  password?: PasswordErrors;
  email?: EmailErrors;
}

export async function signInPage(account: Account, { session }: Asked, errors: SignInErrors): Promise<Shown> {
  const user = await readUser(account, session);
  const sessions = await listSessions(account, session);
  const blocked = await listBlockedSignIns(account, session);
  const twoStep = await readTwoStep(account, session);
  const pending = await readEmailChange(account, session);
  const refused = Object.keys(errors).length > 0;
  return {
    title: refused ? 'Error: Your sign-in' : 'Your sign-in',
    section: 'settings',
    status: refused ? 400 : 200,
    body: (
      <>
        <PageTitle>Settings</PageTitle>
        <SettingsTabs current="sign-in" role={session.role} />
        <div class="columns">
          <div class="stack">
            <Card title="You">
              <Facts>
                <Fact name="Account">
                  <Text>{session.account_name}</Text>
                </Fact>
                <Fact name="Role">{inWords(session.role)}</Fact>
                <Fact name="Email">
                  <Address>{user.email}</Address>
                </Fact>
              </Facts>
            </Card>
            <TwoStepCard of={twoStep} />
          </div>
          <div class="stack">
            <EmailForm has={user.has_password} pending={pending} errors={errors.email ?? {}} />
            <PasswordForm has={user.has_password} email={user.email} errors={errors.password ?? {}} />
          </div>
        </div>
        {blocked.length > 0 && <BlockedSignIns blocked={blocked} />}
        <Sessions sessions={sessions} />
      </>
    ),
  };
}

function BlockedSignIns({ blocked }: { blocked: Awaited<ReturnType<typeof listBlockedSignIns>> }) {
  return (
    <Card title="Blocked sign-ins">
      <p>
        Someone entered too many wrong passwords for your email and was blocked for a while. If it wasn’t you,
        make sure you do not use your password anywhere else. You can still sign in from your usual places.
      </p>
      <ul class="plain stack tight">
        {blocked.map(({ at, address }) => (
          <li key={at + address}>
            <Moment value={at} /> IST <span class="muted">from {address}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** A wrong current password is counted like one at the door. */
export function changePassword({ guard }: Pick<PagesParts, 'guard'>): PageHandler {
  return async (account, asked) => {
    const { form, session, request } = asked;
    const refuse = (password: PasswordErrors) => signInPage(account, asked, { password });
    const password = form.get('password') ?? '';
    if (password !== form.get('again')) return refuse({ again: 'The passwords do not match.' });
    const tooMany = await guard.enter(request, session.email);
    if (tooMany !== null) return refuse({ current: tooMany.problem });
    const { user_id, session_id } = session;
    const current = form.get('current') ?? '';
    const set = await setPassword(account, { user_id, session_id, current, password }).catch(
      (error: unknown) => {
        if (error instanceof Refusal && error.field === 'password') return { refused: error.message };
        throw error;
      },
    );
    if (set === false) return refuse({ current: 'Wrong password.' });
    await guard.forgive(request, session.email);
    return set === true ? goTo('/settings/sign-in', 'password_set') : refuse({ password: set.refused });
  };
}

export async function endOne(account: Account, { params, session }: Asked): Promise<Answer> {
  await endSession(account, { id: params['id'] ?? '', user_id: session.user_id });
  return goTo('/settings/sign-in', 'session_ended');
}

export async function endOthers(account: Account, { session }: Asked): Promise<Answer> {
  await endOtherSessions(account, session);
  return goTo('/settings/sign-in', 'sessions_ended');
}
