import {
  type Account,
  type ListedUser,
  listUsers,
  Refusal,
  removeUser,
  resetTwoStep,
  ROLES,
  setRole,
} from '@lodestone/core';

import { type Answer, goTo } from '../../answer.ts';
import { Card, Note, PageTitle } from '../../components/card.tsx';
import { Address } from '../../components/text.tsx';
import type { Asked } from '../../page.ts';
import { textOf } from '../../query.ts';

export async function changeRole(account: Account, { params, form }: Asked): Promise<Answer> {
  const role = ROLES.find((known) => known === textOf(form, 'role'));
  if (role === undefined) throw new Refusal('invalid_parameter', 'A role is owner or member.');
  await setRole(account, { id: params['id'] ?? '', role });
  return goTo('/settings/users', 'role_changed');
}

/** Asks before somebody is removed, and says what happens. */
export async function confirmRemoving(account: Account, { params }: Asked): Promise<Answer> {
  const user = await userOf(account, params['id']);
  return {
    title: 'Remove a user',
    section: 'settings',
    body: (
      <>
        <PageTitle up={{ path: '/settings/users', label: 'Users' }}>Remove a user</PageTitle>
        <Card title="What will happen">
          <p>
            <strong>
              <Address>{user.email}</Address>
            </strong>
          </p>
          <Note tone="warn">
            <p>
              They are signed out everywhere at once, and their pending invitations end. What they did stays
              in the audit log. API keys keep working: revoke the ones they know.
            </p>
          </Note>
          <form method="post" action={`/settings/users/${user.id}/remove`} class="row">
            <button type="submit" class="danger">
              Remove this user
            </button>
            <a href="/settings/users">Keep them</a>
          </form>
        </Card>
      </>
    ),
  };
}

export async function removeOne(account: Account, { params }: Asked): Promise<Answer> {
  await removeUser(account, { id: params['id'] ?? '' });
  return goTo('/settings/users', 'user_removed');
}

/** @throws Refusal `not_found` */
async function userOf(account: Account, id: string | undefined): Promise<ListedUser> {
  const user = (await listUsers(account)).find((one) => one.id === id);
  if (!user) throw new Refusal('not_found', 'No such user.');
  return user;
}

/** Asks before somebody's 2-step sign-in is turned off for them. */
export async function confirmReset(account: Account, { params }: Asked): Promise<Answer> {
  const user = await userOf(account, params['id']);
  return {
    title: 'Turn off 2-step sign-in',
    section: 'settings',
    body: (
      <>
        <PageTitle up={{ path: '/settings/users', label: 'Users' }}>Turn off 2-step sign-in</PageTitle>
        <Card title="What will happen">
          <p>
            <strong>
              <Address>{user.email}</Address>
            </strong>
          </p>
          <Note tone="warn">
            <p>
              They can sign in with just their password until they set it up again. Do this for someone who
              has lost their phone and their recovery codes, once you are sure it is really them asking.
            </p>
          </Note>
          <form method="post" action={`/settings/users/${user.id}/two-step-off`} class="row">
            <button type="submit" class="danger">
              Turn off
            </button>
            <a href="/settings/users">Keep it on</a>
          </form>
        </Card>
      </>
    ),
  };
}

export async function resetOne(account: Account, { params }: Asked): Promise<Answer> {
  await resetTwoStep(account, { id: params['id'] ?? '' });
  return goTo('/settings/users', 'two_step_reset');
}
