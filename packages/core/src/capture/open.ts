import { type Account, forAccount } from '../db/account.ts';
import type { Db } from '../db/connect.ts';
import type { MagnetKind, MagnetStatus, OptIn } from '../db/schema.ts';
import { fromWire } from '../ids.ts';
import { logoPath } from './logo.ts';
import { isSigned, sign } from './sign.ts';

/** What a capture page shows and needs to know. */
export interface Capture {
  /** UUID. */
  magnet_id: string;
  title: string;
  description: string | null;
  kind: MagnetKind;
  opt_in: OptIn;
  /** Whether only those who have its link see the page. */
  private: boolean;
  brand: Brand;
}

/** How an account shows itself to its subscribers. */
export interface Brand {
  /** The name that their emails come from. */
  sender: string;
  /** `#rrggbb`. */
  color: string | null;
  postal_address: string | null;
  /** Path of the logo. */
  logo: string | null;
}

const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/**
 * Opens the page on which visitors ask for a magnet: a public one for everybody, a private one for those who have its link.
 * @param asked slugs as they stand in the address, and the key of a private link
 * @returns null for everything else, whatever the reason
 */
export async function openCapture(
  db: Db,
  asked: { account: string; magnet: string; key: string },
): Promise<{ account: Account; capture: Capture } | null> {
  if (![asked.account, asked.magnet].every((slug) => slug.length <= 100 && SLUG.test(slug))) return null;
  const row = await db
    .selectFrom('accounts as a')
    .innerJoin('magnets as m', 'm.account_id', 'a.id')
    .leftJoin('account_logos as l', 'l.account_id', 'a.id')
    .select([
      'a.id as account_id',
      'a.name',
      'a.brand_name',
      'a.brand_color',
      'a.postal_address',
      'l.token as logo',
    ])
    .select(['m.id', 'm.title', 'm.description', 'm.kind', 'm.opt_in', 'm.status'])
    .where('a.slug', '=', asked.account)
    .where('m.slug', '=', asked.magnet)
    .where('m.status', 'in', ['public', 'private'])
    .executeTakeFirst();
  if (!row) return null;
  const account = forAccount(db, row.account_id, { kind: 'subscriber' });
  if (row.status === 'private' && !(await isSigned(account, 'private', [row.id], asked.key))) return null;
  const { id, title, description, kind, opt_in } = row;
  const brand = {
    sender: row.brand_name ?? row.name,
    color: row.brand_color,
    postal_address: row.postal_address,
    logo: row.logo && logoPath(row.logo),
  };
  const capture = {
    magnet_id: id,
    title,
    description,
    kind,
    opt_in,
    private: row.status === 'private',
    brand,
  };
  return { account, capture };
}

/** Path of a magnet's capture page. While the magnet is private the path carries the key that opens it. */
export async function capturePath(
  account: Account,
  magnet: { id: string; account_slug: string; slug: string; status: MagnetStatus },
): Promise<string> {
  const path = `/p/${magnet.account_slug}/${magnet.slug}`;
  const uuid = fromWire('mag', magnet.id);
  return magnet.status === 'private' && uuid !== null
    ? `${path}?key=${await sign(account, 'private', [uuid])}`
    : path;
}
