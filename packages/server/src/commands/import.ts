import { createReadStream, type ReadStream } from 'node:fs';
import { resolve } from 'node:path';

import { Stop, withDatabase } from '../database.ts';
import { bringIn, noProgress, type Progress } from '../subscribers-file/bring-in.ts';
import { readSubscribers } from '../subscribers-file/read.ts';
import { ACCOUNT, accountOf } from './account-of.ts';
import { type Command, required, several } from './command.ts';

/** Skipped lines that are printed; `--json` has more. */
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
    return withDatabase(config, 'lodestone import subscribers', async (db) => {
      const account = await accountOf(db, given);
      let report = noProgress();
      for await (report of bringIn(account, readSubscribers(await opened(file), tags))) {
        if (report.lines > 0 && report.lines % 50_000 === 0) place.err(`${report.lines} lines\n`);
      }
      return { text: textOf(report), json: report };
    });
  },
};

function opened(file: string): Promise<ReadStream> {
  return new Promise((done, fail) => {
    const stream = createReadStream(file);
    stream.once('open', () => done(stream));
    stream.once('error', (error) => fail(new Stop(`${file} cannot be read: ${error.message}.`)));
  });
}

function textOf({
  lines,
  added,
  updated,
  unchanged,
  skipped,
  skipped_lines,
  suppressed,
  opted_out,
}: Progress): string {
  const more = skipped_lines - SHOWN;
  return [
    `${lines} lines: ${added} added, ${updated} updated, ${unchanged} unchanged, ${skipped_lines} skipped, ${suppressed} suppressed, ${opted_out} opted out.`,
    ...skipped.slice(0, SHOWN).map(({ line, reason }) => `  line ${line}: ${reason}`),
    ...(more > 0 ? [`  and ${more} more; --json has the first 10,000`] : []),
  ].join('\n');
}
