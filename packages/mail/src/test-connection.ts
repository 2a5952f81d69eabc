import { checkImap, type ImapCheck } from './imap/check.ts';
import type { ImapServer } from './imap/url.ts';
import { type ConnectionTest, testSmtp } from './smtp/test-connection.ts';
import type { SmtpServer } from './smtp/url.ts';

type InboxTest = { smtp: ConnectionTest; imap: ImapCheck | null };

/**
 * Tests both ways of an inbox at once: whether it can send as `address`, and whether its inbox can be read. Nothing is sent and
 * nothing is changed. Never throws; ends within half a minute or so.
 */
export async function testConnection(
  { smtp, imap }: { smtp: SmtpServer; imap?: ImapServer },
  address: string,
): Promise<InboxTest> {
  const [sending, reading] = await Promise.all([
    testSmtp(smtp, { from: address }),
    imap === undefined ? null : checkImap(imap),
  ]);
  return { smtp: sending, imap: reading };
}
