import { audit } from '../audit.ts';
import type { Account } from '../db/account.ts';
import { isTaken } from '../db/retry.ts';
import { sql } from '../db/sql.ts';
import { uuidOf } from '../ids.ts';
import { Refusal } from '../refusal.ts';
import { type MagnetContent, storedContent } from './content.ts';
import { readMagnet } from './read.ts';

/**
 * Edits a magnet's content: what is not given stays. A test that succeeded goes on counting for publishing, since the
 * contract asks for one of the magnet and not of its every version; `content_edited_at` tells that it is older than what
 * would be sent now.
 * @throws Refusal `not_found`, `invalid_parameter` with the field at fault
 */
export async function editMagnet(account: Account, { id, ...edit }: { id: string } & Partial<MagnetContent>) {
  const changes = storedContent(edit);
  const uuid = uuidOf('mag', id, 'magnet');
  return refusingTakenSlug(changes.slug, () =>
    account.transaction(async (account) => {
      if (changes.email_account_id) await mustHaveInbox(account, changes.email_account_id);
      await account
        .update('magnets')
        .set({
          ...changes,
          updated_at: sql<Date>`now()`,
          content_edited_at: editedAt(changes),
        })
        .where('id', '=', uuid)
        .execute();
      const magnet = await readMagnet(account, { id });
      await audit(account, 'magnet.edit', uuid, { title: magnet.title, slug: magnet.slug });
      return magnet;
    }),
  );
}

/** Only what an email says, or who sends it, makes the tests before older than the email. */
function editedAt({ delivery_subject, delivery_body, email_account_id }: ReturnType<typeof storedContent>) {
  if (delivery_subject === undefined || delivery_body === undefined) return sql<Date>`content_edited_at`;
  const same = sql`(delivery_subject, delivery_body, email_account_id) is not distinct from
    (${delivery_subject}, ${delivery_body}, ${email_account_id ?? null}::uuid)`;
  return sql<Date>`case when ${same} then content_edited_at else clock_timestamp() end`;
}

/** @throws Refusal `invalid_parameter` for an inbox that is not this account's, or was removed */
export async function mustHaveInbox(account: Account, uuid: string): Promise<void> {
  const inbox = await account
    .select('email_accounts')
    .select('id')
    .where('id', '=', uuid)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  if (!inbox) throw new Refusal('invalid_parameter', 'There is no such inbox.', 'email_account_id');
}

/** Does what writes a slug. @throws Refusal `invalid_parameter` when another magnet has it */
export async function refusingTakenSlug<Result>(
  slug: string | undefined,
  write: () => Promise<Result>,
): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    // The slug is the one thing of a magnet that is unique besides its id.
    if (isTaken(error)) {
      throw new Refusal(
        'invalid_parameter',
        `slug "${slug}" is another magnet's; choose one that is free.`,
        'slug',
      );
    }
    throw error;
  }
}
