import { audit } from '../audit.ts';
import type { Account } from '../db/account.ts';
import type { LogoType } from '../db/schema.ts';
import { newMailToken } from '../mails/mail.ts';
import { Refusal } from '../refusal.ts';

/** Bytes of a logo. */
export const LARGEST_LOGO = 200 * 1024;

/** How pictures begin that a browser only ever shows. SVG is not among them: it can contain scripts. */
const BEGINNINGS: [type: LogoType, begins: (head: string) => boolean][] = [
  ['image/png', (head) => head.startsWith('\u0089PNG\r\n\u001A\n')],
  ['image/jpeg', (head) => head.startsWith('\u00FF\u00D8\u00FF')],
  ['image/webp', (head) => head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP'],
];

/**
 * Gives the account a logo in the place of the one before. What it is, its first bytes say, and not its name.
 * @throws Refusal `invalid_parameter` with the field `logo`
 */
export async function setLogo(account: Account, bytes: Buffer): Promise<void> {
  if (bytes.length > LARGEST_LOGO) throw refused('The logo is larger than 200 kB. Choose a smaller picture.');
  const head = bytes.subarray(0, 16).toString('latin1');
  const type = BEGINNINGS.find(([, begins]) => begins(head))?.[0];
  if (type === undefined) throw refused('The logo must be a PNG, JPEG or WebP picture.');
  await account.transaction(async (account) => {
    await account.remove('account_logos').execute();
    await account.insert('account_logos', { token: newMailToken(), type, bytes });
    await audit(account, 'account.logo', account.id, { type, bytes: bytes.length });
  });
}

export async function removeLogo(account: Account): Promise<void> {
  await account.transaction(async (account) => {
    await account.remove('account_logos').execute();
    await audit(account, 'account.logo', account.id, { type: null });
  });
}

/** Path of a logo. */
export function logoPath(token: string): string {
  return `/b/${token}`;
}

function refused(message: string): Refusal {
  return new Refusal('invalid_parameter', message, 'logo');
}
