import { audit } from '../audit.ts';
import type { Account } from '../db/account.ts';
import { isNobody } from '../db/people.ts';
import type { Suppressions } from '../db/schema.ts';
import { sql } from '../db/sql.ts';
import { inAscii } from '../email-address.ts';
import { newId, uuidOf } from '../ids.ts';
import { notFound, Refusal } from '../refusal.ts';

/** An address or domain that nothing is sent to any more, and why. */
interface NewSuppression {
  kind: Suppressions['kind'];
  /** An address, or a domain such as `example.com`. */
  value: string;
  reason: Suppressions['reason'];
  /** What it rests on, such as a server's words. */
  detail?: string | null;
}

/** Looser than what an email can be sent to: nothing is sent there, and what was stored in former times can be suppressed, too. */
const ADDRESS = /^[^\s@]+@[^\s@]+$/;
const DOMAIN = /^[^\s@.]+(\.[^\s@.]+)+$/;

/**
 * Suppresses an address or a domain: nothing is sent there until it is lifted. It is no opt-out. One that is suppressed
 * already keeps its first reason.
 * @returns whether it is new.
 * @throws Refusal `invalid_parameter`
 */
export async function suppress(account: Account, { kind, value, reason, detail }: NewSuppression) {
  const text = await asStored(account, value.trim().toLowerCase());
  // What comes back from emails to somebody who has been erased since has no address.
  if (kind === 'address' && isNobody(text)) return false;
  if (!(kind === 'address' ? ADDRESS : DOMAIN).test(text) || text.length > 320) {
    const wanted =
      kind === 'address' ? 'an email address, such as jo@example.com' : 'a domain, such as example.com';
    throw new Refusal('invalid_parameter', `"${value}" cannot be suppressed: enter ${wanted}.`, 'value');
  }
  return account.transaction(async (account) => {
    const known = await account
      .select('suppressions')
      .select('id')
      .where('kind', '=', kind)
      .where('value', '=', text)
      .executeTakeFirst();
    if (known) return false;
    const id = newId();
    await account.insert('suppressions', { id, kind, value: text, reason, detail: detail ?? null });
    await audit(account, 'suppression.add', id, { kind, value: text, reason });
    return true;
  });
}

/** An address or domain with its domain in ASCII, as subscribers have theirs, unless one still has it as it is written. */
async function asStored(account: Account, written: string): Promise<string> {
  const ascii = inAscii(written);
  if (ascii === written) return written;
  const people = await account.people.known([written]);
  const stored = await account
    .select('subscribers')
    .select('id')
    .where(sql<boolean>`person_id = any(${people}::uuid[])`)
    .executeTakeFirst();
  return stored === undefined ? ascii : written;
}

/**
 * Lifts a suppression: the address may be written to again.
 * @throws Refusal `not_found`
 */
export async function liftSuppression(account: Account, { id }: { id: string }): Promise<void> {
  const uuid = uuidOf('sup', id, 'suppression');
  await account.transaction(async (account) => {
    const lifted = await account
      .remove('suppressions')
      .where('id', '=', uuid)
      .returning(['kind', 'value'])
      .execute();
    if (lifted.length === 0) throw notFound('suppression');
    await audit(account, 'suppression.lift', uuid, lifted[0]);
  });
}
