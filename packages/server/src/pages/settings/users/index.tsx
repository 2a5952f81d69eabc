import {
  type Account,
  invite,
  INVITATION_DAYS,
  listInvitations,
  listUsers,
  notFound,
  Refusal,
  ROLES,
  type Session,
  toWire,
  withdrawInvitation,
} from '@lodestone/core';

import { invitationUrl } from '../../../links.ts';
import { type Answer, goTo, type Shown } from '../../answer.ts';
import { Card, Note, PageTitle } from '../../components/card.tsx';
import { Copied } from '../../components/copied.tsx';
import { Text } from '../../components/text.tsx';
import type { Asked } from '../../page.ts';
import { choiceOf, textOf } from '../../query.ts';
import { mayUse } from '../../roles.ts';
import { SettingsTabs } from '../tabs.tsx';
import { InviteForm, type InviteValues } from './invite-form.tsx';
import { Invitations, Users } from './tables.tsx';

const FRESH: InviteValues = { email: '', role: 'member' };

/** Settings, Users: who may sign in to the account, and who is invited. */
export function showUsers(account: Account, { session }: Asked): Promise<Answer> {
  return usersPage(account, session, FRESH);
}

async function usersPage(
  account: Account,
  { role, user_id }: Session,
  values: InviteValues,
  error?: string,
): Promise<Shown> {
  const mayChange = mayUse(role, 'POST', '/settings/users/invitations');
  const users = await listUsers(account);
  const invitations = mayChange ? await listInvitations(account) : [];
  return {
    title: error === undefined ? 'Users' : 'Error: Users',
    section: 'settings',
    status: error === undefined ? 200 : 400,
    body: (
      <>
        <PageTitle>Settings</PageTitle>
        <SettingsTabs current="users" role={role} />
        <Users users={users} mayChange={mayChange} self={toWire('usr', user_id)} />
        {invitations.length > 0 && <Invitations invitations={invitations} />}
        {mayChange && <InviteForm values={values} error={error} />}
      </>
    ),
  };
}

/** Invites somebody, and goes to the page that shows their link. */
export async function inviteOne(account: Account, { form, session }: Asked): Promise<Answer> {
  const values = { email: textOf(form, 'email'), role: choiceOf(form, 'role', ['member', ...ROLES]) };
  try {
    const { id, token } = await invite(account, values);
    return { to: `/settings/users/invitations/${id}`, once: token };
  } catch (error) {
    if (!(error instanceof Refusal) || error.field !== 'email') throw error;
    return usersPage(account, session, values, error.message);
  }
}

/** The link of an invitation that was made just now, shown this once. Whoever comes again finds the list. */
export async function showInvitation(account: Account, { params, once, baseUrl }: Asked): Promise<Answer> {
  const invitation = (await listInvitations(account)).find(({ id }) => id === params['id']);
  if (!invitation) throw notFound('invitation');
  if (once === null) return goTo('/settings/users');
  return {
    title: 'The invitation',
    section: 'settings',
    scripted: true,
    secret: true,
    body: (
      <>
        <PageTitle up={{ path: '/settings/users', label: 'Users' }}>The invitation</PageTitle>
        <Card title="Pass on this link">
          <p>
            It is for <Text>{invitation.email}</Text>, works once, and lasts {INVITATION_DAYS} days. Anyone
            who opens it can choose a password and sign in.
          </p>
          <Note tone="warn">
            <p>
              <strong>Copy it now.</strong> It is shown only once. If it gets lost, invite the same address
              again.
            </p>
          </Note>
          <Copied id="invitation" label="Copy the link" text={invitationUrl(baseUrl, once)} />
        </Card>
      </>
    ),
  };
}

export async function withdrawOne(account: Account, { params }: Asked): Promise<Answer> {
  await withdrawInvitation(account, { id: params['id'] ?? '' });
  return goTo('/settings/users', 'invitation_withdrawn');
}
