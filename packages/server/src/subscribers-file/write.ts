import { type Account, type Audience, exportSubscribers, fieldNames } from '@lodestone/core';
import { stringify } from 'csv-stringify/sync';

import { defused } from './formulas.ts';
import { cellOf } from './tags.ts';

/** Everybody, whoever they are. */
export const EVERYBODY: Audience = { status: 'all', min_score: 0 };

const COLUMNS = [
  'email',
  'first_name',
  'last_name',
  'tags',
  'status',
  'unsubscribed_at',
  'first_seen_at',
  'lead_score',
] as const;

/** Subscribers as a CSV file, piece by piece, safe to open in a spreadsheet. An import reads back exactly what it writes. */
export async function* writeSubscribers(account: Account, audience: Audience): AsyncGenerator<string> {
  const fields = await fieldNames(account);
  yield stringify([[...COLUMNS, ...fields.map(defused)]]);
  for await (const set of exportSubscribers(account, audience)) {
    yield stringify(
      set.map((one) => [
        ...COLUMNS.map((column) =>
          defused(String((column === 'tags' ? cellOf(one.tags) : one[column]) ?? '')),
        ),
        // A field may be called `constructor`, which every object has.
        ...fields.map((field) => defused((Object.hasOwn(one.fields, field) && one.fields[field]) || '')),
      ]),
    );
  }
}
