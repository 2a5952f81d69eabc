import { type Account, listUnmatched, readUnmatched } from '@lodestone/core';

import type { Answer } from '../answer.ts';
import { Status } from '../components/badge.tsx';
import { Card, Empty, PageTitle } from '../components/card.tsx';
import { Pager } from '../components/pager.tsx';
import { Table } from '../components/table.tsx';
import { Address, excerpt, LongText, Text } from '../components/text.tsx';
import { Moment } from '../figure.tsx';
import type { Asked } from '../page.ts';
import { offsetOf } from '../query.ts';

const LIMIT = 50;

/** `GET /inbox/unmatched`: emails of the inboxes that answer nothing of ours. They have no intent. */
export async function showUnmatched(account: Account, { query }: Asked): Promise<Answer> {
  const offset = offsetOf(query);
  const { data, next_offset } = await listUnmatched(account, { limit: LIMIT, offset });
  return {
    title: 'Unmatched emails',
    section: 'inbox',
    body: (
      <>
        <PageTitle up={{ path: '/inbox', label: 'Inbox' }}>Unmatched emails</PageTitle>
        <p class="muted">
          These arrived in your inboxes but do not reply to any of your emails. They count as inbox messages,
          but not as campaign replies.
        </p>
        <Card title="Emails">
          {data.length === 0 ? (
            <Empty title={offset === 0 ? 'None so far' : 'Nothing on this page'}>
              {offset === 0 ? (
                <p>
                  Every email received so far belongs to one of yours: it is a reply, an automatic answer or a
                  bounce.
                </p>
              ) : (
                <p>
                  <a href="/inbox/unmatched">Show the latest</a>
                </p>
              )}
            </Empty>
          ) : (
            <Table name="Unmatched emails" broad head={['From', 'Subject', 'Inbox', 'Received']}>
              {data.map((email) => (
                <tr key={email.id}>
                  <th scope="row">
                    <Address>{email.from}</Address>
                  </th>
                  <td class="long">
                    <a href={`/inbox/unmatched/${email.id}`}>
                      <Text most={160}>{email.subject || 'No subject'}</Text>
                    </a>{' '}
                    {email.kind !== 'reply' && <Status>{email.kind}</Status>}
                  </td>
                  <td>
                    <Address>{email.inbox}</Address>
                  </td>
                  <td>
                    <Moment value={email.received_at} />
                  </td>
                </tr>
              ))}
            </Table>
          )}
          <Pager
            path="/inbox/unmatched"
            query={query}
            limit={LIMIT}
            offset={offset}
            shown={data.length}
            next_offset={next_offset}
          />
        </Card>
      </>
    ),
  };
}

/** Characters of such an email that are shown. */
const MAX_CHARACTERS = 30_000;

/** `GET /inbox/unmatched/:id`: what one of them says. */
export async function showUnmatchedEmail(account: Account, { params }: Asked): Promise<Answer> {
  const email = await readUnmatched(account, { id: params['id'] ?? '' });
  const shown = excerpt(email.text, MAX_CHARACTERS);
  return {
    title: email.subject || 'Email with no subject',
    section: 'inbox',
    body: (
      <>
        <PageTitle up={{ path: '/inbox/unmatched', label: 'Unmatched emails' }}>
          <Text most={200}>{email.subject || 'No subject'}</Text>
        </PageTitle>
        <article class="card mail received">
          <header>
            <p class="small muted">
              From <Text most={100}>{email.from}</Text> to <Text most={100}>{email.inbox}</Text>, received{' '}
              <Moment value={email.received_at} /> {email.kind !== 'reply' && <Status>{email.kind}</Status>}
            </p>
          </header>
          {shown === '' ? (
            <p class="muted">No text.</p>
          ) : (
            <LongText label="Text of the email">{shown}</LongText>
          )}
          {shown !== email.text && <p class="small muted">The rest is in your mailbox.</p>}
        </article>
      </>
    ),
  };
}
