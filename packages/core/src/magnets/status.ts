import { audit } from '../audit.ts';
import type { Account } from '../db/account.ts';
import type { MagnetStatus } from '../db/schema.ts';
import { sql } from '../db/sql.ts';
import { uuidOf } from '../ids.ts';
import { Refusal } from '../refusal.ts';
import { readMagnet } from './read.ts';

/**
 * Moves a magnet to any status from any other. Only `public` asks for something: a test send that succeeded.
 * @throws Refusal `not_found`, `test_send_required`
 */
export async function changeMagnetStatus(
  account: Account,
  { id, status }: { id: string; status: MagnetStatus },
) {
  const uuid = uuidOf('mag', id, 'magnet');
  return account.transaction(async (account) => {
    if (!(await move(account, uuid, status))) {
      await readMagnet(account, { id });
      throw new Refusal(
        'test_send_required',
        'A magnet can be made public only after a test send of it has succeeded. Make one in the application, then try again.',
      );
    }
    await audit(account, 'magnet.status', uuid, { status });
    return readMagnet(account, { id });
  });
}

/** The condition stands in the update itself, so that nothing can come between looking and writing. */
async function move(account: Account, uuid: string, status: MagnetStatus): Promise<boolean> {
  const tested = account
    .select('magnet_test_sends')
    .select('id')
    .where('magnet_id', '=', uuid)
    .where('status', '=', 'succeeded');
  const moved = await account
    .update('magnets')
    .set({
      status,
      updated_at: sql<Date>`case when status = ${status} then updated_at else now() end`,
      published_at: sql<Date>`case when ${status} = 'public' and status <> 'public' then now() else published_at end`,
    })
    .where('id', '=', uuid)
    .where((eb) => (status === 'public' ? eb.exists(tested) : eb.lit(true)))
    .returning('id')
    .execute();
  return moved.length > 0;
}
