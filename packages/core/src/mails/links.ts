import type { Account } from '../db/account.ts';

/** Writes down where the links of an email lead, by their numbers. Those of an attempt before are forgotten. */
export async function keepMailLinks(
  account: Account,
  { mail_id, links }: { mail_id: string; links: readonly { number: number; url: string; hidden: boolean }[] },
): Promise<void> {
  await account.transaction(async (account) => {
    await account.remove('mail_links').where('mail_id', '=', mail_id).execute();
    await account.insert(
      'mail_links',
      links.map((link) => ({ mail_id, ...link })),
    );
  });
}
