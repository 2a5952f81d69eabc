import type { Db } from '../db/connect.ts';

/** Accounts with something that `send_pending` may have to do: a campaign that runs or is to start, or a step that is not settled. */
export async function accountsThatSend(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('accounts')
    .select('accounts.id')
    .where((eb) =>
      eb.or([
        eb.exists(
          eb
            .selectFrom('campaigns')
            .select('campaigns.id')
            .whereRef('campaigns.account_id', '=', 'accounts.id')
            .where('campaigns.status', 'in', ['active', 'scheduled']),
        ),
        eb.exists(
          eb
            .selectFrom('mails')
            .select('mails.id')
            .whereRef('mails.account_id', '=', 'accounts.id')
            .where('mails.kind', '=', 'step')
            .where('mails.state', 'in', ['claimed', 'in_doubt']),
        ),
      ]),
    )
    .orderBy('accounts.id')
    .execute();
  return rows.map(({ id }) => id);
}
