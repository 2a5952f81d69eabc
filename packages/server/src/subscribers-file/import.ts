import {
  type Account,
  emptyReport,
  type ImportReport,
  type ImportRow,
  importSubscribers,
} from '@lodestone/core';

/** What became of a file's lines so far. Of those with a problem the first are listed, and all counted. */
export interface Progress extends ImportReport {
  lines: number;
  skipped_lines: number;
  tags_left_out_lines: number;
}

/** Lines with a problem, of each kind, that are listed, unless the caller wants fewer. */
const LISTED = 10_000;

export function noProgress(): Progress {
  return { ...emptyReport(), lines: 0, skipped_lines: 0, tags_left_out_lines: 0 };
}

interface Options {
  /** Lines that one transaction imports. */
  batch?: number;
  /** Lines with a problem, of each kind, that are listed. */
  listed?: number;
  /** Runs one batch; may first wait for its turn. */
  turn?: (work: () => Promise<ImportReport>) => Promise<ImportReport>;
}

/** Imports the lines of a file batch by batch, and yields the progress after each. */
export async function* importFile(
  account: Account,
  rows: AsyncIterable<ImportRow>,
  { batch: size = 1_000, listed = LISTED, turn = (work) => work() }: Options = {},
): AsyncGenerator<Progress> {
  let progress = noProgress();
  let batch: ImportRow[] = [];
  const importBatch = async () => {
    const rows = batch;
    batch = [];
    progress = sum(progress, await turn(() => importSubscribers(account, rows)), rows.length, listed);
    return progress;
  };
  for await (const row of rows) {
    batch.push(row);
    if (batch.length === size) yield await importBatch();
  }
  yield await importBatch();
}

function sum(before: Progress, part: ImportReport, lines: number, listed: number): Progress {
  return {
    added: before.added + part.added,
    updated: before.updated + part.updated,
    unchanged: before.unchanged + part.unchanged,
    suppressed: before.suppressed + part.suppressed,
    opted_out: before.opted_out + part.opted_out,
    lines: before.lines + lines,
    skipped: [...before.skipped, ...part.skipped].slice(0, listed),
    skipped_lines: before.skipped_lines + part.skipped.length,
    tags_left_out: [...before.tags_left_out, ...part.tags_left_out].slice(0, listed),
    tags_left_out_lines: before.tags_left_out_lines + part.tags_left_out.length,
  };
}
