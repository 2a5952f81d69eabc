import type { Account } from '../db/account.ts';
import { sql } from '../db/sql.ts';
import { logoPath } from './logo.ts';
import type { Brand } from './open.ts';

/** How an account shows itself, where its public pages lie, and what of its emails it follows. */
export interface Branding extends Brand {
  slug: string;
  /** The owner's address. */
  email: string;
  track_opens: boolean;
  track_clicks: boolean;
  /** Played by the demo world: nothing of it leaves by a mail server. */
  simulated: boolean;
}

export async function readBranding(account: Account): Promise<Branding> {
  const [row] = await account.rows<Branding>(
    (own) => sql`
      select a.slug, coalesce(a.brand_name, a.name) as sender, a.email, a.brand_color as color, a.postal_address,
        a.track_opens, a.track_clicks, a.simulated, l.token as logo
      from ${own('accounts')} as a left join ${own('account_logos')} as l on true`,
  );
  if (!row) throw new Error(`There is no account ${account.id}.`);
  return { ...row, logo: row.logo && logoPath(row.logo) };
}

/** What of an account its public pages show. */
export async function readBrand(account: Account): Promise<Brand> {
  const { sender, color, postal_address, logo } = await readBranding(account);
  return { sender, color, postal_address, logo };
}
