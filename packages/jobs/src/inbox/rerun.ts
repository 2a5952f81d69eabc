import {
  type Account,
  applyReread,
  classifyReply,
  type KeptEmail,
  type Made,
  readKept,
  readReclassifiable,
  readUnproven,
  type Reclassifiable,
  reopenIntent,
  reread,
  type Reread,
  toWire,
} from '@lodestone/core';
import type { IntentFound } from '@lodestone/mail';

import { intentOf } from './intent-of.ts';
import { readMail } from './read-mail.ts';

/** Something that would be made of an email, or of a conversation, other than what was. */
export interface Difference {
  /** What it is about, such as a sender with their subject. */
  of: string;
  was: string;
  is: string;
  apply(): Promise<void>;
}

const PAGE = 100;

/** Reads all emails that are kept as they came once more. @returns those of which something else would be made now */
export async function rereadKept(account: Account): Promise<{ read: number; differences: Difference[] }> {
  const differences: Difference[] = [];
  let read = 0;
  for await (const page of pages(
    (after) => readKept(account, { after, limit: PAGE }),
    ({ id }) => id,
  )) {
    read += page.length;
    for (const [inbox, emails] of Map.groupBy(page, (email) => email.inbox)) {
      for (const found of await readAnew(account, inbox, emails)) {
        const [was, is] = [inWords(found.kept.was), inWords(found.is)];
        if (was !== is)
          differences.push({ of: nameOf(found), was, is, apply: () => applyReread(account, found) });
      }
    }
  }
  return { read, differences };
}

/**
 * Looks again at what was read of an inbox since emails left that its Sent folder calls otherwise: an answer that names one by that
 * may have been faster than the copy. It looks at no more than a page; all others are for `rereadKept`.
 * @param inbox UUID
 */
export async function rematchRenamed(account: Account, inbox: string, since: Date): Promise<void> {
  const unproven = await readUnproven(account, inbox, { since, limit: PAGE });
  for (const found of await readAnew(account, inbox, unproven)) {
    if (found.is.by === 'sent_copy') await applyReread(account, found);
  }
}

async function readAnew(account: Account, inbox: string, emails: readonly KeptEmail[]): Promise<Reread[]> {
  const again = await Promise.all(emails.map(async (kept) => ({ kept, received: await readAgain(kept) })));
  return reread(account, inbox, again);
}

/** Of an email of which only the beginning was kept, the text that was read of all of it stays. */
async function readAgain({ raw, size, received_at, body, ...kept }: KeptEmail) {
  const mail = await readMail({ uid: 0, raw: Buffer.from(raw), size, receivedAt: received_at });
  return { ...mail, ...(raw.length < size ? { body } : {}), subject: mail.subject ?? kept.subject };
}

function nameOf({ kept }: Reread): string {
  return `${kept.from_address}, "${(kept.subject ?? '').slice(0, 60)}"`;
}

function inWords({ kind, outcome, mail_id, by, enrollment_id }: Made): string {
  const what = outcome === null ? kind : `${kind} (${outcome})`;
  if (mail_id === null) return `${what}, unmatched`;
  const whose = enrollment_id === null ? '' : ` of ${toWire('enr', enrollment_id)}`;
  return `${what}${whose}, by ${by ?? 'hand'}`;
}

/** Classifies all replies once more by the rules, those apart whose intent was set by hand. @returns what would change */
export async function reclassify(account: Account): Promise<Difference[]> {
  const differences: Difference[] = [];
  const read = (after: string | null) => readReclassifiable(account, { after, limit: PAGE });
  for await (const page of pages(read, ({ enrollment_id }) => enrollment_id)) {
    for (const conversation of page) {
      const found = foundIn(conversation);
      const is = found?.intent ?? 'replied';
      // What rules leave open was left to a model, or to its owner.
      if (is === conversation.reply_intent || (found === null && conversation.intent_by !== 'rules'))
        continue;
      differences.push({
        of: `the intent of ${toWire('enr', conversation.enrollment_id)}`,
        was: conversation.reply_intent,
        is: found === null ? is : `${is} ("${found.evidence.slice(0, 60)}")`,
        apply: () => applyIntent(account, conversation),
      });
    }
  }
  return differences;
}

/** What the rules make of a conversation: a later reply decides where it says anything. */
function foundIn({ replies }: Reclassifiable): IntentFound | null {
  return (
    replies
      .map(intentOf)
      .findLast((found) => found !== null && found.intent !== 'replied' && found.intent !== 'no_reply') ??
    null
  );
}

async function applyIntent(account: Account, conversation: Reclassifiable): Promise<void> {
  if (!(await reopenIntent(account, conversation))) return;
  const { enrollment_id } = conversation;
  for (const reply of conversation.replies) {
    const { id } = reply;
    const told = intentOf(reply);
    if (!told) continue;
    const { optOut: opt_out, ...found } = told;
    await classifyReply(account, { id, enrollment_id }, { ...found, opt_out, by: 'rules' });
  }
}

async function* pages<Row>(
  read: (after: string | null) => Promise<Row[]>,
  idOf: (row: Row) => string,
): AsyncGenerator<Row[]> {
  let after: string | null = null;
  for (;;) {
    const page = await read(after);
    if (page.length > 0) yield page;
    const last = page.at(-1);
    if (page.length < PAGE || last === undefined) return;
    after = idOf(last);
  }
}
