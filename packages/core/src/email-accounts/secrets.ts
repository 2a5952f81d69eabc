import type { Account } from '../db/account.ts';
import { decrypt, encrypt, type SecretKeys } from '../installation/secrets.ts';
import type { ServerSecret } from './connect.ts';

/** Where emails of an inbox leave, or where its replies arrive. */
type Way = 'smtp' | 'imap';

/**
 * Encrypts how a server of an inbox is reached.
 * @param url with user and password, such as `smtps://maya%40acme.example:secret@mail.example:465`
 */
export function sealServer(
  keys: SecretKeys,
  account: Account,
  { address, way, url }: { address: string; way: Way; url: string },
): ServerSecret {
  const { host } = new URL(url);
  return { secret: Buffer.from(encrypt(keys, url, contextOf(account, address, way))), server: host };
}

/** The URL that `sealServer` encrypted. @throws SecretError */
export function openServer(
  keys: SecretKeys,
  account: Account,
  { address, way, secret }: { address: string; way: Way; secret: Uint8Array },
): string {
  return decrypt(keys, Buffer.from(secret).toString(), contextOf(account, address, way));
}

/** The address and not the id: an inbox is sealed before it has one, and its address stays. */
function contextOf(account: Account, address: string, way: Way) {
  return { account: account.id, purpose: `${way} of ${address.trim().toLowerCase()}` };
}
