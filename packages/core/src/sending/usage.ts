import type { Account } from '../db/account.ts';
import { asTable } from '../db/rows.ts';
import type { SendingUsage } from '../db/schema.ts';
import { sql } from '../db/sql.ts';

/** So many emails that count against a limit. */
export interface Use {
  kind: SendingUsage['kind'];
  /** UUID of the inbox or the campaign that the limit is of. */
  of_id: string;
  /** Of the recipients, for a limit by domain. */
  domain: string;
  day: string;
  cap: number;
  emails: number;
}

/**
 * Uses up daily limits, by an update that holds only while there is room, so that no two senders together pass one. The caller
 * has the lock on sending, and has seen that there is room.
 * @throws Error when there is not, which undoes the transaction
 */
export async function useUp(account: Account, uses: readonly Use[]): Promise<void> {
  if (uses.length === 0) return;
  const updated = await account
    .update('sending_usage')
    .from(asTable(uses, 'u', 'kind text, of_id uuid, domain text, day date, cap integer, emails integer'))
    .set({ used: sql<number>`used + u.emails` })
    .whereRef('sending_usage.kind', '=', 'u.kind')
    .whereRef('sending_usage.of_id', '=', 'u.of_id')
    .whereRef('sending_usage.domain', '=', 'u.domain')
    .whereRef('sending_usage.day', '=', 'u.day')
    .where(sql<boolean>`used + u.emails <= u.cap`)
    .returning(['sending_usage.kind', 'sending_usage.of_id', 'sending_usage.domain', 'sending_usage.day'])
    .execute();
  const done = new Set(updated.map(keyOf));
  const first = uses.filter((use) => !done.has(keyOf(use)));
  const beyond = first.find(({ emails, cap }) => emails > cap);
  if (beyond) throw new Error(`${beyond.emails} emails do not fit into a limit of ${beyond.cap}.`);
  // A row that is there and has no room fails on its key.
  await account.insert(
    'sending_usage',
    first.map(({ kind, of_id, domain, day, emails }) => ({ kind, of_id, domain, day, used: emails })),
  );
}

/** Puts uses of the same limit together. */
export function together(uses: readonly Use[]): Use[] {
  const sums = new Map<string, Use>();
  for (const use of uses) {
    const known = sums.get(keyOf(use));
    if (known) known.emails += use.emails;
    else sums.set(keyOf(use), { ...use });
  }
  return [...sums.values()];
}

function keyOf({ kind, of_id, domain, day }: Pick<Use, 'kind' | 'of_id' | 'domain' | 'day'>): string {
  return `${kind} ${of_id} ${domain} ${day}`;
}
