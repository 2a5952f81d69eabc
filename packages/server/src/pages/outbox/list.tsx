import { type Account, listOutbox } from '@lodestone/core';
import { readShown } from '@lodestone/mail';

import type { Shown } from '../answer.ts';
import { Badge, inWords } from '../components/badge.tsx';
import { Card, Empty, PageTitle } from '../components/card.tsx';
import { Pager } from '../components/pager.tsx';
import { Table } from '../components/table.tsx';
import { Address, Text } from '../components/text.tsx';
import { Moment } from '../figure.tsx';
import type { Asked } from '../page.ts';
import { offsetOf } from '../query.ts';

const LIMIT = 50;

export async function listOutboxPage(account: Account, { query }: Asked): Promise<Shown> {
  const offset = offsetOf(query);
  const { data, next_offset } = await listOutbox(account, { limit: LIMIT, offset });
  const emails = await Promise.all(
    data.map(async ({ head, ...email }) => ({ ...email, subject: (await readShown(head)).subject })),
  );
  return {
    title: 'Outbox',
    section: 'outbox',
    body: (
      <>
        <PageTitle>Outbox</PageTitle>
        <Card
          title="Emails kept here"
          aside={<span class="small muted">As they would arrive, with working links</span>}
        >
          {emails.length > 0 ? (
            <Table name="Emails kept here" head={['Subject', 'To', 'Type', 'When']}>
              {emails.map(({ id, subject, to, kind, at }) => (
                <tr key={id}>
                  <th scope="row">
                    <a href={`/outbox/${id}`}>
                      <Text most={120}>{subject}</Text>
                    </a>
                  </th>
                  <td>
                    <Address>{to}</Address>
                  </td>
                  <td>
                    <Badge>{inWords(kind)}</Badge>
                  </td>
                  <td>
                    <Moment value={at} />
                  </td>
                </tr>
              ))}
            </Table>
          ) : (
            <Empty title={offset > 0 ? 'Nothing on this page' : 'Your outbox is empty'}>
              <p>
                Without a mail server or a connected inbox, emails are kept here instead of being sent, so
                that you can see each one as it would arrive.
              </p>
            </Empty>
          )}
          <Pager
            path="/outbox"
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
