import { setTimeout } from 'node:timers/promises';

import type { Logger } from 'pino';

import { type Account, type Db, isOutage } from '@lodestone/core';

import { type Job, JobFailure, type JobSettings } from '../job.ts';
import type { Retries } from './retries.ts';
import type { Recorder } from './recorder.ts';
import { type SideBySide, sideBySide } from './side-by-side.ts';

/** What every job of a process shares. */
export interface Runtime {
  db: Db;
  clock: () => Date;
  log: Logger;
  settings: JobSettings;
  recorder: Recorder;
  /** Rows that one statement may write. */
  batch: number;
  account(id: string): Account;
  /** Called after each turn that had something to do. */
  turned(turn: Turn): void;
}

/** A turn of a job that is over. */
export interface Turn {
  job: Job['name'];
  /** Milliseconds since 1970. */
  began: number;
  /** How many items it dealt with. */
  items: number;
  /** Whether it failed, for an account or as a whole. */
  failed: boolean;
}

/** Milliseconds that a turn has to end after its signal fired, before the log says that it does not. */
const GRACE = 5_000;

/**
 * One turn of a job, to its end.
 * @param stop ends it early
 * @param retries says which accounts wait after a failure, and when a failure is shown
 * @param beside what goes on of the turns before, for a job whose accounts do not wait for each other
 * @returns how many items it dealt with
 * @throws what the turn threw, and `JobFailure` when it took too long
 */
export async function takeTurn(
  job: Job,
  { recorder, turned, ...runtime }: Runtime,
  stop: AbortSignal,
  retries: Retries,
  beside: SideBySide = sideBySide(),
): Promise<number> {
  const timeout = AbortSignal.timeout(job.timeoutMs);
  const signal = AbortSignal.any([stop, timeout]);
  const log = runtime.log.child({ job: job.name });
  const tooLate = warnWhenLate(signal, log);
  const turn: Turn = { job: job.name, began: Date.now(), items: 0, failed: false };

  async function workFor(id: string, work: Parameters<typeof forEach>[1]): Promise<void> {
    const opened = runtime.account(id);
    const run = recorder.of(job.name, opened);
    try {
      await work(opened, run);
      retries.worked(id);
    } catch (error) {
      if (stop.aborted) return;
      turn.failed = true;
      log.warn({ err: error, account: id }, 'A job failed for an account; it will be tried again.');
      // While the database is out of reach nothing could be shown, and it is nobody's own failure.
      if (isOutage(error)) throw error;
      if (retries.failed(id)) run.failed(null, reasonOf(timeout.aborted ? lateness(job) : error));
    }
  }

  async function forEach(
    accounts: Iterable<string>,
    work: (account: Account, run: ReturnType<Recorder['of']>) => Promise<void>,
  ): Promise<number> {
    const before = recorder.reported();
    const ready = Iterator.from(accounts).filter((id) => !signal.aborted && !retries.waits(id));
    if (job.apart) await beside.begin(ready, (id) => workFor(id, work));
    else for (const id of ready) await workFor(id, work);
    return recorder.reported() - before;
  }

  try {
    turn.items = await job.run({ ...runtime, log, signal, limit: job.limit, forEach });
    if (timeout.aborted && !stop.aborted) throw lateness(job);
    return turn.items;
  } catch (error) {
    turn.failed ||= !stop.aborted;
    throw error;
  } finally {
    if (turn.items > 0 || turn.failed) turned(turn);
    tooLate.abort();
  }
}

/** Why something failed, for the account's owner: what the program did not foresee is told in the log alone. */
export function reasonOf(error: unknown): string {
  return error instanceof JobFailure ? error.message : 'An unexpected error. See the server’s log.';
}

function lateness({ timeoutMs }: Job): JobFailure {
  return new JobFailure(`It did not end within ${Math.round(timeoutMs / 1000)} s.`);
}

function warnWhenLate(signal: AbortSignal, log: Logger): AbortController {
  const ended = new AbortController();
  const warn = async (): Promise<void> => {
    await setTimeout(GRACE, undefined, { signal: ended.signal, ref: false });
    log.error(`A job is still running ${GRACE / 1000} s after it was told to stop.`);
  };
  signal.addEventListener('abort', () => void warn().catch(() => {}), { once: true, signal: ended.signal });
  return ended;
}
