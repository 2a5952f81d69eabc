/** Many writers of one account at the same time: what an account's owner, its jobs and its visitors do beside each other. */
import { afterAll, beforeAll, expect } from '@jest/globals';
import {
  type Account,
  connectInbox,
  type Db,
  editSubscriber,
  eraseSubscriber,
  foldFigures,
  importSubscribers,
  newId,
  reconcile,
  saveFilter,
  setReplyIntent,
  suppress,
  toWire,
  unsubscribe,
} from '@lodestone/core';
import fc from 'fast-check';
import { sql } from 'kysely';

import { POSTGRES } from './databases.ts';
import { histories, makeWorld, perform } from './history.ts';

const WRITERS = 16;
const SECONDS = Number(process.env['WRITERS_SECONDS'] ?? 6);

POSTGRES.describe('Writers of one account at the same time', () => {
  let db: Db;
  let close: () => Promise<void>;
  let account: Account;

  beforeAll(async () => {
    ({ db, close } = await POSTGRES.open());
    account = (await makeWorld(db)).accounts[0] as Account;
    const acts = fc.sample(histories, { numRuns: 12, seed: 7 }).flat();
    for (const act of acts) await perform(account, db, act, new Date());
  });
  afterAll(() => close());

  POSTGRES.test('add the same thing once, and none of them fails', async () => {
    const all = (write: () => Promise<unknown>) =>
      Promise.all(Array.from({ length: WRITERS }, () => write().catch((error: Error) => error.message)));
    const value = 'nobody@people.example';
    const added = await all(() => suppress(account, { kind: 'address', value, reason: 'manual' }));
    expect(added.toSorted()).toEqual([...Array(WRITERS - 1).fill(false), true]);
    const kept = await all(() => saveFilter(account, { name: 'Warm', query: 'temperature=warm' }));
    expect(kept).toEqual(Array(WRITERS).fill(undefined));
    const server = { server: '127.0.0.1:2525', secret: Buffer.from('sealed') };
    const inbox = { address: 'twin@acme.example', smtp: server };
    const connected = await all(() => connectInbox(account, inbox).then(() => 'connected'));
    expect(connected.toSorted()).toEqual([
      'connected',
      ...Array(WRITERS - 1).fill('twin@acme.example is already connected; edit it instead.'),
    ]);
  });

  POSTGRES.test(
    'never wait for each other in a circle, and leave every figure as its facts say',
    async () => {
      const until = Date.now() + SECONDS * 1_000;
      const failures: unknown[] = [];
      let writes = 0;
      const writer = async (nth: number) => {
        for (let turn = 0; Date.now() < until; turn++) {
          await act(nth + turn * WRITERS).then(
            () => writes++,
            (error: unknown) => failures.push(error),
          );
        }
      };
      const folding = async () => {
        while (Date.now() < until) {
          await foldFigures(db);
          await new Promise((resolve) => setTimeout(resolve, 50));
        }
      };
      await Promise.all([folding(), ...Array.from({ length: WRITERS }, (_, nth) => writer(nth))]);

      expect(failures.filter((error) => !isRace(error))).toStrictEqual([]);
      const { rows } = await sql<{ deadlocks: number }>`
        select deadlocks from pg_stat_database where datname = current_database()`.execute(db);
      expect(rows).toStrictEqual([{ deadlocks: 0 }]);
      expect(await reconcile(db)).toStrictEqual([]);
      expect(writes).toBeGreaterThan(WRITERS);
    },
  );

  POSTGRES.test(
    'one erases a person while another account adds them, and each has what it asked for',
    async () => {
      const other = (await makeWorld(db)).accounts[0] as Account;
      const erase = async (person: string) => {
        const { id } = await account
          .select('subscribers')
          .select('id')
          .where('email', '=', person)
          .executeTakeFirstOrThrow();
        await eraseSubscriber(account, { id: toWire('sub', id) });
      };
      for (let nth = 0; nth < 15; nth++) {
        const email = `shared-${nth}@people.example`;
        const [line] = [{ line: 1, email }];
        await importSubscribers(account, [line]);
        await Promise.all([erase(email), importSubscribers(other, [line])]);
      }
      const left = (of: Account) =>
        of.select('subscribers').select('email').where('email', 'like', 'shared-%').execute();
      expect(await left(account)).toStrictEqual([]);
      expect(await left(other)).toHaveLength(15);
    },
  );

  POSTGRES.test(
    'who is forgotten by the last account that knows them, while another adds them, is added again',
    async () => {
      const other = (await makeWorld(db)).accounts[0] as Account;
      const email = 'forgotten@people.example';
      await importSubscribers(account, [{ line: 1, email }]);
      const { id } = await account
        .select('subscribers')
        .select('id')
        .where('email', '=', email)
        .executeTakeFirstOrThrow();
      let attempts = 0;
      await other.transaction(async (other) => {
        const person_id = (await other.people.with([email])).get(email) ?? fail();
        if (attempts++ === 0) await eraseSubscriber(account, { id: toWire('sub', id) });
        const [first_seen_at, last_activity_at] = [new Date(), new Date()];
        await other.insert('subscribers', { id: newId(), person_id, email, first_seen_at, last_activity_at });
      });
      expect(attempts).toBe(2);
      expect(
        await other.select('subscribers').select('email').where('email', '=', email).execute(),
      ).toHaveLength(1);
    },
  );

  POSTGRES.test('leave their figures in lanes, and a fold brings them into one', async () => {
    while ((await foldFigures(db)) > 0);
    const { rows } =
      await sql`select from step_days where lane > 0 union all select from audience_bitmaps where lane > 0`.execute(
        db,
      );
    expect(rows).toStrictEqual([]);
    expect(await reconcile(db)).toStrictEqual([]);
  });

  const kinds = [
    async (seed: number) => {
      const id = toWire('enr', await pick('enrollments', seed));
      const intents = ['interested', 'won', 'no_reply', 'replied', 'not_interested'] as const;
      await setReplyIntent(account, { id, reply_intent: intents[seed % intents.length] ?? 'won' });
    },
    async (seed: number) => {
      await unsubscribe(account, { id: toWire('sub', await pick('subscribers', seed)) });
    },
    async (seed: number) => {
      await editSubscriber(account, {
        id: toWire('sub', await pick('subscribers', seed)),
        tags: [`t${seed % 5}`],
      });
    },
    async (seed: number) => {
      await eraseSubscriber(account, { id: toWire('sub', await pick('subscribers', seed)) });
    },
    // Whole sets in one statement, as whoever counts events writes them.
    async () => {
      await account
        .update('campaign_sends')
        .set({
          opened_at: sql<Date>`case when opened_at is null then sent_at + interval '1 minute' end`,
          clicked_at: null,
        })
        .where('id', 'in', (eb) =>
          eb
            .selectFrom('campaign_sends')
            .select('id')
            .where('status', '=', 'sent')
            .orderBy('id')
            .limit(50)
            .forNoKeyUpdate(),
        )
        .execute();
    },
    ...Array.from({ length: 6 }, () => async (seed: number) => {
      const [history = []] = fc.sample(histories, { numRuns: 1, seed });
      // Nothing of the application deletes facts.
      const acts = history.filter(({ act }) => !act.startsWith('delete') && act !== 'bulk').slice(0, 5);
      for (const act of acts) await perform(account, db, act, new Date());
    }),
  ];

  const act = (seed: number) => (kinds[seed % kinds.length] ?? fail)(seed);

  async function pick(table: 'enrollments' | 'subscribers', seed: number): Promise<string> {
    const rows = await account.select(table).select('id').orderBy('id').limit(20).execute();
    return rows[seed % rows.length]?.id ?? fail();
  }
});

function fail(): never {
  throw new Error('The world is empty.');
}

/** Two writers may insert the same row, or change what the other's statement goes by. A deadlock (40P01) is none of these. */
function isRace(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^(23505|23503|23514)$/.test(String(error.code));
}
