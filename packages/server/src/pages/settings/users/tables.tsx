import type { ListedInvitation, ListedUser } from '@lodestone/core';

import { inWords } from '../../components/badge.tsx';
import { Card } from '../../components/card.tsx';
import { Table } from '../../components/table.tsx';
import { Address } from '../../components/text.tsx';
import { Moment } from '../../figure.tsx';

/** Users who may sign in to the account. */
export function Users({
  users,
  mayChange,
  self,
}: {
  users: readonly ListedUser[];
  mayChange: boolean;
  /** Id of the signed-in user. */
  self: string;
}) {
  const owners = users.filter(({ role }) => role === 'owner').length;
  return (
    <Card
      title="Users"
      aside={
        mayChange && (
          <a href="#invite" class="small">
            Invite someone
          </a>
        )
      }
    >
      <Table name="Users" head={['Email', 'Role', '2-step sign-in', 'Last seen', ...(mayChange ? [''] : [])]}>
        {users.map((user) => (
          <tr key={user.id} data-user={user.id}>
            <th scope="row">
              <Address>{user.email}</Address>
            </th>
            <td>{inWords(user.role)}</td>
            <td>{user.two_step ? 'On' : 'Off'}</td>
            <td>
              <Moment value={user.last_seen_at} none="Not signed in" />
            </td>
            {mayChange && (
              <td>
                {user.role === 'owner' && owners === 1 ? (
                  <OnlyOwner />
                ) : (
                  <Changes user={user} self={user.id === self} />
                )}
              </td>
            )}
          </tr>
        ))}
      </Table>
    </Card>
  );
}

function OnlyOwner() {
  return <span class="small muted">The only owner</span>;
}

function Changes({ user: { id, email, role, two_step }, self }: { user: ListedUser; self: boolean }) {
  const other = role === 'owner' ? 'member' : 'owner';
  return (
    <div class="row">
      <form method="post" action={`/settings/users/${id}/role`}>
        <input type="hidden" name="role" value={other} />
        <button type="submit" class="quiet">
          Make {other}
          <span class="sr"> of {email}</span>
        </button>
      </form>
      {two_step && !self && (
        <a class="button quiet" href={`/settings/users/${id}/two-step-off`}>
          Turn off 2-step<span class="sr"> sign-in of {email}</span>
        </a>
      )}
      <a class="button quiet danger" href={`/settings/users/${id}/remove`}>
        Remove<span class="sr"> {email}</span>
      </a>
    </div>
  );
}

/** Open invitations. */
export function Invitations({ invitations }: { invitations: readonly ListedInvitation[] }) {
  return (
    <Card title="Invited">
      <Table name="Invited" head={['Email', 'Role', 'Link works until', '']}>
        {invitations.map(({ id, email, role, expires_at }) => (
          <tr key={id}>
            <th scope="row">
              <Address>{email}</Address>
            </th>
            <td>{inWords(role)}</td>
            <td>
              <Moment value={expires_at} />
            </td>
            <td>
              <form method="post" action={`/settings/users/invitations/${id}/withdraw`}>
                <button type="submit" class="quiet danger">
                  Withdraw<span class="sr"> the invitation of {email}</span>
                </button>
              </form>
            </td>
          </tr>
        ))}
      </Table>
    </Card>
  );
}
