import type { Account } from './db/account.ts';
import { newId } from './ids.ts';

/** Records who did what, in the transaction of the write itself. `object` is the UUID that was acted on. */
export async function audit(
  account: Account,
  action: string,
  object: string | null,
  details: object = {},
): Promise<void> {
  await account.insert('audit_log', {
    id: newId(),
    actor: account.actor.kind,
    actor_id: 'id' in account.actor ? account.actor.id : null,
    action,
    object_id: object,
    details: JSON.stringify(details),
  });
}
