import type { Request, RequestHandler } from 'express';

import { acceptInvitation, type Db, type Invitation, readInvitation, Refusal } from '@lodestone/core';

import type { Shown } from '../answer.ts';
import { Note } from '../components/card.tsx';
import { Text } from '../components/text.tsx';
import { formOf, queryOf } from '../form.ts';
import { send } from '../send.ts';
import { NewPassword, type PasswordErrors } from '../settings/password-form.tsx';
import type { Begin } from './begin.ts';

/** The page that an invitation's link opens. Opening it uses nothing up: mail scanners open every link. */
export function showInvitation(db: Db): RequestHandler {
  return async (request, response) => {
    const token = queryOf(request).get('token') ?? '';
    await send(request, response, null, invitationPage(token, await readInvitation(db, token)));
  };
}

/** Makes the user with the password that they chose, and signs them in. */
export function accept(db: Db, begin: Begin): RequestHandler {
  return async (request, response) => {
    const form = formOf(request);
    const token = form.get('token') ?? '';
    const password = form.get('password') ?? '';
    const refuse = async (errors: PasswordErrors) =>
      send(request, response, null, invitationPage(token, await readInvitation(db, token), errors));
    if (password !== form.get('again')) return refuse({ again: 'The passwords do not match.' });
    const accepted = await acceptInvitation(db, { token, password, user_agent: userAgentOf(request) }).catch(
      (error: unknown) => {
        if (error instanceof Refusal && error.field === 'password') return { refused: error.message };
        throw error;
      },
    );
    if (accepted === null) return refuse({});
    if (typeof accepted === 'object') return refuse({ password: accepted.refused });
    await begin(request, response, accepted, { path: '/', flash: 'joined' });
  };
}

function userAgentOf(request: Request): string | undefined {
  return request.get('user-agent');
}

function invitationPage(token: string, invitation: Invitation | null, errors: PasswordErrors = {}): Shown {
  if (invitation === null) return deadPage();
  const refused = Object.keys(errors).length > 0;
  return {
    title: refused ? 'Error: Invitation' : 'Invitation',
    section: null,
    status: refused ? 400 : 200,
    secret: true,
    body: (
      <section class="card narrow">
        <h1>
          Join <Text most={100}>{invitation.account_name}</Text>
        </h1>
        <p>
          You are invited as {invitation.role === 'owner' ? 'an owner' : 'a member'}. Choose a password, and
          you are in.
        </p>
        <form method="post" action="/sign-in/invitation" class="stack">
          <input type="hidden" name="token" value={token} />
          <p>
            Your email: <Text>{invitation.email}</Text>
          </p>
          {/* Lets a password manager know whose password it keeps. */}
          <input type="email" name="email" value={invitation.email} autoComplete="username" hidden readOnly />
          <NewPassword errors={errors} />
          <button type="submit" class="primary">
            Join
          </button>
        </form>
      </section>
    ),
  };
}

function deadPage(): Shown {
  return {
    title: 'Invitation',
    section: null,
    status: 400,
    body: (
      <section class="card narrow">
        <h1>Invitation</h1>
        <Note tone="bad">
          <p role="alert">
            This invitation was used or withdrawn, has expired, or was mistyped. Ask the person who invited
            you for a new link.
          </p>
        </Note>
        <p>
          <a href="/sign-in">Sign in</a>
        </p>
      </section>
    ),
  };
}
