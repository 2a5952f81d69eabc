import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';

import { Stop, withDatabase } from '../database.ts';
import { importFile, noProgress, type Progress } from '../subscribers-file/import.ts';
import { readSubscribers } from '../subscribers-file/read.ts';
import { asUtf8 } from '../subscribers-file/text.ts';
import { ACCOUNT, accountOf } from './account-of.ts';
import { type Command, required, several, UsageError } from './command.ts';

/** Lines with a problem, of each kind, that are printed; `--json` has more. */
const SHOWN = 50;

export const importSubscribersCommand: Command = {
  name: 'import subscribers',
  summary:
    'Imports subscribers from a CSV file with a header line: email, first_name, last_name, tags. Any other column becomes a field for templates.',
  options: [ACCOUNT, ['--tag TAG', 'a tag for everyone in the file; repeat it for several']],
  parse: { account: { type: 'string' }, tag: { type: 'string', multiple: true } },
  file: 'FILE',
  run(given, config, place) {
    const file = resolve(place.cwd, required(given, 'file'));
    const tags = several(given, 'tag');
    if (tags.some((tag) => tag.trim() === '')) {
      throw new UsageError('--tag is empty: name a tag, or leave it out.');
    }
    return withDatabase(config, 'lodestone import subscribers', async (db) => {
      const account = await accountOf(db, given);
      let report = noProgress();
      for await (report of importFile(account, readSubscribers(await textIn(file), tags))) {
        if (report.lines > 0 && report.lines % 50_000 === 0) place.err(`${report.lines} lines\n`);
      }
      return { text: textOf(report), json: report };
    });
  },
};

/** What is written in a file, or comes through a pipe. @throws Stop when it cannot be read */
async function textIn(path: string): Promise<Readable> {
  try {
    const file = await open(path);
    if (!(await file.stat()).isDirectory()) return Readable.from(asUtf8(file.createReadStream()));
    await file.close();
  } catch (error) {
    throw new Stop(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}.`);
  }
  throw new Stop(`${path} is a folder. Name a CSV file.`);
}

function textOf({
  lines,
  added,
  updated,
  unchanged,
  skipped,
  skipped_lines,
  tags_left_out,
  tags_left_out_lines,
  suppressed,
  opted_out,
}: Progress): string {
  return [
    `${lines} lines: ${added} added, ${updated} updated, ${unchanged} unchanged, ${skipped_lines} skipped, ${suppressed} suppressed, ${opted_out} opted out.`,
    ...listed(skipped, skipped_lines),
    ...(tags_left_out_lines > 0 ? [`Lines whose tags were left out: ${tags_left_out_lines}`] : []),
    ...listed(tags_left_out, tags_left_out_lines),
  ].join('\n');
}

/** The first of the lines with a problem. */
function listed(problems: Progress['skipped'], all: number): string[] {
  const more = all - SHOWN;
  return [
    ...problems.slice(0, SHOWN).map(({ line, reason }) => `  line ${line}: ${reason}`),
    ...(more > 0 ? [`  and ${more} more; --json has the first 10,000`] : []),
  ];
}
