import type { Account } from '../db/account.ts';
import { type Asset, readAsset } from '../magnets/asset.ts';
import { readBrand } from './branding.ts';
import type { Brand } from './open.ts';
import { isSigned, sign } from './sign.ts';

/** Days for which the link to a file in an email is good. */
const DOWNLOAD_DAYS = 30;

const REST = /^([0-9a-z]{6,9})\.([\w-]{22})$/;

/** Path of what an email hands out: its token, when it expires, and a signature. */
export async function downloadPath(
  account: Account,
  { mail, from }: { mail: { token: string }; from: Date },
): Promise<string> {
  const expires = Math.floor(from.getTime() / 1_000 + DOWNLOAD_DAYS * 86_400).toString(36);
  return `/d/${mail.token}.${expires}.${await sign(account, 'download', [mail.token, expires])}`;
}

/** What is behind a download link. */
export type Download = { asset: Asset } | { expired: true; brand: Brand; title: string };

/**
 * What an email hands out now: a magnet's file may have been replaced since.
 * @param mail.rest what follows the token in the link
 * @returns null for a link that was never made, or whose magnet hands out nothing any more.
 */
export async function openDownload(
  account: Account,
  mail: { id: string; token: string; rest: string },
): Promise<Download | null> {
  const [, expires, signature] = REST.exec(mail.rest) ?? [];
  if (expires === undefined || signature === undefined) return null;
  if (!(await isSigned(account, 'download', [mail.token, expires], signature))) return null;
  const sent = await account.select('mails').select('magnet_id').where('id', '=', mail.id).executeTakeFirst();
  if (!sent?.magnet_id) return null;
  if (account.now().getTime() / 1_000 > Number.parseInt(expires, 36)) {
    const magnet = await account
      .select('magnets')
      .select('title')
      .where('id', '=', sent.magnet_id)
      .executeTakeFirst();
    return { expired: true, brand: await readBrand(account), title: magnet?.title ?? '' };
  }
  const asset = await readAsset(account, sent.magnet_id);
  return asset && { asset };
}
