import type { Account } from '../db/account.ts';
import { isNobody } from '../db/people.ts';
import { sql } from '../db/sql.ts';
import { lockInOrder } from '../figures/lock-order.ts';
import { newId } from '../ids.ts';
import { wake } from '../jobs/wake.ts';
import { lockSending } from '../sending/lock.ts';
import { deferForAbsence } from './absence.ts';
import { applyBounces } from './bounce.ts';
import { applyComplaints } from './complaint.ts';
import type { Incoming } from './incoming.ts';
import { endForThoseWhoLeft } from './left.ts';
import { type Match, matchMails } from './match.ts';
import { optOutBeside } from './opt-out.ts';
import { settleProven } from './proven.ts';
import type { ReceivedMail } from './received.ts';
import { applyReplies } from './reply.ts';
import { keepSyncState, type SyncPosition } from './syncs.ts';

/** Bytes kept of an email, to read it again in another way. */
const MAX_RAW = 256 * 1024;

/**
 * Stores what was read of an inbox, with all that follows from it and how far the inbox was read, all or nothing. An email that
 * is stored already is skipped, so that reading an inbox twice changes nothing.
 * @param inbox UUID
 * @param alike UUIDs of other inboxes that are read from the same mailbox, as aliases are: what they have is known, and what
 * answers an email of theirs is theirs
 * @param folder where it lay. Of what a filter took for spam only that is stored which names an email of ours: a sender proves nothing there
 * @returns what was new
 */
export async function receiveMails(
  account: Account,
  inbox: string,
  received: readonly ReceivedMail[],
  position: SyncPosition,
  alike: readonly string[] = [],
  folder: 'inbox' | 'junk' = 'inbox',
): Promise<Incoming[]> {
  const inboxes = [inbox, ...alike] as const;
  return account.transaction(async (account) => {
    if (received.length > 0) await lockSending(account);
    const fresh = await unknown(account, inboxes, received);
    const identified = await identify(account, inboxes, fresh);
    const wanted = folder === 'junk' ? identified.filter(namesOurs) : identified;
    const incoming = await withoutCopies(account, inboxes, wanted);
    const mails = incoming.flatMap(({ match }) => match?.mail ?? []);
    await lockInOrder(account, {
      deliveries: mails.flatMap(({ delivery_id }) => delivery_id ?? []),
      campaign_sends: mails.flatMap(({ send_id }) => send_id ?? []),
      enrollments: mails.flatMap(({ enrollment_id }) => enrollment_id ?? []),
    });
    await store(account, inboxes, incoming);
    await followIncoming(account, incoming);
    const { uid_validity, last_uid } = position;
    await keepSyncState(account, inbox, {
      ...(folder === 'junk'
        ? { junk_uid_validity: uid_validity, junk_last_uid: last_uid }
        : { uid_validity, last_uid }),
      synced_at: sql<Date>`clock_timestamp()`,
      failing_since: null,
      failure: null,
    });
    return incoming;
  });
}

function namesOurs({ kind, match }: Incoming): boolean {
  return kind !== 'own' && match !== null && match.by !== 'guess';
}

/** All that follows from emails that were stored. Call it in a transaction that has locked what they are about. */
export async function followIncoming(account: Account, incoming: readonly Incoming[]): Promise<void> {
  await settleProven(account, incoming);
  await applyBounces(account, incoming);
  await applyComplaints(account, incoming);
  await deferForAbsence(account, incoming);
  await endForThoseWhoLeft(account, incoming);
  await applyReplies(account, incoming);
  await optOutBeside(account, incoming);
  if (incoming.some(({ kind }) => kind === 'reply')) await wake(account, 'classify_replies');
  if (incoming.some(({ kind }) => kind === 'bounce')) await wake(account, 'watch_deliverability');
}

async function unknown(
  account: Account,
  inboxes: readonly string[],
  received: readonly ReceivedMail[],
): Promise<ReceivedMail[]> {
  const once = [...new Map(received.map((mail) => [mail.fingerprint, mail])).values()];
  if (once.length === 0) return [];
  const known = await account
    .select('inbox_messages')
    .select('fingerprint')
    .where('email_account_id', 'in', inboxes)
    .where(
      'fingerprint',
      'in',
      once.map(({ fingerprint }) => fingerprint),
    )
    .execute();
  const seen = new Set(known.map(({ fingerprint }) => fingerprint));
  return once.filter(({ fingerprint }) => !seen.has(fingerprint));
}

/**
 * Leaves out further copies of a reply: to several addresses of ours, it may come into one mailbox by several ways, and each way
 * adds headers of its own.
 */
async function withoutCopies(
  account: Account,
  inboxes: readonly string[],
  incoming: readonly Incoming[],
): Promise<Incoming[]> {
  const mails = incoming.flatMap(({ kind, match }) => (kind === 'reply' && match ? match.mail.id : []));
  if (mails.length === 0) return [...incoming];
  const known = await account
    .select('inbox_messages')
    .select(['mail_id', 'message_id', 'from_address', 'body'])
    .where('mail_id', 'in', mails)
    .where('email_account_id', 'in', inboxes)
    .execute();
  const seen = new Set(known.map(whichOf));
  return incoming.filter((one) => {
    if (one.kind !== 'reply' || !one.match || one.message_id === null) return true;
    const which = whichOf(storedOf(one));
    return !seen.has(which) && seen.add(which);
  });
}

type Written = { mail_id: string | null; message_id: string | null; from_address: string; body: string };

/** What two copies of a reply have in common. */
function whichOf({ mail_id, message_id, from_address, body }: Written): string {
  return JSON.stringify([mail_id, message_id, from_address, body]);
}

/** Says what each email is and which of ours it is about, in the same order. */
export async function identify(
  account: Account,
  inboxes: readonly string[],
  received: readonly ReceivedMail[],
): Promise<Incoming[]> {
  if (received.length === 0) return [];
  const own = await account.select('email_accounts').select('address').execute();
  const addresses = new Set(own.map(({ address }) => address));
  const matches = await matchMails(account, inboxes, received);
  return received.map((mail) => {
    // What we sent to ourselves, or to another inbox of ours, answers nothing.
    const isOwn = mail.reading.kind === 'reply' && addresses.has(mail.from_address.toLowerCase());
    const match = isOwn ? null : (matches.get(mail.fingerprint) ?? null);
    const received_at = cameAt(mail.received_at, match);
    return { ...mail, id: newId(), kind: isOwn ? 'own' : mail.reading.kind, match, received_at };
  });
}

/**
 * When an email came in. What names an email of ours came after that had left, however far its server's clock is behind; IMAP
 * tells whole seconds besides. A guess proves nothing of any clock: only the second is made up for.
 */
function cameAt(told: Date, match: Match | null): Date {
  const early = (match?.mail.left_at?.getTime() ?? 0) - told.getTime();
  const isSure = match?.by !== 'guess' || early < 1_000;
  return early > 0 && isSure ? new Date(told.getTime() + early) : told;
}

/** An email as a row. Only a person's reply is of a conversation: bounces and automatic answers stand beside it and count as none. */
export function storedOf({ match, kind, ...mail }: Incoming) {
  const isReply = kind === 'reply' && match?.mail.campaign_id != null;
  return {
    id: mail.id,
    campaign_id: isReply ? match.mail.campaign_id : null,
    enrollment_id: isReply ? match.mail.enrollment_id : null,
    from_address: mail.from_address.slice(0, 320),
    subject: mail.subject?.slice(0, 1_000) ?? null,
    body: mail.body.slice(0, 100_000).toWellFormed(),
    quoted: mail.quoted.slice(0, 100_000).toWellFormed(),
    received_at: mail.received_at,
    kind,
    fingerprint: mail.fingerprint,
    message_id: mail.message_id,
    mail_id: match?.mail.id ?? null,
    matched_by: match?.by ?? null,
    evidence: match?.evidence.slice(0, 1_100) ?? null,
    reading: JSON.stringify(mail.reading),
    ...(isOfErased({ match, kind }) && { subject: null, body: '', quoted: '', reading: null }),
  };
}

/** Whether a mail system writes about somebody who was erased: it names them, and must not bring them back. */
function isOfErased({ match, kind }: Pick<Incoming, 'match' | 'kind'>): boolean {
  return (kind === 'bounce' || kind === 'complaint') && match !== null && isNobody(match.mail.to_address);
}

async function store(
  account: Account,
  inboxes: readonly [string, ...string[]],
  incoming: readonly Incoming[],
): Promise<void> {
  if (incoming.length === 0) return;
  // Where several are read from one mailbox, an answer came to the one that wrote.
  const cameTo = ({ match }: Incoming) =>
    inboxes.find((id) => id === match?.mail.email_account_id) ?? inboxes[0];
  await account.insert(
    'inbox_messages',
    incoming.map((mail) => ({ ...storedOf(mail), email_account_id: cameTo(mail) })),
  );
  await account.insert(
    'raw_mails',
    incoming
      .filter((mail) => !isOfErased(mail))
      .map(({ id, raw, size }) => ({
        inbox_message_id: id,
        raw: Buffer.from(raw.subarray(0, MAX_RAW)),
        size,
      })),
  );
}
