import type { Account } from '../db/account.ts';
import { pageOf, type Paging } from '../db/page.ts';
import { moment, momentOrNull } from '../db/rows.ts';
import type { MagnetKind, MagnetStatus } from '../db/schema.ts';
import { type Sql, sql } from '../db/sql.ts';
import { type MagnetSums, performanceOf } from './performance.ts';
import { summed } from '../figures/sums.ts';
import { toWire, uuidOf } from '../ids.ts';
import { notFound } from '../refusal.ts';

interface Row extends MagnetSums {
  id: string;
  title: string;
  slug: string;
  description: string | null;
  kind: MagnetKind;
  delivery_subject: string;
  status: MagnetStatus;
  created_at: Date;
  updated_at: Date;
  published_at: Date | null;
  can_publish: boolean;
  test_status: 'succeeded' | 'failed' | null;
  test_at: Date | null;
  test_error: string | null;
}

/** Magnets with their performance, newest first. */
export async function listMagnets(
  account: Account,
  { status, ...paging }: Paging & { status: MagnetStatus | 'all' },
) {
  const rows = await readRows(
    account,
    sql`${status === 'all'} or m.status = ${status}`,
    sql`limit ${paging.limit + 1} offset ${paging.offset}`,
  );
  return pageOf(rows.map(onWire), paging);
}

/** A magnet as it is read alone. */
export type Magnet = Awaited<ReturnType<typeof readMagnet>>;

/** One magnet with its performance. */
export async function readMagnet(account: Account, { id }: { id: string }) {
  const uuid = uuidOf('mag', id, 'magnet');
  const [row] = await readRows(account, sql`m.id = ${uuid}`, sql``);
  if (!row) throw notFound('magnet');
  return onWire(row);
}

function readRows(account: Account, which: Sql, slice: Sql): Promise<Row[]> {
  return account.rows<Row>(
    (own) => sql`
      select
        m.id, m.title, m.slug, m.description, m.kind, m.delivery_subject, m.status, m.created_at, m.updated_at,
        m.published_at,
        exists (
          select from ${own('magnet_test_sends')} as t where t.magnet_id = m.id and t.status = 'succeeded'
        ) as can_publish,
        test.status as test_status, test.at as test_at, test.error as test_error,
        t.requests, t.leads, t.sent, t.delivered, t.bounced, t.sent_opened, t.sent_clicked
      from ${own('magnets')} as m
      left join (${summed(own, 'magnet_totals')}) as t on t.magnet_id = m.id
      left join lateral (
        select s.status, s.at, s.error
        from ${own('magnet_test_sends')} as s
        where s.magnet_id = m.id
        order by s.at desc, s.id desc
        limit 1
      ) as test on true
      where ${which}
      order by m.created_at desc, m.id
      ${slice}`,
  );
}

function onWire(row: Row) {
  return {
    id: toWire('mag', row.id),
    title: row.title,
    slug: row.slug,
    description: row.description,
    kind: row.kind,
    delivery_subject: row.delivery_subject,
    status: row.status,
    test_send:
      row.test_status && row.test_at
        ? { status: row.test_status, at: moment(row.test_at), error: row.test_error }
        : null,
    can_publish: row.can_publish,
    performance: performanceOf(row),
    created_at: moment(row.created_at),
    updated_at: moment(row.updated_at),
    published_at: momentOrNull(row.published_at),
  };
}
