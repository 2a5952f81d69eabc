import { sql, type Transaction } from 'kysely';

import { istDay } from '@lodestone/core/days.js';
import type { Db } from '@lodestone/core/db/connect.js';
import type { Tables } from '@lodestone/core/db/schema.js';
import { runStatements } from '@lodestone/core/db/statements.js';
import { DERIVED_TABLES } from '@lodestone/core/figures/figures.js';
import { rebuildDerivedTables } from '@lodestone/core/figures/install.js';
import { ACCOUNTS } from './account-plans.ts';
import { type DemoKeys, insertAccount } from './accounts.ts';
import {
  DRAW_ASKS,
  DRAW_SUBSCRIBERS,
  INSERT_DELIVERIES,
  INSERT_PEOPLE,
  INSERT_REQUESTS,
  INSERT_SUBSCRIBERS,
} from './audience.ts';
import { clockAt } from './clock.ts';
import { INSERT_CONSEQUENCES } from './consequences.ts';
import { addRows, WORK_TABLES } from './work-tables.ts';
import { insertEdgeLeads } from './edges.ts';
import { FUNCTIONS } from './functions.ts';
import {
  DRAW_JOURNEYS,
  INSERT_CONVERSIONS,
  INSERT_ENROLLMENTS,
  INSERT_REPLIES,
  INSERT_SENDS,
} from './journeys.ts';
import { type DroppedIndex, dropIndexes } from './drop-indexes.ts';
import { INSERT_AI_CALLS, INSERT_JOB_RUNS, INSERT_OTHER_MAIL } from './records.ts';
import { OTHER_MAIL, OUTCOMES, SECOND_MAILS } from './replies.ts';
import { type Scale, SCALES } from './scales.ts';
import { addPauseReasons } from './pause-reasons.ts';
import { insertSettings } from './settings.ts';

export interface DemoAccount {
  /** UUID of the account. */
  id: string;
  name: string;
  keys: DemoKeys;
}

export interface Demo {
  /** False when the database had accounts already; then nothing was changed. */
  seeded: boolean;
  /** The accounts that were made, with their keys' only display. */
  accounts: DemoAccount[];
}

interface DemoOptions {
  scale: Scale;
  /** The moment at which the demo's history ends. */
  now?: Date;
  /** Told before each of `total` parts, and once more at the end. */
  onProgress?: (done: number, total: number, what: string) => void;
}

/** Any number will do, so long as nothing else in the database locks on it. */
const SEEDING_LOCK = 4_400_401;

/**
 * Fills an empty database with the demo, all of it or nothing. Apart from the keys, the same moment gives the same data. A
 * database that has an account is left as it is. The large scale takes minutes: give it a patient connection.
 */
export async function seedDemo(
  db: Db,
  { scale, now = new Date(), onProgress = () => {} }: DemoOptions,
): Promise<Demo> {
  return db.connection().execute(async (connection) => {
    const demo = await connection
      .transaction()
      .execute((transaction) => fill(transaction, scale, now, onProgress));
    // Not before everybody can see the rows: it is what lets an index answer alone.
    if (demo.seeded) {
      await sql.raw(`vacuum (analyze) ${[...FILLED, ...DERIVED_TABLES].join(', ')}`).execute(connection);
    }
    return demo;
  });
}

const FILLED = [
  'people',
  'subscribers',
  'magnet_requests',
  'deliveries',
  'enrollments',
  'campaign_sends',
  'conversions',
  'inbox_messages',
  'ai_calls',
  'job_runs',
];

async function fill(
  db: Transaction<Tables>,
  scale: Scale,
  now: Date,
  onProgress: NonNullable<DemoOptions['onProgress']>,
): Promise<Demo> {
  // Room for what is drawn and for making indexes. None of it outlasts the transaction.
  await sql`set local statement_timeout = 0`.execute(db);
  await sql`set local work_mem = '256MB'`.execute(db);
  await sql`set local maintenance_work_mem = '512MB'`.execute(db);
  await sql`set local jit = off`.execute(db);
  await sql`select pg_advisory_xact_lock(${SEEDING_LOCK})`.execute(db);
  if (await db.selectFrom('accounts').select('id').limit(1).executeTakeFirst())
    return { seeded: false, accounts: [] };

  const size = SCALES[scale];
  const at = clockAt(now);
  const accounts: DemoAccount[] = [];
  let dropped: DroppedIndex[] = [];
  const run = (text: string) => () => runStatements(db, text);
  const restore = (which: (one: DroppedIndex) => boolean) => async () => {
    const chosen = dropped.filter(which);
    for (const one of chosen) await run(one.restore)();
    return chosen.map(({ table }) => table);
  };
  /** Restores the indexes of the figures, and analyzes the rows for the planner. */
  const prepare = (which: (table: string) => boolean) => async () => {
    const tables = await restore((one) => servesFigures(one) && which(one.table))();
    await run(`analyze ${[...new Set(tables)].join(', ')}`)();
  };
  const parts: [what: string, work: () => Promise<unknown>][] = [
    [
      'accounts, magnets and campaigns',
      async () => {
        await runStatements(db, present(now) + FUNCTIONS + WORK_TABLES);
        for (const [place, plan] of ACCOUNTS.entries()) {
          const account = await insertAccount(db, plan, at);
          await insertSettings(db, account.id, place, plan, size, at);
          accounts.push(account);
        }
        await insertTexts(db);
      },
    ],
    ['drawing subscribers', run(DRAW_SUBSCRIBERS)],
    [
      'drawing requests',
      async () => {
        await run(DRAW_ASKS)();
        await run('analyze demo_subscribers, demo_asks')();
        for (const table of FILLED) await run(`alter table ${table} disable trigger user`)();
        dropped = await dropIndexes(db, [...FILLED, 'audience_search_texts']);
      },
    ],
    ['people', run(INSERT_PEOPLE)],
    ['magnet requests', run(INSERT_REQUESTS)],
    ['deliveries', run(INSERT_DELIVERIES)],
    ['drawing enrollments', run(`${DRAW_JOURNEYS};\n\nanalyze demo_journeys`)],
    [
      'campaign sends',
      async () => {
        await run(INSERT_SENDS)();
        for (const { id } of accounts) await addPauseReasons(db, id);
      },
    ],
    ['replies', run(INSERT_REPLIES)],
    ['conversions', run(INSERT_CONVERSIONS)],
    ['other mail', run(INSERT_OTHER_MAIL)],
    ['AI calls', run(INSERT_AI_CALLS)],
    ['job runs', () => sql.raw(INSERT_JOB_RUNS.replace('$1', String(size.sendPendingMinutes))).execute(db)],
    ['keys and indexes', prepare((table) => !TOLD_OF.has(table))],
    ['enrollments', run(INSERT_ENROLLMENTS)],
    ['subscribers', run(INSERT_SUBSCRIBERS)],
    ['their keys and indexes', prepare((table) => TOLD_OF.has(table))],
    ['edge cases', () => insertEdgeLeads(db, at, now)],
    ['limits and suppressions', run(INSERT_CONSEQUENCES)],
    ['figures', () => rebuildDerivedTables(db)],
    ['more indexes', restore((one) => !servesFigures(one) && one.kind !== 'foreign key')],
    [
      'foreign keys',
      async () => {
        await restore((one) => one.kind === 'foreign key')();
        for (const table of FILLED) await run(`alter table ${table} enable trigger user`)();
        await run('select find_next_steps()')();
      },
    ],
  ];
  for (const [done, [what, work]] of parts.entries()) {
    onProgress(done, parts.length, what);
    await work();
  }
  onProgress(parts.length, parts.length, 'done');
  return { seeded: true, accounts };
}

/** What the other facts tell of: written after them, with what they tell. */
const TOLD_OF = new Set(['enrollments', 'subscribers']);

/** What figures are looked up by. The rest would only make their writing slower, that of every subscriber above all. */
function servesFigures({ kind, table }: DroppedIndex): boolean {
  return (
    kind === 'primary key' ||
    (kind === 'index' && table !== 'subscribers' && table !== 'audience_search_texts')
  );
}

/** The moment and the IST day at which the demo is made, as the SQL knows them. */
function present(now: Date): string {
  return `
create function pg_temp.present() returns timestamptz language sql immutable
  return '${now.toISOString()}'::timestamptz;

create function pg_temp.today() returns date language sql immutable
  return '${istDay(now)}'::date;
`;
}

async function insertTexts(db: Transaction<Tables>): Promise<void> {
  let up_to = 0;
  const outcomes = OUTCOMES.map(({ share, ...outcome }, place) => ({
    ...outcome,
    place,
    up_to: (up_to += share),
  }));
  await addRows(db, 'demo_outcomes', outcomes);
  await addRows(db, 'demo_second_mails', [{ bodies: SECOND_MAILS }]);
  await addRows(
    db,
    'demo_other_mail',
    OTHER_MAIL.map(([from_address, subject, body], place) => ({ place, from_address, subject, body })),
  );
}
