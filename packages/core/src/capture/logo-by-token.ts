import type { Db } from '../db/connect.ts';
import type { LogoType } from '../db/schema.ts';

/** A logo by its token, for everybody; null for any text that is no token of ours. */
export async function readLogo(db: Db, token: string): Promise<{ type: LogoType; bytes: Buffer } | null> {
  const logo = await db
    .selectFrom('account_logos')
    .select(['type', 'bytes'])
    .where('token', '=', token)
    .executeTakeFirst();
  return logo ? { type: logo.type, bytes: Buffer.from(logo.bytes) } : null;
}
