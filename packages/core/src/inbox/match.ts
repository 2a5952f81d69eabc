import type { Account } from '../db/account.ts';
import type { MailState, MatchedBy } from '../db/schema.ts';
import { sql } from '../db/sql.ts';
import type { ReceivedMail } from './received.ts';

/** An email of ours that something came back to. Ids are UUIDs. */
export interface OurMail {
  id: string;
  message_id: string;
  provider_message_id: string | null;
  sent_copy_id: string | null;
  token: string;
  to_address: string;
  state: MailState;
  /** The time of the latest attempt to send it; null before the first. */
  left_at: Date | null;
  enrollment_id: string | null;
  campaign_id: string | null;
  send_id: string | null;
  delivery_id: string | null;
  subscriber_id: string | null;
  /** The inbox that it left from. */
  email_account_id: string | null;
}

/** Which email of ours it is about, and what says so. */
export interface Match {
  mail: OurMail;
  by: MatchedBy;
  evidence: string;
}

/** How long after an email a bounce that names nothing but its recipient may come. */
const GUESS_DAYS = 30;

/**
 * Finds the emails that received ones are about, among the account's own alone: by Message-ID in In-Reply-To and References, by
 * the id that a provider gave it or that its copy in the Sent folder has, by a token in an address; last, as a guess, the latest
 * that went from these inboxes to that address. What a person wrote in their subject or text proves nothing.
 * @param inboxes UUIDs of those that are read from the mailbox that they came into
 */
export async function matchMails(
  account: Account,
  inboxes: readonly string[],
  received: readonly ReceivedMail[],
): Promise<Map<string, Match>> {
  const known = await readByIdentity(account, received);
  const guessed = await readByRecipient(
    account,
    inboxes,
    received.filter((mail) => known(mail) === null),
  );
  return new Map(
    received.flatMap((mail): [string, Match][] => {
      const match = known(mail) ?? guessed(mail);
      return match ? [[mail.fingerprint, match]] : [];
    }),
  );
}

/** The lead on the other side: the one who wrote it, or the one a mail system writes about. */
function otherSide({ from_address, reading }: ReceivedMail): string {
  const isReport = reading.kind === 'bounce' || reading.kind === 'complaint';
  return (isReport ? (reading.recipient ?? '') : from_address).toLowerCase();
}

const COLUMNS = sql`
  m.id, m.message_id, m.provider_message_id, m.sent_copy_id, m.token, m.to_address, m.state,
  coalesce(m.sent_at, m.claimed_at) as left_at, m.enrollment_id, e.campaign_id, m.send_id, m.delivery_id, m.subscriber_id,
  m.email_account_id`;

async function readByIdentity(
  account: Account,
  received: readonly ReceivedMail[],
): Promise<(mail: ReceivedMail) => Match | null> {
  const ids = received.flatMap((mail) => [...mail.in_reply_to, ...mail.references]);
  const wanted = [...new Set([...ids, ...ids.map(localPart)])];
  const tokens = [...new Set(received.flatMap((mail) => mail.tokens))];
  const ours =
    wanted.length + tokens.length === 0
      ? []
      : await account.rows<OurMail>(
          (own) => sql`
            select ${COLUMNS}
            from ${own('mails')} as m
            left join ${own('enrollments')} as e on e.id = m.enrollment_id
            where m.message_id = any(${wanted}::text[]) or m.provider_message_id = any(${wanted}::text[])
              or m.sent_copy_id = any(${wanted}::text[]) or m.token = any(${tokens}::text[])`,
        );
  const byId = new Map(ours.map((mail) => [mail.message_id, mail]));
  const byProvider = new Map(ours.map((mail) => [mail.provider_message_id, mail]));
  const byCopy = new Map(ours.map((mail) => [mail.sent_copy_id, mail]));
  const byToken = new Map(ours.map((mail) => [mail.token, mail]));
  const find = (id: string, by: MatchedBy, header: string): Match | null => {
    const evidence = `${header}: <${id}>`;
    const exact = byId.get(id);
    if (exact) return { mail: exact, by, evidence };
    const renamed = byProvider.get(id) ?? byProvider.get(localPart(id));
    if (renamed) return { mail: renamed, by: 'provider_id', evidence };
    const copied = byCopy.get(id);
    return copied
      ? { mail: copied, by: 'sent_copy', evidence: `${evidence}, sent as <${copied.message_id}>` }
      : null;
  };
  return ({ in_reply_to, references, tokens }) => {
    for (const id of in_reply_to) {
      const match = find(id, 'in_reply_to', 'In-Reply-To');
      if (match) return match;
    }
    for (const id of references.toReversed()) {
      const match = find(id, 'references', 'References');
      if (match) return match;
    }
    for (const token of tokens) {
      const mail = byToken.get(token);
      if (mail) return { mail, by: 'token', evidence: `Token in the address: ${token}` };
    }
    return null;
  };
}

/** Of the Message-ID that it assigns, Amazon SES reports only the part before the `@`. */
function localPart(id: string): string {
  return id.split('@', 1)[0] ?? id;
}

/** Milliseconds by which the clock of a mail server may differ from ours. */
const CLOCKS = 300_000;

async function readByRecipient(
  account: Account,
  inboxes: readonly string[],
  received: readonly ReceivedMail[],
): Promise<(mail: ReceivedMail) => Match | null> {
  const wanted = [...new Set(received.map(otherSide))].filter((address) => address !== '');
  const first = Math.min(...received.map(({ received_at }) => received_at.getTime()));
  const sent =
    wanted.length === 0
      ? []
      : await account.rows<OurMail & { left_at: Date }>(
          (own) => sql`
            select ${COLUMNS}
            from ${own('mails')} as m
            left join ${own('enrollments')} as e on e.id = m.enrollment_id
            where m.to_address = any(${wanted}::text[]) and m.email_account_id = any(${[...inboxes]}::uuid[])
              and m.state in ('sent', 'in_doubt')
              and coalesce(m.sent_at, m.claimed_at) > ${new Date(first)}::timestamptz - ${GUESS_DAYS} * interval '1 day'
            order by left_at desc, m.id`,
        );
  const byAddress = Map.groupBy(sent, ({ to_address }) => to_address);
  return (mail) => {
    const address = otherSide(mail);
    // Without what `cameAt` adds to the second, so that reading it again finds the same.
    const at = Math.floor(mail.received_at.getTime() / 1_000) * 1_000;
    const latest = byAddress.get(address)?.find(({ left_at }) => {
      const before = at + CLOCKS - left_at.getTime();
      return before >= 0 && before < GUESS_DAYS * 86_400_000;
    });
    if (!latest) return null;
    return {
      mail: latest,
      by: 'guess',
      evidence: `The latest email from this inbox to ${address} before it`,
    };
  };
}
