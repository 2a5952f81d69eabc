import {
  type Account,
  emptyReport,
  type ImportReport,
  type ImportRow,
  importSubscribers,
} from '@lodestone/core';

/** What became of a file's lines so far. Of the skipped ones the first are named, and all counted. */
export interface Progress extends ImportReport {
  lines: number;
  skipped_lines: number;
}

/** Skipped lines that are named. */
const NAMED = 10_000;

export function noProgress(): Progress {
  return { ...emptyReport(), lines: 0, skipped_lines: 0 };
}

interface Options {
  /** Lines that are brought in by one transaction. */
  set?: number;
  named?: number;
  /** Brings a set in; may wait for its turn. */
  turn?: (work: () => Promise<ImportReport>) => Promise<ImportReport>;
}

/** Brings subscribers in, set by set; tells after each what became of the lines so far. */
export async function* bringIn(
  account: Account,
  rows: AsyncIterable<ImportRow>,
  { set: most = 1_000, named = NAMED, turn = (work) => work() }: Options = {},
): AsyncGenerator<Progress> {
  let progress = noProgress();
  let set: ImportRow[] = [];
  const bring = async () => {
    const rows = set;
    set = [];
    progress = sum(progress, await turn(() => importSubscribers(account, rows)), rows.length, named);
    return progress;
  };
  for await (const row of rows) {
    set.push(row);
    if (set.length === most) yield await bring();
  }
  yield await bring();
}

function sum(before: Progress, part: ImportReport, lines: number, named: number): Progress {
  return {
    added: before.added + part.added,
    updated: before.updated + part.updated,
    unchanged: before.unchanged + part.unchanged,
    suppressed: before.suppressed + part.suppressed,
    opted_out: before.opted_out + part.opted_out,
    lines: before.lines + lines,
    skipped: [...before.skipped, ...part.skipped].slice(0, named),
    skipped_lines: before.skipped_lines + part.skipped.length,
  };
}
