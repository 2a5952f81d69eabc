import { sql } from 'kysely';

import type { Db } from '../db/connect.ts';
import type { Key } from './key.ts';

/** How exact `last_used_at` is: one write a minute for a busy key, and one at once for a key's first use. */
const EXACT_TO_MS = 60_000;

/**
 * Remembers when keys were used, without a write on every request. A failed write is tried again with the next use; it is
 * handed to `onError` and never thrown, since it is nobody's answer.
 */
export function keyUseRecorder(db: Db, onError: (error: unknown) => void) {
  const writtenAt = new Map<string, number>();
  const inFlight = new Set<Promise<void>>();

  return {
    /** Call it for every authenticated request. Awaits nothing. */
    record(accountId: string, key: Key, at: Date): void {
      const last = writtenAt.get(key.id) ?? key.last_used_at?.getTime() ?? 0;
      if (at.getTime() - last < EXACT_TO_MS) return;
      writtenAt.set(key.id, at.getTime());
      const write = db
        .updateTable('api_keys')
        .set({ last_used_at: sql<Date>`greatest(last_used_at, ${at})` })
        .where('account_id', '=', accountId)
        .where('id', '=', key.id)
        .execute()
        .then(
          () => {},
          (error) => {
            writtenAt.delete(key.id);
            onError(error);
          },
        )
        .finally(() => inFlight.delete(write));
      inFlight.add(write);
    },
    /** Resolves when nothing is left to write. */
    async settled(): Promise<void> {
      await Promise.all(inFlight);
    },
  };
}
