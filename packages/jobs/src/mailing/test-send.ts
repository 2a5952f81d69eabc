import { type Account, addTestMail, claimMail, recordTestSend } from '@lodestone/core';
import { TIMEOUTS } from '@lodestone/mail';

import type { JobSettings } from '../job.ts';
import { openConnections } from '../sending/connections.ts';
import { sendMail } from './send.ts';

/** Seconds. Somebody waits for the page, which answers within nine. */
export const TIMEOUTS_OF_A_PAGE = { ...TIMEOUTS, connect: 4, greeting: 5, command: 5, data: 6, total: 7 };

/**
 * Sends a magnet's email to its owner, exactly as subscribers get it, and records how that went.
 * @returns why it failed, or null when it did not; and whether it left no further than the outbox
 * @throws Refusal `not_found`
 */
export async function sendTest(
  account: Account,
  { id, to, settings }: { id: string; to: string; settings: JobSettings },
): Promise<{ error: string | null; kept: boolean }> {
  const added = await addTestMail(account, { id, to });
  const mail = await claimMail(account, added.id);
  if (!mail) throw new Error('The test that was just written down is gone.');
  const connections = openConnections({ timeouts: TIMEOUTS_OF_A_PAGE, each: 1 });
  try {
    const { state, response, kept } = await sendMail(account, mail, { settings, connections });
    const error = state === 'sent' ? null : response;
    await recordTestSend(account, { id, error });
    return { error, kept };
  } finally {
    // Nobody waits for a slow server to close the connection.
    void connections.close().catch(() => {});
  }
}
