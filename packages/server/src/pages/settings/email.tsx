import {
  type Account,
  askToChangeEmail,
  confirmEmailChange,
  readEmailLink,
  Refusal,
  withdrawEmailChange,
} from '@lodestone/core';

import { type Answer, goTo, type Shown } from '../answer.ts';
import { PageTitle } from '../components/card.tsx';
import { Text } from '../components/text.tsx';
import type { Asked, PageHandler, PagesParts } from '../page.ts';
import { textOf } from '../query.ts';
import { signInPage } from './sign-in.tsx';

const UP = { path: '/settings/sign-in', label: 'Your sign-in' };

/** Asks for another sign-in email. A wrong password is counted like one at the door. */
export function askForEmail({ guard }: Pick<PagesParts, 'guard'>): PageHandler {
  return async (account, asked) => {
    const { form, session, request } = asked;
    const email = textOf(form, 'new_email');
    const refuse = (field: 'email' | 'password', problem: string) =>
      signInPage(account, asked, { email: { entered: email, [field]: problem } });
    const tooMany = await guard.enter(request, session.email);
    if (tooMany !== null) return refuse('password', tooMany.problem);
    const password = form.get('email_password') ?? '';
    try {
      const right = await askToChangeEmail(account, { user_id: session.user_id, password, email });
      if (!right) return refuse('password', 'Wrong password.');
    } catch (error) {
      if (!(error instanceof Refusal) || error.field !== 'email') throw error;
      await guard.forgive(request, session.email);
      return refuse('email', error.message);
    }
    await guard.forgive(request, session.email);
    return goTo('/settings/sign-in', 'email_asked');
  };
}

/** Where the link leads. Opening it changes nothing: programs open links too. */
export async function showEmailLink(account: Account, { query, session }: Asked): Promise<Answer> {
  const token = query.get('token') ?? '';
  const email = await readEmailLink(account, { user_id: session.user_id, token });
  if (email === null) return deadLinkPage();
  return {
    title: 'Confirm your new email',
    section: 'settings',
    body: (
      <>
        <PageTitle up={UP}>Confirm your new email</PageTitle>
        <section class="card reading">
          <p>
            From now on, you sign in as <Text>{email}</Text>, and no longer as <Text>{session.email}</Text>.
            Your other sessions end.
          </p>
          <form method="post" action="/settings/sign-in/email/confirm">
            <input type="hidden" name="token" value={token} />
            <button type="submit" class="primary">
              Change email
            </button>
          </form>
        </section>
      </>
    ),
  };
}

export async function confirmEmail(account: Account, { form, session }: Asked): Promise<Answer> {
  const token = form.get('token') ?? '';
  const { user_id, session_id } = session;
  const changed = await confirmEmailChange(account, { user_id, session_id, token });
  return changed ? goTo('/settings/sign-in', 'email_changed') : deadLinkPage();
}

export async function withdrawEmail(account: Account, { session }: Asked): Promise<Answer> {
  await withdrawEmailChange(account, session);
  return goTo('/settings/sign-in', 'email_withdrawn');
}

function deadLinkPage(): Shown {
  return {
    title: 'This link does not work',
    section: 'settings',
    status: 400,
    body: (
      <>
        <PageTitle up={UP}>This link does not work</PageTitle>
        <section class="card reading">
          <p>
            It has expired, was already used or replaced, or belongs to another user. If you requested it,
            sign in as that user, or request a new one under <a href={UP.path}>{UP.label}</a>.
          </p>
        </section>
      </>
    ),
  };
}
