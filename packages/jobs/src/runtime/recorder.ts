import { type Account, finishRun, progressRun, type RunFailure, startRun } from '@lodestone/core';

/** A job reports here what it does for one account. Nothing is written before its first report. */
export interface Run {
  /** Items that were dealt with, and well. */
  done(items?: number): void;
  /** An item that failed: an address or an object's id, and why, for the account's owner to read. */
  failed(item: string | null, reason: string): void;
}

/** Milliseconds without a report after which a run is over. Turns in close succession are one run. */
const QUIET = 10_000;

/** Milliseconds that a run lasts at most, so that it is seen to end where work never does. */
const LONGEST = 600_000;

/** Runs that are under way in this process, written down as they go on. */
export interface Recorder {
  of(job: string, account: Account): Run;
  /** Items reported so far, over all runs. */
  reported(): number;
  /** Writes down what was reported, and ends what is over: all runs of a job when it is named, every run with `'all'`. */
  settle(job?: string): Promise<void>;
}

interface Open {
  account: Account;
  job: string;
  /** Undefined until it is first written. */
  id: string | undefined;
  over: boolean;
  /** When the work of the first report began. */
  began: number;
  reportedAt: number;
  written: boolean;
  processed: number;
  failed: number;
  failures: RunFailure[];
}

/** A report, and when the work on it began. */
interface Report {
  items: number;
  failures: RunFailure[];
  began: number;
}

/**
 * @param worker of `joinWorkers`, under which the runs are kept
 * @param failed is called with the reason when runs cannot be written down, once until they can be again; writing is retried
 */
export function createRecorder(worker: () => string, failed: (error: unknown) => void): Recorder {
  const runs = new Set<Open>();
  let reported = 0;
  let writing: Promise<void> = Promise.resolve();
  let failing = false;

  function openOf(job: string, account: Account, began: number): Open {
    for (const run of runs) if (!run.over && run.job === job && run.account.id === account.id) return run;
    const counts = { processed: 0, failed: 0, failures: [] };
    const run = {
      account,
      job,
      id: undefined,
      over: false,
      began,
      reportedAt: began,
      written: false,
      ...counts,
    };
    runs.add(run);
    return run;
  }

  function report(job: string, account: Account, { items, failures, began }: Report): void {
    const run = openOf(job, account, began);
    run.processed += items;
    run.failed += failures.filter(({ item }) => item !== null).length;
    run.failures.push(...failures);
    run.reportedAt = performance.now();
    run.written = false;
    reported += items;
  }

  async function write(job: string | undefined): Promise<void> {
    const at = performance.now();
    const failures: unknown[] = [];
    for (const run of runs) {
      run.over ||=
        job === 'all' || run.job === job || at - run.reportedAt >= QUIET || at - run.began >= LONGEST;
      await writeOne(run).catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0 && !failing) failed(failures[0]);
    failing = failures.length > 0;
  }

  async function writeOne(run: Open): Promise<void> {
    if (run.written && !run.over) return;
    run.id ??= await startRun(run.account, run.job, {
      worker: worker(),
      sinceMs: performance.now() - run.began,
    });
    run.written = true;
    if (!run.over) return progressRun(run.account, run.id, run);
    await finishRun(run.account, run.id, run, { sinceMs: performance.now() - run.reportedAt });
    runs.delete(run);
  }

  return {
    of: (job, account) => {
      let began = performance.now();
      const add = (items: number, failures: RunFailure[]) => {
        report(job, account, { items, failures, began });
        began = performance.now();
      };
      return {
        done: (items = 1) => items > 0 && add(items, []),
        failed: (item, reason) => add(item === null ? 0 : 1, [{ item, reason }]),
      };
    },
    reported: () => reported,
    settle: (job) => (writing = writing.then(() => write(job))),
  };
}
