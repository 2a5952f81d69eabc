import type { listSessions } from '@lodestone/core';

import { Badge } from '../components/badge.tsx';
import { Card } from '../components/card.tsx';
import { Table } from '../components/table.tsx';
import { Text } from '../components/text.tsx';
import { Moment } from '../figure.tsx';
import { browserName } from './browser-name.ts';

type SessionOnPage = Awaited<ReturnType<typeof listSessions>>[number];

/** Where the user is signed in, and a button that ends each. */
export function Sessions({ sessions }: { sessions: SessionOnPage[] }) {
  const others = sessions.some((session) => !session.current);
  return (
    <Card
      title="Sessions"
      aside={
        others && (
          <form method="post" action="/settings/sign-in/sessions/end-others">
            <button type="submit" class="quiet danger">
              End all other sessions
            </button>
          </form>
        )
      }
    >
      <Table name="Sessions" broad head={['Browser', 'Signed in', 'Last seen', 'Expires', '']}>
        {sessions.map((session) => (
          <tr key={session.id}>
            <th scope="row">
              <Text most={120}>{browserName(session.user_agent)}</Text>{' '}
              {session.current && <Badge tone="info">This session</Badge>}
            </th>
            <td>
              <Moment value={session.created_at} />
            </td>
            <td>
              <Moment value={session.last_seen_at} />
            </td>
            <td>
              <Moment value={session.expires_at} />
            </td>
            <td>
              <End session={session} />
            </td>
          </tr>
        ))}
      </Table>
    </Card>
  );
}

function End({ session }: { session: SessionOnPage }) {
  const action = session.current ? '/sign-out' : `/settings/sign-in/sessions/${session.id}/end`;
  return (
    <form method="post" action={action}>
      <button type="submit" class="quiet">
        {session.current ? 'Sign out' : 'End'}
      </button>
    </form>
  );
}
