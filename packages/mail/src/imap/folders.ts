import type { ImapFlow } from 'imapflow';

import type { ImapTimeouts } from './connection.ts';
import { bounded } from './failure.ts';
import { FIRST_DAYS, type Position } from './read.ts';

export type Ask = <T>(work: Promise<T>) => Promise<T>;

export function asking(client: ImapFlow, timeouts: ImapTimeouts): Ask {
  return (work) => bounded('read', timeouts.command, () => client.close(), work);
}

/** A folder by its use (RFC 6154). */
export type Use = '\\Sent' | '\\Junk';

const folders = new WeakMap<ImapFlow, Map<Use, string | null>>();

/** Where the folder of a use lies; null where the server has none. */
export async function folderOf(client: ImapFlow, use: Use, ask: Ask): Promise<string | null> {
  const known = folders.get(client) ?? new Map<Use, string | null>();
  folders.set(client, known);
  const path = known.get(use);
  if (path !== undefined) return path;
  const found = (await ask(client.list())).find(({ specialUse }) => specialUse === use)?.path ?? null;
  known.set(use, found);
  return found;
}

/** What is new in a folder: the UIDs of its mails in their order, and the last that there was. */
export interface NewMails {
  uidValidity: string;
  uids: number[];
  seen: number;
}

/**
 * Opens a folder beside the inbox, with EXAMINE, where something came into it after `position`, or in the last 30 days if there is
 * none. One that cannot be opened or searched keeps nobody from the inbox: nothing is new in it, and it is looked into again.
 * @returns whether it was opened, so that another folder is open no more
 * @throws ImapFailure
 */
export async function openWhereNew(
  { client, timeouts }: { client: ImapFlow; timeouts: ImapTimeouts },
  use: Use,
  position: Position | null,
): Promise<{ opened: boolean; found: NewMails | null }> {
  const ask = asking(client, timeouts);
  const folder = await folderOf(client, use, ask);
  if (folder === null) return { opened: false, found: null };
  const status = await ask(client.status(folder, { uidNext: true, uidValidity: true }));
  if (!status) return { opened: false, found: null };
  const uidValidity = String(status.uidValidity);
  const seen = (status.uidNext ?? 1) - 1;
  const lastUid = position?.uidValidity === uidValidity ? position.lastUid : null;
  if (lastUid !== null && seen <= lastUid) return { opened: false, found: null };
  if (!(await ask(client.mailboxOpen(folder, { readOnly: true }).catch(() => null)))) {
    folders.get(client)?.set(use, null);
    return { opened: true, found: null };
  }
  const query =
    lastUid === null
      ? { since: new Date(Date.now() - FIRST_DAYS * 86_400_000) }
      : { uid: `${lastUid + 1}:${Math.max(seen, lastUid + 1)}` };
  const numbers = await ask(client.search(query, { uid: true }));
  if (!numbers) return { opened: true, found: null };
  return { opened: true, found: { uidValidity, uids: numbers.toSorted((a, b) => a - b), seen } };
}
