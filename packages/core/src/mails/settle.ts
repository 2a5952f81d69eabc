import type { Account } from '../db/account.ts';
import { asTable } from '../db/rows.ts';
import type { MailState } from '../db/schema.ts';
import { sql } from '../db/sql.ts';
import { lockSending } from '../sending/lock.ts';
import { suppress } from '../suppressions/suppress.ts';
import {
  bounceMails,
  completeEnrollments,
  failMails,
  holdBack,
  lockOutcomes,
  leaveMails,
  type OpenMail,
  readOpenMails,
} from './outcome.ts';

/** How an attempt to send an email ended, as the mail server told, or did not. */
export type Attempt =
  /** `serverMessageId` where the server gave the email another Message-ID than ours: replies will name that one. */
  | { outcome: 'sent'; response: string; serverMessageId?: string | null }
  | { outcome: 'refused'; blame: 'address' | 'sender' | 'content' | 'server'; response: string }
  | { outcome: 'deferred'; response: string }
  | { outcome: 'in_doubt'; response: string };

export interface Settlement {
  /** UUID of the email. */
  id: string;
  attempt: Attempt;
  /** What a step said, where that is not what its variant says. */
  written?: { subject: string; body: string } | undefined;
}

/** Minutes from one attempt to the next, after the first, the second ... When they are used up, the email has failed. */
const RETRY_AFTER_MINUTES = [1, 5, 15, 60, 180, 360, 720, 1440] as const;

/**
 * Records how attempts ended, and what follows for the deliveries, the sends, the enrollments and the addresses, all in one
 * transaction. Only what is claimed or in doubt is open to an outcome: a late answer changes nothing that was settled. What may
 * be tried again is due later, with the same Message-ID. A step that is in doubt stays so, and is never tried again.
 * @returns the state that each email is in now, by its id; one that was settled before is missing.
 */
export async function settleMails(
  account: Account,
  settlements: readonly Settlement[],
): Promise<Map<string, MailState>> {
  const attempts = new Map(settlements.map(({ id, attempt }) => [id, attempt]));
  const texts = new Map(settlements.map(({ id, written }) => [id, written]));
  if (attempts.size === 0) return new Map();
  const states = await account.transaction(async (account) => {
    await lockSending(account);
    const mails = await readOpenMails(account, [...attempts.keys()]);
    await lockOutcomes(account, mails);
    const settled = mails.flatMap((mail) => {
      const attempt = attempts.get(mail.id);
      const written = texts.get(mail.id);
      return attempt ? [{ mail: { ...mail, written }, attempt, ...nextOf(mail, attempt) }] : [];
    });
    await writeStates(account, settled);
    const which = (wanted: (one: (typeof settled)[number]) => boolean) => settled.filter(wanted);
    await leaveMails(
      account,
      which(({ state }) => state === 'sent').map(({ mail }) => mail),
    );
    const bounced = which(isBounce).map(({ mail, response }) => ({ ...mail, response }));
    await bounceMails(account, bounced);
    const failed = which((one) => (one.state === 'refused' && !isBounce(one)) || one.state === 'failed');
    await failMails(
      account,
      failed.map(({ mail, response }) => ({ ...mail, response })),
    );
    await holdBack(
      account,
      failed.map(({ mail }) => mail),
    );
    await completeEnrollments(
      account,
      which(({ state }) => state !== 'queued' && state !== 'in_doubt').map(({ mail }) => mail),
    );
    for (const { to_address, response } of bounced) {
      await suppress(account, {
        kind: 'address',
        value: to_address,
        reason: 'hard_bounce',
        detail: response,
      });
    }
    return new Map(settled.map(({ mail, state }): [string, MailState] => [mail.id, state]));
  });
  await keepWritten(
    account,
    settlements.filter(({ id }) => !states.has(id)),
  );
  return states;
}

/** What came back settled an email before its sender did, who alone knows what it said. */
async function keepWritten(account: Account, late: readonly Settlement[]): Promise<void> {
  for (const { id, attempt, written } of late) {
    if (attempt.outcome !== 'sent' || !written) continue;
    await account
      .update('campaign_sends')
      .set({ subject: written.subject.slice(0, 300), body: written.body.slice(0, 100_000) })
      .where('id', 'in', account.select('mails').select('send_id').where('id', '=', id))
      .where('subject', 'is', null)
      .execute();
  }
}

/** Only the address's own fault is a bounce. */
function isBounce({ attempt }: { attempt: Attempt }): boolean {
  return attempt.outcome === 'refused' && attempt.blame === 'address';
}

/** The state that an attempt leads to. */
function nextOf(
  mail: OpenMail,
  attempt: Attempt,
): { state: MailState; wait: number | null; response: string } {
  const response = storable(attempt.response);
  switch (attempt.outcome) {
    case 'sent':
    case 'refused':
      return { state: attempt.outcome, wait: null, response };
    case 'in_doubt':
      if (mail.kind === 'test') return { state: 'failed', wait: null, response };
      // Somebody who asked for a magnet rather gets it twice than never; nobody gets a step of a sequence twice.
      return mail.kind === 'step' || mail.kind === 'answer'
        ? { state: 'in_doubt', wait: null, response }
        : again(mail, response);
    case 'deferred':
      // Whoever sent a test looks at what became of it, and sends another.
      return mail.kind === 'test' ? { state: 'failed', wait: null, response } : again(mail, response);
  }
}

function again({ attempts }: OpenMail, response: string) {
  const wait = RETRY_AFTER_MINUTES[attempts - 1] ?? null;
  return { state: wait === null ? ('failed' as const) : ('queued' as const), wait, response };
}

async function writeStates(
  account: Account,
  settled: readonly {
    mail: OpenMail;
    attempt: Attempt;
    state: MailState;
    wait: number | null;
    response: string;
  }[],
): Promise<void> {
  const rows = settled.map(({ mail, attempt, state, wait, response }) => ({
    id: mail.id,
    state,
    wait,
    response,
    provider_id: providerId(attempt),
    blamed: attempt.outcome === 'refused' && (attempt.blame === 'sender' || attempt.blame === 'content'),
  }));
  if (rows.length === 0) return;
  await account
    .update('mails')
    .from(
      asTable(
        rows,
        's',
        'id uuid, state text, wait integer, response text, provider_id text, blamed boolean',
      ),
    )
    .set({
      state: sql<MailState>`s.state`,
      response: sql<string>`s.response`,
      // The time of the attempt, as everywhere else.
      sent_at: sql<Date | null>`case when s.state = 'sent' then claimed_at end`,
      due_at: sql<Date>`case when s.wait is null then due_at else claimed_at + s.wait * interval '1 minute' end`,
      lease_until: null,
      blamed_at: sql<Date | null>`case when s.blamed then clock_timestamp() end`,
      provider_message_id: sql<string | null>`coalesce(s.provider_id, provider_message_id)`,
    })
    .whereRef('mails.id', '=', 's.id')
    .execute();
}

function providerId(attempt: Attempt): string | null {
  const id = attempt.outcome === 'sent' ? storable(attempt.serverMessageId ?? '') : '';
  return id.length >= 3 && id.length <= 998 ? id : null;
}

/** What a mail server says may hold anything; PostgreSQL stores no NUL. */
function storable(response: string): string {
  return [...response.replaceAll('\0', '').toWellFormed()].slice(0, 2_000).join('');
}
