import { type Account, Refusal } from '@lodestone/core';

import type { Change } from './change.ts';
import { OutreachProblems, pathOf } from './file.ts';

/** What the file calls a field that is refused under another name. */
const CALLED: Record<string, string> = {
  delivery_subject: 'delivery.subject',
  delivery_body: 'delivery.body',
  email_account_id: 'delivery.from',
  asset_url: 'asset',
  gap_from: 'gap_seconds',
  gap_to: 'gap_seconds',
};

/**
 * Makes changes in a transaction that is taken back: what the rules refuse of the last one is known before the first one is made.
 * @throws OutreachProblems for the first that is refused
 */
export async function rehearse(account: Account, changes: readonly Change[]): Promise<void> {
  try {
    await account.transaction(async (account) => {
      for (const change of changes) await placing(change, () => change.apply(account, true));
      throw new TakenBack();
    });
  } catch (error) {
    if (!(error instanceof TakenBack)) throw error;
  }
}

class TakenBack extends Error {}

async function placing({ path }: Change, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const field = pathOf(CALLED[error.field ?? ''] ?? error.field);
    throw new OutreachProblems([{ path: [...path, ...field], message: error.message }]);
  }
}
