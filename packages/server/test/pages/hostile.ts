import { sql } from 'kysely';

import type { TestServer } from '../server.ts';

/** Markup, a script, quotes, a bidirectional override, a right-to-left script, and no place to break. */
export const HOSTILE = `<script>alert(1)</script><img src=x onerror=alert(2)>"'&amp;\u202Egnp.exe\u2066 فخ ${'W'.repeat(80)}`;

/** Text of a length, that says something hostile all along, different in each place so that it hardly compresses. */
export function hostile(length: number): string {
  let text = HOSTILE;
  for (let n = 0; text.length < length; n++) text += `${(Math.sin(n) * 1e9).toString(36)}\u202E<b>${n}</b>\n`;
  return text.slice(0, length).toWellFormed();
}

/** Writes hostile text, as long as each column allows, into every text of the first account that a page shows. */
export async function makeHostile({ account, db }: TestServer): Promise<void> {
  const everywhere = sql<boolean>`true`;
  await account
    .update('magnets')
    .set({ title: hostile(200), description: hostile(2_000), delivery_subject: hostile(200) })
    .where(everywhere)
    .execute();
  await account
    .update('magnet_test_sends')
    .set({ status: 'failed', error: hostile(2_000) })
    .where(everywhere)
    .execute();
  await account
    .update('subscribers')
    .set({
      first_name: hostile(100),
      last_name: hostile(100),
      tags: Array.from({ length: 50 }, (_, n) => `${n}${hostile(58)}`),
    })
    .where(everywhere)
    .execute();
  await account
    .update('campaigns')
    .set({ name: hostile(200) })
    .where(everywhere)
    .execute();
  await account
    .update('campaigns')
    .set({ pause_reason: hostile(500) })
    .where('paused_at', 'is not', null)
    .execute();
  await account
    .update('step_variants')
    .set({ subject: hostile(300), body: hostile(10_000) })
    .where(everywhere)
    .execute();
  await account
    .update('campaign_sends')
    .set({ subject: hostile(300), body: hostile(10_000) })
    .where('opened_at', 'is not', null)
    .execute();
  await account
    .update('inbox_messages')
    .set({ subject: hostile(1_000), body: hostile(10_000) })
    .where(everywhere)
    .execute();
  await account
    .update('email_accounts')
    .set({ display_name: hostile(200) })
    .where(everywhere)
    .execute();
  const failures = JSON.stringify(
    Array.from({ length: 20 }, () => ({ item: hostile(300), reason: hostile(2_000) })),
  );
  await account
    .update('job_runs')
    .set({ job: hostile(100), failures })
    .where('failed', '>', 0)
    .execute();
  await sql`update accounts set name = ${hostile(200)} where id = ${account.id}`.execute(db);
}
