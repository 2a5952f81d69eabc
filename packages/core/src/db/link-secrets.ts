import type { Db } from './connect.ts';

/** Links that are signed: a subscriber's own pages, and those of capture and downloads. */
export type LinkKind = 'subscriber_link' | 'public_link';

/** What this installation signs links with; a migration made it. @throws Error where it is gone */
export async function readLinkSecret(db: Db, kind: LinkKind): Promise<Uint8Array> {
  const secret = await db.selectFrom('secrets').select('value').where('name', '=', kind).executeTakeFirst();
  if (!secret)
    throw new Error(`The database has lost its secret "${kind}", and with it every link that was signed.`);
  return secret.value;
}
