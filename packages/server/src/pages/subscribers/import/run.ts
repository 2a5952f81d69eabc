import { setTimeout } from 'node:timers/promises';

import type { Logger } from 'pino';

import type { Account } from '@lodestone/core';

import { ApiError } from '../../../api/errors.ts';
import type { FairShare } from '../../../api/fair-share.ts';
import { Stop } from '../../../database.ts';
import { bringIn } from '../../../subscribers-file/bring-in.ts';
import { type Column, readSubscribers } from '../../../subscribers-file/read.ts';
import { type Import, type ImportStore, INTERRUPTED } from './store.ts';

/** Lines of one transaction: fewer than the command takes, as others wait for the same database. */
const SET = 500;
/** Skipped lines that the report names. */
export const NAMED = 100;
/** How often a set asks again for its turn, a second apart. */
const MAX_TRIES = 120;

interface ImportParts {
  store: ImportStore;
  share: FairShare;
  log: Logger;
}

/** Imports a file that was taken, and keeps the store told. Never throws: what goes wrong is told there. */
export async function runImport(
  account: Account,
  started: Import,
  { columns, tags }: { columns: readonly Column[]; tags: readonly string[] },
  { store, share, log }: ImportParts,
): Promise<void> {
  const state = { ...started };
  const file = store.openTaken(state.id);
  const turn = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    for (let tries = 1; ; tries++) {
      try {
        return await share.run(account.id, work);
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 503 || tries === MAX_TRIES) throw error;
        // Says that it is still there.
        await store.write(state);
        await setTimeout(1_000);
      }
    }
  };
  try {
    const rows = readSubscribers(file, tags, columns);
    for await (const progress of bringIn(account, rows, { set: SET, named: NAMED, turn })) {
      Object.assign(state, { progress, read: file.bytesRead });
      await store.write(state);
    }
    await store.write({ ...state, phase: 'done', read: state.bytes });
  } catch (error) {
    const problem = error instanceof Stop ? error.message : INTERRUPTED;
    if (!(error instanceof Stop)) log.error({ err: error }, 'import: interrupted');
    // When even this cannot be written, its silence tells the same.
    await store.write({ ...state, phase: 'failed', problem }).catch(() => undefined);
  } finally {
    file.destroy();
    await store.dropFile(state.id).catch(() => undefined);
  }
}
