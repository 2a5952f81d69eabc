/** Walks through the subscriber list, page by page, while its rows come, go and change places. */
import { afterAll, beforeAll, expect } from '@jest/globals';
import {
  type Account,
  type Audience,
  type Db,
  forAccount,
  importSubscribers,
  listSubscribers,
  newId,
  type SubscriberOrder,
  toWire,
  unsubscribe,
} from '@lodestone/core';
import { addDays } from 'date-fns';
import fc from 'fast-check';

import { DATABASES } from './databases.ts';

const PEOPLE = 150;
const SINCE = new Date('2026-01-01T00:00:00Z');

const orders = fc.constantFrom<SubscriberOrder[]>('score', 'recent', 'activity');
const audiences = fc.constantFrom<Partial<Audience>[]>(
  {},
  { tag: 'vip' },
  { status: 'active' },
  { search: 'example' },
  { search: 'lead-1', tag: 'vip' },
  { created_after: addDays(SINCE, 3) },
  { min_score: 1 },
);
const limits = fc.integer({ min: 3, max: 40 });
/** Who moves after each page, by their place among all. */
const moves = fc.array(fc.tuple(fc.nat(PEOPLE - 1), fc.constantFrom('opt out', 'act', 'come')), {
  maxLength: 6,
});

for (const database of DATABASES) {
  database.describe(`A walk through the subscriber list on ${database.name}`, () => {
    let db: Db;
    let close: () => Promise<void>;
    let id: string;
    let people: string[];

    beforeAll(async () => {
      ({ db, close } = await database.open());
      id = newId();
      await db
        .insertInto('accounts')
        .values({ id, name: 'Acme', email: `${id}@acme.example` })
        .execute();
      const account = aKey();
      const lines = Array.from({ length: PEOPLE }, (_, nth) => ({
        line: nth + 1,
        email: `lead-${nth}@example.com`,
        tags: nth % 3 === 0 ? ['vip'] : [],
      }));
      await importSubscribers(account, lines);
      const rows = await account.select('subscribers').select('id').orderBy('number').execute();
      people = rows.map((row) => row.id);
      // Many tie, in every order.
      for (const [nth, person] of people.entries()) {
        const first_seen_at = addDays(SINCE, nth % 7);
        const last_activity_at = addDays(SINCE, 20 + (nth % 5));
        await account
          .update('subscribers')
          .set({ first_seen_at, last_activity_at, lead_score: nth % 4 })
          .where('id', '=', person)
          .execute();
      }
    });
    afterAll(() => close());

    /** The account, as another of its keys opens it. */
    const aKey = (): Account => forAccount(db, id, { kind: 'key', id: newId() });

    const read = (account: Account, order: SubscriberOrder, audience: Partial<Audience>, page = {}) =>
      listSubscribers(account, {
        status: 'all',
        min_score: 0,
        limit: 200,
        offset: 0,
        order,
        ...audience,
        ...page,
      });

    const idsIn = ({ data }: Awaited<ReturnType<typeof read>>) => data.map((row) => row.id);

    database.test('gives whoever keeps their place once and in order, whatever moves meanwhile', async () => {
      await fc.assert(
        fc.asyncProperty(
          orders,
          audiences,
          limits,
          fc.array(moves),
          async (order, audience, limit, turns) => {
            const account = aKey();
            const before = idsIn(await read(aKey(), order, audience));
            const moved = new Set<string>();
            const given: string[] = [];
            for (let offset: number | null = 0, turn = 0; offset !== null; turn++) {
              const page = await read(account, order, audience, { limit, offset });
              given.push(...idsIn(page));
              offset = page.next_offset;
              for (const [at, how] of turns[turn] ?? [])
                moved.add(await move(account, people[at] ?? '', how));
            }
            const kept = before.filter((person) => !moved.has(person));
            expect(given.filter((person) => kept.includes(person))).toStrictEqual(kept);
          },
        ),
        { numRuns: 20 },
      );
    });

    database.test('goes on where it was, read again or in pages of another size', async () => {
      const account = aKey();
      const { data } = await read(aKey(), 'recent', {});
      await read(account, 'recent', {}, { limit: 10 });
      await importSubscribers(account, [{ line: 1, email: `new-${newId()}@example.com` }]);
      const expected = data.slice(10, 15).map((row) => row.id);
      for (const limit of [5, 5, 9]) {
        const page = await read(account, 'recent', {}, { limit, offset: 10 });
        expect(idsIn(page).slice(0, 5)).toStrictEqual(expected);
      }
    });

    database.test(
      'is nobody else’s: another key, another list and another offset count from the top',
      async () => {
        const account = aKey();
        await read(account, 'recent', {}, { limit: 10 });
        await importSubscribers(account, [{ line: 1, email: `new-${newId()}@example.com` }]);
        const all = await read(aKey(), 'recent', {});
        const other = await read(aKey(), 'recent', {}, { limit: 5, offset: 10 });
        expect(idsIn(other)).toStrictEqual(idsIn(all).slice(10, 15));
        const elsewhere = await read(account, 'recent', {}, { limit: 5, offset: 11 });
        expect(idsIn(elsewhere)).toStrictEqual(idsIn(all).slice(11, 16));
        const active = await read(aKey(), 'recent', { status: 'active' });
        const filtered = await read(account, 'recent', { status: 'active' }, { limit: 5, offset: 10 });
        expect(idsIn(filtered)).toStrictEqual(idsIn(active).slice(10, 15));
      },
    );

    /** @returns the wire id of who moved */
    async function move(account: Account, person: string, how: string): Promise<string> {
      const moved = toWire('sub', person);
      if (how === 'opt out') await unsubscribe(account, { id: moved });
      if (how === 'come')
        await importSubscribers(account, [{ line: 1, email: `new-${newId()}@example.com` }]);
      if (how === 'act')
        await account
          .update('subscribers')
          .set({ last_activity_at: new Date(), lead_score: 50 })
          .where('id', '=', person)
          .execute();
      return moved;
    }
  });
}
