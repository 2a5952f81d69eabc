import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

import { sql } from 'kysely';

import type { Db } from '../db/connect.ts';

/** Bytes of a key: AES-256. */
export const SECRET_KEY_BYTES = 32;

/** Bytes that GCM wants, and its whole tag. */
const IV = 12;
const TAG = 16;

/** Keys of this installation. The first encrypts; the others are those it took the place of, and decrypt. */
export type SecretKeys = readonly [Uint8Array, ...Uint8Array[]];

/** What a secret is, and whose: one that was moved elsewhere in the database does not open there. */
export interface SecretContext {
  /** The account's id. */
  account: string;
  /** Such as `smtp password of <inbox id>`. */
  purpose: string;
}

/** A secret that cannot be read, and what to do about it. It never holds the secret. */
export class SecretError extends Error {
  override readonly name = 'SecretError';
}

/** Names a key without telling it: 16 hexadecimal digits. */
export function secretKeyId(key: Uint8Array): string {
  return createHash('sha256').update('lodestone secret key id').update(key).digest('hex').slice(0, 16);
}

/**
 * Encrypts a secret for the database: AES-256-GCM, with the context as additional data.
 * @returns `v1.<key id>.<bytes in base64url>`
 */
export function encrypt([key]: SecretKeys, secret: string, context: SecretContext): string {
  const iv = randomBytes(IV);
  const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: TAG });
  cipher.setAAD(bound(context));
  const sealed = Buffer.concat([iv, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return `v1.${secretKeyId(key)}.${sealed.toString('base64url')}`;
}

/** Reads what `encrypt` wrote. @throws SecretError */
export function decrypt(keys: SecretKeys, text: string, context: SecretContext): string {
  const [, keyId, sealed] = /^v1\.([0-9a-f]{16})\.([\w-]{38,})$/.exec(text) ?? [];
  if (keyId === undefined || sealed === undefined) throw new SecretError('This is not an encrypted secret.');
  const key = keys.find((key) => secretKeyId(key) === keyId);
  if (key === undefined) {
    throw new SecretError(
      `The secret was encrypted with the key ${keyId}, which this process does not have. Add it to LODESTONE_SECRET_KEY, or enter the secret again.`,
    );
  }
  const bytes = Buffer.from(sealed, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV), { authTagLength: TAG });
  decipher.setAAD(bound(context));
  decipher.setAuthTag(bytes.subarray(-TAG));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(IV, -TAG)), decipher.final()]).toString('utf8');
  } catch {
    throw new SecretError('The secret was changed, or moved from where it belongs. Enter it again.');
  }
}

/** Which key the database's secrets are encrypted with; null while there is none. */
export async function readSecretKeyId(db: Db): Promise<string | null> {
  const { rows } = await sql<{ secret_key_id: string | null }>`
    select secret_key_id from installation`.execute(db);
  return rows[0]?.secret_key_id ?? null;
}

/** Writes down which key is in use, so that a process with another one is told. */
export async function keepSecretKeyId(db: Db, id: string): Promise<void> {
  await sql`update installation set secret_key_id = ${id} where secret_key_id is distinct from ${id}`.execute(
    db,
  );
}

function bound({ account, purpose }: SecretContext): Buffer {
  return Buffer.from(JSON.stringify([account, purpose]));
}
