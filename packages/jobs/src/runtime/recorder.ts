import { type Account, finishRun, progressRun, type RunFailure, startRun } from '@lodestone/core';

/** What a job tells of its work for one account. Nothing is written before it has told something. */
export interface Run {
  /** Items that were dealt with, and well. */
  done(items?: number): void;
  /** An item that failed: an address or an object's id, and why, for the account's owner to read. */
  failed(item: string | null, reason: string): void;
}

/** Milliseconds without news after which a run is over. Turns in close succession are one run. */
const QUIET = 10_000;

/** Milliseconds that a run lasts at most, so that it is seen to end where work never does. */
const LONGEST = 600_000;

/** Runs that are under way in this process, written down as they go on. */
export interface Recorder {
  of(job: string, account: Account): Run;
  /** Items that were told of so far, over all runs. */
  told(): number;
  /** Writes down what was told, and ends what is over: all runs of a job when it is named, every run with `'all'`. */
  settle(job?: string): Promise<void>;
}

interface Open {
  account: Account;
  job: string;
  /** Undefined until it is first written. */
  id: string | undefined;
  over: boolean;
  /** When the work began that was first told of. */
  began: number;
  newsAt: number;
  written: boolean;
  processed: number;
  failed: number;
  failures: RunFailure[];
}

/** What was told, and when the work on it began. */
interface News {
  items: number;
  failures: RunFailure[];
  began: number;
}

/**
 * @param worker of `joinWorkers`, under which the runs are kept
 * @param failed hears why runs cannot be written down, once until they can be again; it is tried on
 */
export function createRecorder(worker: () => string, failed: (error: unknown) => void): Recorder {
  const runs = new Set<Open>();
  let told = 0;
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
      newsAt: began,
      written: false,
      ...counts,
    };
    runs.add(run);
    return run;
  }

  function tell(job: string, account: Account, { items, failures, began }: News): void {
    const run = openOf(job, account, began);
    run.processed += items;
    run.failed += failures.filter(({ item }) => item !== null).length;
    run.failures.push(...failures);
    run.newsAt = performance.now();
    run.written = false;
    told += items;
  }

  async function write(job: string | undefined): Promise<void> {
    const at = performance.now();
    const failures: unknown[] = [];
    for (const run of runs) {
      run.over ||= job === 'all' || run.job === job || at - run.newsAt >= QUIET || at - run.began >= LONGEST;
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
    await finishRun(run.account, run.id, run, { sinceMs: performance.now() - run.newsAt });
    runs.delete(run);
  }

  return {
    of: (job, account) => {
      let began = performance.now();
      const news = (items: number, failures: RunFailure[]) => {
        tell(job, account, { items, failures, began });
        began = performance.now();
      };
      return {
        done: (items = 1) => items > 0 && news(items, []),
        failed: (item, reason) => news(item === null ? 0 : 1, [{ item, reason }]),
      };
    },
    told: () => told,
    settle: (job) => (writing = writing.then(() => write(job))),
  };
}
