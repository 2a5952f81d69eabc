import type { Account } from '../db/account.ts';
import { pageOf, type Paging } from '../db/page.ts';
import { moment, momentOrNull } from '../db/rows.ts';
import type { EnrollmentStatus, StopReason } from '../db/schema.ts';
import { type Own, type Sql, sql } from '../db/sql.ts';
import { toWire, uuidOf } from '../ids.ts';
import { NEVER_DUE, waitsForOwner } from '../sending/candidates.ts';

interface Row {
  id: string;
  subscriber_id: string;
  email: string;
  status: EnrollmentStatus;
  stop_reason: StopReason | null;
  enrolled_at: Date;
  replied_at: Date | null;
  step: number | null;
  due_at: Date | null;
  waits_for: 'out_of_office' | 'colleague' | null;
}

/**
 * Where each lead of a campaign stands, the latest to join first.
 * @param options.failed only those whose email failed, and who wait for the owner
 * @throws Refusal `not_found`
 */
export async function listLeads(
  account: Account,
  { campaign_id, failed = false, ...paging }: Paging & { campaign_id: string; failed?: boolean },
) {
  const campaign = uuidOf('cmp', campaign_id, 'campaign');
  const rows = await account.rows<Row>(
    (own) => sql`
      select e.id, e.subscriber_id, s.email, e.status, e.stop_reason, e.enrolled_at, e.replied_at, n.step, nullif(n.due_at, ${NEVER_DUE}) as due_at, n.waits_for
      from (
        select * from ${own('enrollments')} as e
        where e.campaign_id = ${campaign} ${failed ? sql`and ${isWaiting(own)}` : sql``}
        order by e.id desc
        limit ${paging.limit + 1} offset ${paging.offset}
      ) as e
      join ${own('subscribers')} as s on s.id = e.subscriber_id
      left join ${own('next_steps')} as n on n.enrollment_id = e.id
      order by e.id desc`,
  );
  return pageOf(rows.map(onWire), paging);
}

function isWaiting(own: Own): Sql<boolean> {
  return sql<boolean>`e.id in (
    select n.enrollment_id from ${own('next_steps')} as n where n.campaign_id = e.campaign_id and ${waitsForOwner(own)}
  )`;
}

export type Lead = Awaited<ReturnType<typeof listLeads>>['data'][number];

function onWire({ id, subscriber_id, step, due_at, waits_for, enrolled_at, replied_at, ...row }: Row) {
  return {
    ...row,
    id: toWire('enr', id),
    subscriber_id: toWire('sub', subscriber_id),
    enrolled_at: moment(enrolled_at),
    replied_at: momentOrNull(replied_at),
    /** What is sent next; null for nothing. `due_at` is null for a step that failed: it waits for the owner. */
    next: step === null ? null : { step, due_at: momentOrNull(due_at), waits_for },
  };
}
