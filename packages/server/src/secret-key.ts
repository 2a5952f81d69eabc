import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import {
  type Db,
  keepSecretKeyId,
  readSecretKeyId,
  SECRET_KEY_BYTES,
  SecretError,
  secretKeyId,
  type SecretKeys,
} from '@lodestone/core';

import { type Config, parseSecretKey } from './config.ts';

/**
 * The keys that secrets in the database are encrypted with: `LODESTONE_SECRET_KEY`, or else a file in the data directory, which
 * is made for the first secret of a database.
 * @throws SecretError when the database's secrets are of another key
 */
export async function secretKeys(db: Db, { secretKeys, dataDir }: Config): Promise<SecretKeys> {
  // What the environment says is meant: with a key that is lost, each secret has to be entered again anyway.
  if (secretKeys) {
    await keepSecretKeyId(db, secretKeyId(secretKeys[0]));
    return secretKeys;
  }
  const file = join(dataDir, 'secret.key');
  const inUse = await readSecretKeyId(db);
  const key = readKey(file) ?? (inUse === null ? makeKey(file) : undefined);
  if (key === undefined || (inUse !== null && inUse !== secretKeyId(key))) {
    throw new SecretError(
      `The secrets in this database are encrypted with the key ${inUse}, which is not in ${file}. Set LODESTONE_SECRET_KEY to that key, or to a new one (openssl rand -base64 32) and enter each inbox's password again.`,
    );
  }
  await keepSecretKeyId(db, secretKeyId(key));
  return [key];
}

function readKey(file: string): Uint8Array | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
  return parseSecretKey(text.trim(), file);
}

/**
 * Several processes may come at once: the first makes it, and all read the same. It is there whole or not at all, since half a
 * key, of a process that died or found the disk full, would be in the way forever.
 */
function makeKey(file: string): Uint8Array | undefined {
  mkdirSync(join(file, '..'), { recursive: true });
  const draft = `${file}.${process.pid}`;
  try {
    rmSync(draft, { force: true });
    writeFileSync(draft, `${randomBytes(SECRET_KEY_BYTES).toString('base64')}\n`, { mode: 0o600 });
    linkSync(draft, file);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readKey(file);
}
