import { audit } from '../audit.ts';
import type { Account } from '../db/account.ts';
import { requireLength, requireOneLine } from '../fields.ts';
import { Refusal } from '../refusal.ts';

const LONGEST_BRAND = 200;
const LONGEST_POSTAL_ADDRESS = 500;

/** How an account shows itself to its subscribers, and what of its emails it follows. Empty texts clear. */
export interface BrandingEdit {
  brand_name: string;
  /** `#rrggbb`. */
  brand_color: string;
  /** Stands in every footer, as laws on commercial email ask. Several lines. */
  postal_address: string;
  track_opens: boolean;
  track_clicks: boolean;
}

/** @throws Refusal `invalid_parameter` with the field at fault */
export async function editBranding(account: Account, edit: BrandingEdit): Promise<void> {
  const brand_name = edit.brand_name.trim();
  const brand_color = edit.brand_color.trim().toLowerCase();
  const postal_address = edit.postal_address.trim();
  requireOneLine(brand_name, 'brand_name');
  requireLength(brand_name, LONGEST_BRAND, 'brand_name');
  requireLength(postal_address, LONGEST_POSTAL_ADDRESS, 'postal_address');
  if (brand_color !== '' && !/^#[0-9a-f]{6}$/.test(brand_color)) {
    throw new Refusal(
      'invalid_parameter',
      `brand_color must be a colour such as #2f76a8; got "${edit.brand_color}".`,
      'brand_color',
    );
  }
  await account.transaction(async (account) => {
    await account.change({
      brand_name: brand_name || null,
      brand_color: brand_color || null,
      postal_address: postal_address || null,
      track_opens: edit.track_opens,
      track_clicks: edit.track_clicks,
    });
    await audit(account, 'account.branding', account.id, { brand_name, brand_color });
  });
}
