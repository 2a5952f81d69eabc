import { audit } from '../audit.ts';
import type { Account } from '../db/account.ts';
import { newId, toWire, uuidOf } from '../ids.ts';
import { notFound, Refusal } from '../refusal.ts';
import { checkInbox, type InboxSettings } from './settings.ts';

/** How a server is reached. Encrypting is the caller's: no password comes into this package. */
export interface ServerSecret {
  /** The whole URL, encrypted. */
  secret: Buffer;
  /** What of it may be shown: `host:port`. */
  server: string;
}

interface InboxConnection extends Partial<InboxSettings> {
  /** Where emails leave. */
  smtp?: ServerSecret;
  /** Where replies arrive; null for none. */
  imap?: ServerSecret | null;
}

/**
 * Connects an inbox. One that was removed comes back, with its history.
 * @returns its id (eml_...)
 * @throws Refusal `invalid_parameter`, `invalid_state` for an address that is connected already
 */
export async function connectInbox(
  account: Account,
  { address, ...given }: InboxConnection & { address: string; smtp: ServerSecret },
): Promise<{ id: string }> {
  const email = address.trim().toLowerCase();
  checkInbox({ address: email, ...given });
  return account.transaction(async (account) => {
    const known = await account
      .select('email_accounts')
      .select(['id', 'removed_at', 'smtp_secret'])
      .where('address', '=', email)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (known && known.removed_at === null && known.smtp_secret !== null) {
      throw new Refusal('invalid_state', `${email} is already connected; edit it instead.`, 'address');
    }
    const id = known?.id ?? newId();
    const columns = columnsOf({ daily_capacity: 40, ...given });
    if (known) {
      await account
        .update('email_accounts')
        .set({ status: 'active', removed_at: null, ...columns })
        .where('id', '=', id)
        .execute();
    } else {
      await account.insert('email_accounts', { id, address: email, ...columns, ...needed(given) });
    }
    await audit(account, 'email_account.connect', id, { address: email, smtp: given.smtp.server });
    return { id: toWire('eml', id) };
  });
}

/**
 * Edits an inbox. What is left out stays as it is. New servers bring a disconnected one back into use.
 * @throws Refusal `not_found`, `invalid_parameter`
 */
export async function editInbox(
  account: Account,
  { id, ...given }: InboxConnection & { id: string },
): Promise<void> {
  const uuid = uuidOf('eml', id, 'sending inbox');
  await account.transaction(async (account) => {
    const known = await account
      .select('email_accounts')
      .select(['status', 'gap_from', 'gap_to'])
      .where('id', '=', uuid)
      .where('removed_at', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!known) throw notFound('sending inbox');
    checkInbox({ gap_from: known.gap_from, gap_to: known.gap_to, ...given });
    const back = given.smtp && known.status === 'disconnected' ? { status: 'active' as const } : {};
    const columns = { ...columnsOf(given), ...back };
    if (Object.keys(columns).length > 0) {
      await account.update('email_accounts').set(columns).where('id', '=', uuid).execute();
    }
    await audit(account, 'email_account.edit', uuid, { fields: Object.keys(given) });
  });
}

/**
 * Removes an inbox: it sends nothing more, and its passwords are gone. Its history stays.
 * @throws Refusal `not_found`
 */
export async function removeInbox(account: Account, { id }: { id: string }): Promise<void> {
  const uuid = uuidOf('eml', id, 'sending inbox');
  await account.transaction(async (account) => {
    const removed = await account
      .update('email_accounts')
      .set({ removed_at: account.now(), status: 'disconnected', smtp_secret: null, imap_secret: null })
      .where('id', '=', uuid)
      .where('removed_at', 'is', null)
      .returning('address')
      .execute();
    if (removed.length === 0) throw notFound('sending inbox');
    await audit(account, 'email_account.remove', uuid, removed[0]);
  });
}

/** An inbox with its servers' URLs, encrypted, for sending, reading and exporting. @throws Refusal `not_found` */
export async function readInboxSecrets(account: Account, { id }: { id: string }) {
  const uuid = uuidOf('eml', id, 'sending inbox');
  const inbox = await account
    .select('email_accounts')
    .select(['address', 'display_name', 'signature', 'dkim_selector', 'daily_capacity', 'warmup_state'])
    .select(['gap_from', 'gap_to', 'smtp_secret', 'imap_secret'])
    .where('id', '=', uuid)
    .executeTakeFirst();
  if (!inbox) throw notFound('sending inbox');
  return { ...inbox, id };
}

function columnsOf(given: InboxConnection) {
  const { smtp, imap, warmup, display_name, signature, provider, daily_capacity, gap_from, gap_to } = given;
  return {
    ...(smtp && { smtp_secret: smtp.secret, smtp_server: smtp.server }),
    ...(imap !== undefined && { imap_secret: imap?.secret ?? null, imap_server: imap?.server ?? null }),
    ...(warmup === true && { warmup_state: 'warming' as const, warmup_day: 1 }),
    ...(warmup === false && { warmup_state: 'off' as const, warmup_day: null }),
    ...(display_name !== undefined && { display_name: display_name?.trim() || null }),
    ...(signature !== undefined && { signature: signature?.trim() || null }),
    ...(provider !== undefined && { provider }),
    ...(daily_capacity !== undefined && { daily_capacity }),
    ...(gap_from !== undefined && { gap_from }),
    ...(gap_to !== undefined && { gap_to }),
    ...(given.dkim_selector !== undefined && { dkim_selector: given.dkim_selector }),
  };
}

/** Columns without a default. */
function needed({ provider = 'smtp', daily_capacity = 40 }: InboxConnection) {
  return { provider, daily_capacity };
}
