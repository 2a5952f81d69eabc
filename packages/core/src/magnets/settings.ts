import type { Account } from '../db/account.ts';
import { moment, momentOrNull } from '../db/rows.ts';
import type { OptIn } from '../db/schema.ts';
import { sql } from '../db/sql.ts';
import { isSending } from '../email-accounts/sending.ts';
import { toWire, uuidOf } from '../ids.ts';
import { notFound } from '../refusal.ts';
import { type Asset, ASSET_COLUMNS, assetOf, type AssetRow, magnetsWithAssets } from './asset.ts';

/** What the application edits of a magnet and the API does not show. */
export interface MagnetSettings {
  /** The account's part of the address of its public page. */
  account_slug: string;
  opt_in: OptIn;
  delivery_body: string;
  /** Wire id of the inbox that its emails leave through; null for the installation's own server. */
  email_account_id: string | null;
  asset: Asset | null;
  /** When what its emails say or hand out was last changed; null while it is as it was made. */
  content_edited_at: string | null;
}

/** @throws Refusal `not_found` */
export async function readMagnetSettings(account: Account, { id }: { id: string }): Promise<MagnetSettings> {
  const uuid = uuidOf('mag', id, 'magnet');
  const [row] = await readRow(account, uuid);
  if (!row) throw notFound('magnet');
  const { account_slug, opt_in, delivery_body, email_account_id, content_edited_at } = row;
  return {
    account_slug,
    opt_in,
    delivery_body,
    email_account_id: email_account_id && toWire('eml', email_account_id),
    content_edited_at: momentOrNull(content_edited_at),
    asset: assetOf(row),
  };
}

interface Row extends AssetRow {
  account_slug: string;
  opt_in: OptIn;
  delivery_body: string;
  email_account_id: string | null;
  content_edited_at: Date | null;
}

function readRow(account: Account, uuid: string): Promise<Row[]> {
  return account.rows<Row>(
    (own) => sql`
      select account.slug as account_slug, m.opt_in, m.delivery_body, m.email_account_id, m.content_edited_at, ${ASSET_COLUMNS}
      from ${magnetsWithAssets(own)} cross join ${own('accounts')} as account
      where m.id = ${uuid}`,
  );
}

/** Inboxes that may send a magnet's emails, by address. */
export async function listSenders(account: Account) {
  const inboxes = await account
    .select('email_accounts')
    .select(['id', 'address', 'display_name', 'smtp_server', 'status', 'system_paused_at', 'created_at'])
    .where('removed_at', 'is', null)
    .orderBy('address')
    .limit(200)
    .execute();
  return inboxes.map(({ id, address, display_name, smtp_server, status, system_paused_at, created_at }) => ({
    id: toWire('eml', id),
    address,
    display_name,
    connected: smtp_server !== null,
    sending: smtp_server !== null && isSending({ status, system_paused_at }),
    created_at: moment(created_at),
  }));
}
