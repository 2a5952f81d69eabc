import type { Transaction } from 'kysely';

import type { Tables } from '@lodestone/core/db/schema.js';
import { DOMAIN_GRACE_HOURS } from '@lodestone/core/deliverability/domains.js';
import { type Clock, idAt } from './clock.ts';
import type { DemoInbox } from './inboxes.ts';

/** Times of day at which the system pauses inboxes of the demo, and campaigns. */
const INBOX_TIME = '13:45:00.000';
const CAMPAIGN_TIME = '15:10:00.000';

/** When the system paused an inbox. */
export function inboxPausedAt({ system_pause }: DemoInbox, at: Clock): Date | null {
  return system_pause ? at(system_pause[1], INBOX_TIME) : null;
}

/** When a campaign was paused, so many days ago. */
export function campaignPausedAt(day: number, at: Clock): Date {
  return at(day, CAMPAIGN_TIME);
}

/** What the looks at an inbox's domain found wrong, for as long as one may be before the system pauses it. */
export function lookedUp(inbox: DemoInbox, at: Clock) {
  const paused = inboxPausedAt(inbox, at);
  if (!inbox.failing || !paused) return {};
  const records = Object.entries(inbox.failing).map(([check, [found, expected]]) => [
    check,
    { found, expected },
  ]);
  const last = at(1, '05:47:00.000');
  return {
    dns_found: JSON.stringify(Object.fromEntries(records)),
    dns_checked_at: last,
    domain_failed_at: last,
    domain_failing_since: failingSince(paused),
  };
}

function failingSince(paused: Date): Date {
  return new Date(paused.getTime() - DOMAIN_GRACE_HOURS * 3_600_000 - 60_000);
}

/** Writes down why the system paused an inbox. That of one without a record is from before there were any. */
export async function recordInboxPause(
  db: Transaction<Tables>,
  { account_id, of_id }: { account_id: string; of_id: string },
  inbox: DemoInbox,
  at: Clock,
): Promise<void> {
  const paused_at = inboxPausedAt(inbox, at);
  if (!inbox.failing || !paused_at) return;
  const rows = (['spf', 'dkim'] as const).flatMap((check) => {
    const [found, expected] = inbox.failing?.[check] ?? [];
    return expected === undefined ? [] : [{ check, found, expected }];
  });
  const threshold = { failing_since: failingSince(paused_at).toISOString(), limit_hours: DOMAIN_GRACE_HOURS };
  await record(db, { account_id, of_id, kind: 'inbox', cause: 'domain', paused_at, threshold, rows });
}

/** Writes down that a campaign was stalled since its one inbox could not send. */
export async function recordStall(
  db: Transaction<Tables>,
  { account_id, of_id, paused_at }: { account_id: string; of_id: string; paused_at: Date },
  { address, status = 'active', system_pause }: DemoInbox,
): Promise<void> {
  const rows = [{ address, status, system_pause_reason: system_pause?.[0] ?? null }];
  const threshold = { usable_inboxes: 0 };
  await record(db, { account_id, of_id, kind: 'campaign', cause: 'no_inbox', paused_at, threshold, rows });
}

async function record(
  db: Transaction<Tables>,
  {
    threshold,
    rows,
    ...pause
  }: {
    account_id: string;
    of_id: string;
    kind: 'inbox' | 'campaign';
    cause: 'domain' | 'no_inbox';
    paused_at: Date;
    threshold: object;
    rows: readonly object[];
  },
): Promise<void> {
  await db
    .insertInto('system_pauses')
    .values({
      ...pause,
      id: idAt(pause.paused_at, `${pause.of_id} paused`),
      threshold: JSON.stringify(threshold),
      rows: JSON.stringify(rows),
    })
    .execute();
}
