import type { Account } from '../db/account.ts';
import { isNobody } from '../db/people.ts';
import { sql } from '../db/sql.ts';
import { cancelOpenSends } from '../enrollments/open-sends.ts';
import { suppress } from '../suppressions/suppress.ts';
import type { OurMail } from './match.ts';
import type { Incoming } from './incoming.ts';

/** An email of ours that came back for good, or arrived. */
interface Returned {
  mail: OurMail;
  at: Date;
  failure: string;
}

/**
 * What follows from bounces. A hard one says that the address is to blame: what was sent there `bounced`, the enrollment with it,
 * and nothing is sent to the address any more. One that says that an email arrived makes a delivery `delivered`. Others change
 * nothing of the lead, whose sequence goes on: one that blames us counts against the inbox, and a delivery that came back for
 * good is not taken as delivered after a day. A delay is no news yet, since the next server tries again.
 */
export async function applyBounces(account: Account, incoming: readonly Incoming[]): Promise<void> {
  const read = incoming.flatMap(({ reading, match, received_at }) =>
    reading.kind === 'bounce' && match
      ? [{ ...reading, mail: match.mail, at: received_at, failure: wordsOf(reading, match.mail) }]
      : [],
  );
  await bounce(
    account,
    read.filter(({ outcome }) => outcome === 'hard'),
  );
  await arrive(
    account,
    read.filter(({ outcome }) => outcome === 'delivered'),
  );
  await returnDeliveries(
    account,
    read.filter(({ outcome, action }) => (outcome === 'soft' || outcome === 'ours') && action === 'failed'),
  );
  await blameUs(
    account,
    read.filter(({ outcome }) => outcome === 'ours'),
  );
}

function wordsOf(
  { status, diagnostic }: { status: string | null; diagnostic: string | null },
  { to_address }: OurMail,
): string {
  // The server's words name the recipient.
  if (isNobody(to_address)) return status ?? 'The email came back.';
  return (diagnostic ?? status ?? 'The email came back.').slice(0, 2_000);
}

async function bounce(account: Account, returned: readonly Returned[]): Promise<void> {
  for (const one of returned) {
    const set = {
      status: 'bounced' as const,
      // Whatever the clock of the server that returned it says, it came back after it was sent.
      bounced_at: sql<Date>`greatest(sent_at, least(${one.at}, clock_timestamp()))`,
      failure: one.failure,
    };
    const { send_id, delivery_id, enrollment_id, to_address } = one.mail;
    if (enrollment_id !== null && send_id !== null) await cancelOpenSends(account, [enrollment_id]);
    if (send_id !== null) {
      await account
        .update('campaign_sends')
        .set(set)
        .where('id', '=', send_id)
        .where('status', '=', 'sent')
        .execute();
    }
    if (delivery_id !== null) {
      await account
        .update('deliveries')
        .set(set)
        .where('id', '=', delivery_id)
        .where('status', 'in', ['sent', 'delivered'])
        .execute();
    }
    if (enrollment_id !== null && send_id !== null) {
      await account
        .update('enrollments')
        .set({ status: 'bounced' })
        .where('id', '=', enrollment_id)
        // A lead whose last email comes back has already completed the sequence, and is one of them as well.
        .where('status', 'in', ['active', 'completed'])
        .execute();
    }
    await suppress(account, {
      kind: 'address',
      value: to_address,
      reason: 'hard_bounce',
      detail: one.failure,
    });
  }
}

async function arrive(account: Account, returned: readonly Returned[]): Promise<void> {
  for (const { mail, at } of returned) {
    if (mail.delivery_id === null) continue;
    await account
      .update('deliveries')
      .set({
        status: 'delivered',
        delivered_at: sql<Date>`greatest(sent_at, least(${at}, clock_timestamp()))`,
      })
      .where('id', '=', mail.delivery_id)
      .where('status', '=', 'sent')
      .execute();
  }
}

/** Not known to have arrived; one that was opened has. */
async function returnDeliveries(account: Account, returned: readonly Returned[]): Promise<void> {
  for (const { mail, at, failure } of returned) {
    if (mail.delivery_id === null) continue;
    await account
      .update('deliveries')
      .set({
        status: 'sent',
        delivered_at: null,
        returned_at: sql<Date>`greatest(sent_at, least(${at}, clock_timestamp()))`,
        failure,
      })
      .where('id', '=', mail.delivery_id)
      .where('status', 'in', ['sent', 'delivered'])
      .where('opened_at', 'is', null)
      .execute();
  }
}

async function blameUs(account: Account, returned: readonly Returned[]): Promise<void> {
  for (const { mail, failure } of returned) {
    await account
      .update('mails')
      .set({ blamed_at: sql<Date>`coalesce(blamed_at, clock_timestamp())`, response: failure })
      .where('id', '=', mail.id)
      .execute();
  }
}
