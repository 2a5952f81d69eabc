import { setTimeout } from 'node:timers/promises';

import type { Logger } from 'pino';

import type { Account } from '@lodestone/core';

import { ApiError } from '../../../api/errors.ts';
import type { FairShare } from '../../../api/fair-share.ts';
import { Stop } from '../../../database.ts';
import { importFile } from '../../../subscribers-file/import.ts';
import { type Column, readSubscribers } from '../../../subscribers-file/read.ts';
import { type Import, type ImportStore, INTERRUPTED } from './store.ts';

/** Lines that one transaction imports: fewer than for the command, since others wait for the same database. */
const BATCH = 500;
/** Skipped lines that the report lists. */
const LISTED = 100;
/** How often a batch asks again for its turn, a second apart. */
const MAX_TRIES = 120;

interface ImportParts {
  store: ImportStore;
  share: FairShare;
  log: Logger;
}

/** Imports a file that was taken, and writes its progress to the store. Never throws: failures go to the store as well. */
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
        // An import that writes nothing for a while counts as interrupted.
        await store.write(state);
        await setTimeout(1_000);
      }
    }
  };
  try {
    const rows = readSubscribers(file, tags, columns);
    for await (const progress of importFile(account, rows, { batch: BATCH, listed: LISTED, turn })) {
      Object.assign(state, { progress, read: file.bytesRead });
      await store.write(state);
    }
    await store.write({ ...state, phase: 'done', read: state.bytes });
  } catch (error) {
    const problem = error instanceof Stop ? error.message : INTERRUPTED;
    if (!(error instanceof Stop)) log.error({ err: error }, 'import: interrupted');
    // If even this cannot be written, it soon counts as interrupted.
    await store.write({ ...state, phase: 'failed', problem }).catch(() => undefined);
  } finally {
    file.destroy();
    await store.dropFile(state.id).catch(() => undefined);
  }
}
