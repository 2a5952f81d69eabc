import type { Account } from '../db/account.ts';
import { fromWire } from '../ids.ts';
import { readMendedDomains } from './domains.ts';
import { resumeInbox, resumeStalled } from './pause.ts';
import { readUnstalled } from './stalled.ts';

/**
 * Lifts the system's pauses whose cause is gone: inboxes whose domain is in order again, then campaigns that have an inbox again.
 * What bounced too much comes back by its owner alone.
 * @returns how many came back
 */
export async function resumeMended(account: Account): Promise<number> {
  let resumed = 0;
  for (const id of await readMendedDomains(account)) {
    if (await resumeInbox(account, id, ['domain'])) resumed++;
  }
  for (const id of await readUnstalled(account)) {
    if (await resumeStalled(account, id)) resumed++;
  }
  return resumed;
}

/** Brings an inbox back that was paused because its server refused the sign-in, once it was let in, and what waited for it. */
export async function resumeSignedIn(account: Account, { id }: { id: string }): Promise<void> {
  const uuid = fromWire('eml', id);
  if (uuid !== null && (await resumeInbox(account, uuid, ['sign_in']))) await resumeMended(account);
}
