import { audit } from '../audit.ts';
import type { Account } from '../db/account.ts';
import { type Own, type Sql, sql } from '../db/sql.ts';
import { newId, uuidOf } from '../ids.ts';
import { notFound, Refusal } from '../refusal.ts';
import { assetLinkOf } from './content.ts';

/** Bytes of a magnet's file. */
export const LARGEST_ASSET = 20 * 1024 * 1024;
/** Bytes of a file's name: file systems take 255, and an export writes it to one. */
const LONGEST_NAME = 240;
/** Bytes that are held in memory at a time while a file comes or goes. */
const CHUNK = 256 * 1024;

/** What a magnet hands out: a file of ours, or a link; null for nothing yet. */
export type Asset =
  | { kind: 'file'; id: string; name: string; type: string; bytes: number }
  | { kind: 'link'; url: string };

/** A magnet's link, and its file if it has one. */
export interface AssetRow {
  asset_url: string | null;
  asset_id: string | null;
  name: string;
  type: string;
  bytes: number;
}

/** Columns of `magnets as m` with its file, and where they come from. */
export const ASSET_COLUMNS = sql`m.asset_url, a.id as asset_id, a.name, a.type, a.bytes`;

export function magnetsWithAssets(own: Own): Sql {
  return sql`${own('magnets')} as m left join ${own('magnet_assets')} as a on a.magnet_id = m.id and a.whole`;
}

export function assetOf({ asset_url, asset_id, name, type, bytes }: AssetRow): Asset | null {
  if (asset_id !== null) return { kind: 'file', id: asset_id, name, type, bytes };
  return asset_url === null || asset_url === '' ? null : { kind: 'link', url: asset_url };
}

/** The asset of a magnet. @param uuid of the magnet */
export async function readAsset(account: Account, uuid: string): Promise<Asset | null> {
  const [row] = await account.rows<AssetRow>(
    (own) => sql`select ${ASSET_COLUMNS} from ${magnetsWithAssets(own)} where m.id = ${uuid}`,
  );
  return row ? assetOf(row) : null;
}

/** The bytes of a file, a chunk at a time. Ends early when the file was replaced meanwhile. */
export async function* readAssetBytes(account: Account, assetId: string): AsyncGenerator<Buffer> {
  for (let number = 0; ; number++) {
    const chunk = await account
      .select('magnet_asset_chunks')
      .select('bytes')
      .where('asset_id', '=', assetId)
      .where('number', '=', number)
      .executeTakeFirst();
    if (!chunk) return;
    yield Buffer.from(chunk.bytes);
  }
}

/**
 * Gives a magnet a file in the place of what it handed out before. The bytes are written as they come, outside of any
 * transaction; the file is served from the moment that it is whole.
 * @throws Refusal `not_found`, `invalid_parameter` for a file that is empty or too large
 */
export async function storeAsset(
  account: Account,
  { id, name, type, bytes }: { id: string; name: string; type: string; bytes: AsyncIterable<Uint8Array> },
): Promise<void> {
  const magnet = await mustExist(account, id);
  const asset = newId();
  await account.insert('magnet_assets', {
    id: asset,
    magnet_id: magnet,
    name: fileName(name),
    type: /^[\w.+-]{1,49}\/[\w.+-]{1,50}$/.test(type) ? type : 'application/octet-stream',
  });
  try {
    const size = await writeChunks(account, asset, bytes);
    if (size === 0) throw new Refusal('invalid_parameter', 'The file is empty.', 'file');
    await serveInstead(account, magnet, { asset, size });
  } catch (error) {
    await account.remove('magnet_assets').where('id', '=', asset).execute();
    throw error;
  }
}

/**
 * Gives a magnet an https link in the place of what it handed out before; an empty one takes everything away.
 * @throws Refusal `not_found`, `invalid_parameter`
 */
export async function setAssetLink(
  account: Account,
  { id, url }: { id: string; url: string },
): Promise<void> {
  const link = assetLinkOf(url);
  const magnet = await mustExist(account, id);
  await account.transaction(async (account) => {
    await account.remove('magnet_assets').where('magnet_id', '=', magnet).execute();
    await edited(account, magnet, link);
    await audit(account, 'magnet.asset', magnet, { link });
  });
}

/** Gives a new magnet the file of another. @param magnets UUIDs */
export async function copyAsset(account: Account, { from, to }: { from: string; to: string }): Promise<void> {
  const asset = await readAsset(account, from);
  if (asset?.kind !== 'file') return;
  const { name, type, bytes } = asset;
  const id = newId();
  await account.insert('magnet_assets', { id, magnet_id: to, name, type, bytes, whole: true });
  let number = 0;
  for await (const chunk of readAssetBytes(account, asset.id)) {
    await account.insert('magnet_asset_chunks', { asset_id: id, number, bytes: chunk });
    number++;
  }
}

/** Deletes files whose upload ended with the process that took it. @returns how many there were */
export async function pruneHalfAssets(account: Account): Promise<number> {
  const deleted = await account
    .remove('magnet_assets')
    .where('whole', '=', false)
    .where('created_at', '<', sql<Date>`now() - interval '1 day'`)
    .executeTakeFirst();
  return Number(deleted.numDeletedRows);
}

async function mustExist(account: Account, id: string): Promise<string> {
  const uuid = uuidOf('mag', id, 'magnet');
  const magnet = await account.select('magnets').select('id').where('id', '=', uuid).executeTakeFirst();
  if (!magnet) throw notFound('magnet');
  return magnet.id;
}

async function writeChunks(
  account: Account,
  asset: string,
  bytes: AsyncIterable<Uint8Array>,
): Promise<number> {
  let size = 0;
  let number = 0;
  let held: Uint8Array[] = [];
  let holding = 0;
  const write = async () => {
    await account.insert('magnet_asset_chunks', { asset_id: asset, number, bytes: Buffer.concat(held) });
    number++;
    held = [];
    holding = 0;
  };
  for await (const part of bytes) {
    size += part.length;
    if (size > LARGEST_ASSET) {
      throw new Refusal(
        'invalid_parameter',
        'The file is larger than 20 MB; give a link to it instead.',
        'file',
      );
    }
    held.push(part);
    holding += part.length;
    if (holding >= CHUNK) await write();
  }
  if (holding > 0) await write();
  return size;
}

function serveInstead(account: Account, magnet: string, { asset, size }: { asset: string; size: number }) {
  return account.transaction(async (account) => {
    // Of two files that have come at once, the later one stays.
    await account.select('magnets').select('id').where('id', '=', magnet).forUpdate().execute();
    await account
      .remove('magnet_assets')
      .where('magnet_id', '=', magnet)
      .where('id', '<>', asset)
      .where('whole', '=', true)
      .execute();
    await account.update('magnet_assets').set({ whole: true, bytes: size }).where('id', '=', asset).execute();
    await edited(account, magnet, null);
    await audit(account, 'magnet.asset', magnet, { bytes: size });
  });
}

async function edited(account: Account, magnet: string, link: string | null): Promise<void> {
  const now = sql<Date>`clock_timestamp()`;
  await account
    .update('magnets')
    .set({ asset_url: link, updated_at: now, content_edited_at: now })
    .where('id', '=', magnet)
    .execute();
}

/** What a browser calls the file; no path, nothing that a header or a file system reads as more than a name. */
function fileName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  const plain = last
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}"<>|:*?]/gu, '')
    .trim();
  const kept = [...plain].slice(-150);
  while (Buffer.byteLength(kept.join('')) > LONGEST_NAME) kept.shift();
  return kept.join('').trim() || 'file';
}
