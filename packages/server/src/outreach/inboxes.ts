import {
  type Account,
  connectInbox,
  editInbox,
  listEmailAccounts,
  openServer,
  readInboxSecrets,
  removeInbox,
  sealServer,
  SecretError,
  type SecretKeys,
} from '@lodestone/core';
import { parseImapUrl, parseSmtpUrl, presetOf } from '@lodestone/mail';

import { type Change, described, differences } from './change.ts';
import { type InboxEntry, OutreachProblems, type Path } from './file.ts';

/** The changes that make the inboxes what the file says. */
export async function inboxChanges(
  account: Account,
  entries: readonly InboxEntry[],
  keys: SecretKeys,
  { prune }: { prune: boolean },
): Promise<Change[]> {
  const changes: Change[] = [];
  const known = new Map((await listEmailAccounts(account)).data.map((inbox) => [inbox.address, inbox.id]));
  const named = new Set<string>();
  for (const [at, entry] of entries.entries()) {
    const address = entry.address.trim().toLowerCase();
    const path: Path = ['inboxes', at];
    if (named.has(address)) wrong([...path, 'address'], `${address} appears twice.`);
    named.add(address);
    checkUrls(entry, path);
    const id = known.get(address);
    const change =
      id === undefined
        ? create({ ...entry, address }, path, keys)
        : await edit(account, id, { ...entry, address }, path, keys);
    if (change) changes.push(change);
  }
  if (!prune) return changes;
  for (const [address, id] of known) {
    if (named.has(address)) continue;
    changes.push({
      kind: 'remove',
      what: `inbox ${address}`,
      details: [],
      path: ['inboxes'],
      apply: (account) => removeInbox(account, { id }),
    });
  }
  return changes;
}

function checkUrls({ smtp, imap }: InboxEntry, path: Path): void {
  try {
    parseSmtpUrl(smtp);
  } catch (error) {
    wrong([...path, 'smtp'], messageOf(error));
  }
  try {
    if (imap !== undefined) parseImapUrl(imap);
  } catch (error) {
    wrong([...path, 'imap'], messageOf(error));
  }
}

function create(entry: InboxEntry, path: Path, keys: SecretKeys): Change {
  const { address, smtp, imap, ...rest } = entry;
  return {
    kind: 'create',
    what: `inbox ${address}`,
    details: described(
      differences({}, { ...settingsOf(rest), smtp: hostOf(smtp), ...(imap && { imap: hostOf(imap) }) }),
    ),
    path,
    apply: async (account) => {
      await connectInbox(account, {
        address,
        provider: presetOf(parseSmtpUrl(smtp).host) ?? 'smtp',
        ...settingsOf(rest),
        smtp: sealServer(keys, account, { address, way: 'smtp', url: smtp }),
        ...(imap !== undefined && { imap: sealServer(keys, account, { address, way: 'imap', url: imap }) }),
      });
    },
  };
}

async function edit(
  account: Account,
  id: string,
  entry: InboxEntry,
  path: Path,
  keys: SecretKeys,
): Promise<Change | null> {
  const { address, smtp, imap, ...rest } = entry;
  const stored = await readInboxSecrets(account, { id });
  const actual = {
    display_name: stored.display_name,
    signature: stored.signature,
    dkim_selector: stored.dkim_selector,
    daily_capacity: stored.daily_capacity,
    warmup: stored.warmup_state !== 'off',
    gap_from: stored.gap_from,
    gap_to: stored.gap_to,
  };
  const found = differences(actual, settingsOf(rest));
  const urls: { smtp?: string; imap?: string } = {
    ...(isOther(account, address, 'smtp', stored.smtp_secret, smtp, keys) && { smtp }),
    ...(imap !== undefined && isOther(account, address, 'imap', stored.imap_secret, imap, keys) && { imap }),
  };
  const details = [
    ...described(found),
    ...Object.entries(urls).map(([way, url]) => `${way}: ${hostOf(url)}, with its password`),
  ];
  if (details.length === 0) return null;
  const settings = Object.fromEntries(Object.entries(found).map(([name, { to }]) => [name, to]));
  return {
    kind: 'change',
    what: `inbox ${address}`,
    details,
    path,
    apply: (account) =>
      editInbox(account, {
        id,
        ...settings,
        ...(urls.smtp !== undefined && {
          smtp: sealServer(keys, account, { address, way: 'smtp', url: urls.smtp }),
        }),
        ...(urls.imap !== undefined && {
          imap: sealServer(keys, account, { address, way: 'imap', url: urls.imap }),
        }),
      }),
  };
}

function settingsOf({
  gap_seconds,
  display_name,
  signature,
  ...rest
}: Omit<InboxEntry, 'address' | 'smtp' | 'imap'>) {
  return {
    ...rest,
    ...(display_name !== undefined && { display_name: display_name.trim() || null }),
    ...(signature !== undefined && { signature: signature.trim() || null }),
    ...(gap_seconds && { gap_from: gap_seconds[0], gap_to: gap_seconds[1] }),
  };
}

/** Whether the stored URL is not this one. One that cannot be read is entered again. */
function isOther(
  account: Account,
  address: string,
  way: 'smtp' | 'imap',
  secret: Buffer | null,
  url: string,
  keys: SecretKeys,
): boolean {
  if (secret === null) return true;
  try {
    return openServer(keys, account, { address, way, secret }) !== url;
  } catch (error) {
    if (error instanceof SecretError) return true;
    throw error;
  }
}

/** What of a URL may be shown. */
function hostOf(url: string): string {
  const { protocol, host } = new URL(url);
  return `${protocol}//${host}`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function wrong(path: Path, message: string): never {
  throw new OutreachProblems([{ path, message }]);
}
