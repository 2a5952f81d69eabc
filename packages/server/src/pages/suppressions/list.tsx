import {
  type Account,
  type Imported,
  liftSuppression,
  type ListedSuppression,
  listSuppressions,
  Refusal,
  suppressList,
} from '@lodestone/core';

import { type Answer, goTo, type Shown } from '../answer.ts';
import { Badge } from '../components/badge.tsx';
import { Card, Empty, Note, PageTitle } from '../components/card.tsx';
import { Input, TextArea } from '../components/field.tsx';
import { Pager } from '../components/pager.tsx';
import { Table } from '../components/table.tsx';
import { Text } from '../components/text.tsx';
import { Moment } from '../figure.tsx';
import { number } from '../format.ts';
import type { Asked } from '../page.ts';
import { offsetOf, textOf } from '../query.ts';

const LIMIT = 50;

const REASONS = {
  hard_bounce: 'Hard bounce',
  complaint: 'Complaint',
  manual: 'Added by hand',
  import: 'Import',
} as const;

export function listSuppressionsPage(account: Account, asked: Asked): Promise<Shown> {
  return suppressionsPage(account, asked);
}

/** `POST /suppressions`: one address or domain, or a list of them. */
export async function suppressNow(account: Account, asked: Asked): Promise<Answer> {
  const text = textOf(asked.form, 'list');
  const reason = text.includes('\n') ? 'import' : 'manual';
  try {
    if (text === '') throw new Refusal('invalid_parameter', 'Enter an address or a domain.', 'list');
    const imported = await suppressList(account, { text, reason });
    if (imported.refused.length === 0) return goTo('/suppressions', 'suppressed');
    return await suppressionsPage(account, asked, {
      imported,
      text: imported.refused.map(({ text }) => text).join('\n'),
    });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return suppressionsPage(account, asked, { error: error.message, text });
  }
}

/** `POST /suppressions/:id/lift` */
export async function liftNow(account: Account, { params }: Asked): Promise<Answer> {
  await liftSuppression(account, { id: params['id'] ?? '' });
  return goTo('/suppressions', 'suppression_lifted');
}

interface Refused {
  error?: string;
  text?: string;
  imported?: Imported;
}

async function suppressionsPage(account: Account, { query }: Asked, refused: Refused = {}): Promise<Shown> {
  const offset = offsetOf(query);
  const search = textOf(query, 'search').slice(0, 320);
  const { data, next_offset } = await listSuppressions(account, { limit: LIMIT, offset, search });
  return {
    title: 'Suppressions',
    section: 'suppressions',
    status: refused.error !== undefined || refused.imported ? 400 : 200,
    body: (
      <>
        <PageTitle>Suppressions</PageTitle>
        <p class="reading">
          Nothing is sent to these addresses and domains. Hard bounces and complaints are added automatically.
          People who unsubscribed are not listed here: only they can undo that.
        </p>
        <Card title="Suppressed" aside={<Search value={search} />}>
          {data.length > 0 ? (
            <Suppressions rows={data} />
          ) : (
            <None filtered={search !== ''} beyond={offset > 0} />
          )}
          <Pager
            path="/suppressions"
            query={query}
            limit={LIMIT}
            offset={offset}
            shown={data.length}
            next_offset={next_offset}
          />
        </Card>
        <Add {...refused} />
      </>
    ),
  };
}

function Suppressions({ rows }: { rows: readonly ListedSuppression[] }) {
  return (
    <Table name="Suppressed addresses and domains" head={['Address or domain', 'Why', 'Since', '']}>
      {rows.map(({ id, value, reason, detail, created_at }) => (
        <tr key={id}>
          <th scope="row">
            <Text>{value}</Text>
            {detail !== null && (
              <div class="small muted">
                <Text most={160}>{detail}</Text>
              </div>
            )}
          </th>
          <td>
            <Badge tone={reason === 'complaint' || reason === 'hard_bounce' ? 'bad' : 'plain'}>
              {REASONS[reason]}
            </Badge>
          </td>
          <td>
            <Moment value={created_at} />
          </td>
          <td>
            <form method="post" action={`/suppressions/${id}/lift`}>
              <button type="submit" class="quiet">
                Remove<span class="sr"> {value}</span>
              </button>
            </form>
          </td>
        </tr>
      ))}
    </Table>
  );
}

function Add({ error, text = '', imported }: Refused) {
  return (
    <Card title="Add or import" id="add">
      {imported && (
        <Note tone="warn">
          <p>
            {number(imported.added)} added, {number(imported.known)} already listed. These lines are neither
            an address nor a domain:
          </p>
        </Note>
      )}
      <form method="post" action="/suppressions" class="stack">
        <TextArea
          name="list"
          label="Addresses and domains"
          hint="One per line, such as jo@example.com or example.com. Up to 5,000 lines at once."
          value={text}
          error={error}
          rows={5}
        />
        <button type="submit">Suppress</button>
      </form>
    </Card>
  );
}

function Search({ value }: { value: string }) {
  return (
    <form method="get" action="/suppressions" class="row low">
      <Input name="search" label="Address or domain" type="search" value={value} autoComplete="off" />
      <button type="submit">Search</button>
    </form>
  );
}

function None({ filtered, beyond }: { filtered: boolean; beyond: boolean }) {
  if (filtered || beyond) {
    return (
      <Empty title={filtered ? 'Nothing found' : 'Nothing on this page'}>
        <p>
          <a href="/suppressions">Show all suppressions</a>
        </p>
      </Empty>
    );
  }
  return (
    <Empty title="No suppressions yet">
      <p>Emails can be sent to everyone who has not unsubscribed.</p>
    </Empty>
  );
}
