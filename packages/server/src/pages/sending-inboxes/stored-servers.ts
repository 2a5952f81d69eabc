import { type Account, type InboxForm, openServer, readInboxSecrets } from '@lodestone/core';
import { parseImapUrl, parseSmtpUrl } from '@lodestone/mail';

import { secretKeys } from '../../secret-key.ts';
import type { PagesParts } from '../page.ts';
import { FRESH_SERVERS, type ServerUrls, type ServerValues } from './servers.ts';

export type Keyed = Pick<PagesParts, 'db' | 'config'>;

/** The servers of an inbox with their passwords; null before it is connected. @throws Refusal `not_found`, SecretError */
export async function readServerUrls(
  { db, config }: Keyed,
  account: Account,
  id: string,
): Promise<ServerUrls | null> {
  const { address, smtp_secret, imap_secret } = await readInboxSecrets(account, { id });
  if (smtp_secret === null) return null;
  const keys = await secretKeys(db, config);
  const open = (way: 'smtp' | 'imap', secret: Uint8Array) =>
    openServer(keys, account, { address, way, secret });
  return {
    smtp: open('smtp', smtp_secret),
    imap: imap_secret === null ? null : open('imap', imap_secret),
  };
}

/** What the form of an inbox begins with: how its servers are reached, so that a new password alone can be entered. */
export async function storedServers(
  keyed: Keyed,
  account: Account,
  { id, address, provider }: InboxForm,
): Promise<ServerValues> {
  const urls = await readServerUrls(keyed, account, id).catch(() => null); // Of a lost key: all is entered again.
  if (urls === null) return { ...FRESH_SERVERS, provider };
  const smtp = parseSmtpUrl(urls.smtp);
  const user = smtp.user === undefined || smtp.user === address ? '' : smtp.user;
  if (provider !== 'smtp') return { ...FRESH_SERVERS, provider, user };
  const imap = urls.imap === null ? null : parseImapUrl(urls.imap);
  return {
    provider,
    user,
    smtp_host: smtp.host,
    smtp_port: String(smtp.port),
    smtp_protection: choiceOf(smtp),
    imap_host: imap?.host ?? '',
    imap_port: imap === null ? '' : String(imap.port),
    imap_protection: imap === null ? FRESH_SERVERS.imap_protection : choiceOf(imap),
  };
}

function choiceOf({ protection }: ReturnType<typeof parseSmtpUrl>): ServerValues['smtp_protection'] {
  if (protection === 'implicit') return 'tls';
  return protection === 'none' ? 'plain' : 'starttls';
}
