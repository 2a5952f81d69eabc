import { expect, test } from '@jest/globals';
import { LodestoneError } from '@lodestone/sdk';
import fc from 'fast-check';

import { expectFor } from '../../../scripts/jest/support.ts';
import { failure, type Fault, faulty, json, rejection } from './faults.ts';

/** Serves `rows` by limit and offset, and lets a test change them after each page. */
function paged(rows: string[], afterPage: (page: number) => void = () => {}): Fault {
  let pages = 0;
  return (response, request) => {
    const query = new URL(request.url, 'http://x').searchParams;
    const [limit, offset] = [Number(query.get('limit') ?? 50), Number(query.get('offset') ?? 0)];
    const end = offset + limit;
    const page = {
      data: rows.slice(offset, end).map((id) => ({ id })),
      has_more: end < rows.length,
      next_offset: end < rows.length ? end : null,
      total_matching: rows.length,
    };
    json(200, page)(response, request);
    afterPage(++pages);
  };
}

const names = (count: number) => Array.from({ length: count }, (_, index) => `sub_${index}`);
const ids = (rows: { id: string }[]) => rows.map(({ id }) => id);

test('for await passes over every row of every page', async () => {
  const { lodestone, requests } = await faulty(paged(names(5)));
  const seen: string[] = [];
  for await (const { id } of lodestone.subscribers.list({ limit: 2, tag: 'vip' })) seen.push(id);
  expect(seen).toStrictEqual(names(5));
  expect(requests.map(({ url }) => url.split('?')[1])).toStrictEqual([
    'limit=2&tag=vip',
    'limit=2&tag=vip&offset=2',
    'limit=2&tag=vip&offset=4',
  ]);
});

test('a plain await brings one page with its totals', async () => {
  const { lodestone, requests } = await faulty(paged(names(5)));
  const page = await lodestone.subscribers.list({ limit: 2 });
  expect([ids(page.data), page.has_more, page.next_offset, page.total_matching]).toStrictEqual([
    names(2),
    true,
    2,
    5,
  ]);
  expect(requests).toHaveLength(1);
});

test('pages() passes over whole pages, from the offset that was asked for', async () => {
  const { lodestone } = await faulty(paged(names(7)));
  const pages: string[][] = [];
  for await (const page of lodestone.magnets.list({ limit: 2, offset: 3 }).pages())
    pages.push(ids(page.data));
  expect(pages).toStrictEqual([
    ['sub_3', 'sub_4'],
    ['sub_5', 'sub_6'],
  ]);
});

test('all() collects every row, or the first max of them without reading further', async () => {
  const { lodestone, requests } = await faulty(paged(names(7)));
  const list = lodestone.campaigns.list({ limit: 2 });
  expect(ids(await list.all())).toStrictEqual(names(7));
  expect(requests).toHaveLength(4);
  expect(ids(await list.all({ max: 4 }))).toStrictEqual(names(4));
  expect(requests).toHaveLength(6);
  expect(await list.all({ max: 0 })).toStrictEqual([]);
  expect(requests).toHaveLength(6);
});

test('leaving the loop reads no further', async () => {
  const { lodestone, requests } = await faulty(paged(names(500)));
  for await (const row of lodestone.activity.list()) if (row.id === 'sub_3') break;
  expect(requests).toHaveLength(1);
});

test('rows that move between pages are never repeated', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat(30), { maxLength: 8 }),
      fc.integer({ min: 1, max: 7 }),
      async (insertions, limit) => {
        const rows = names(20);
        // A row that appears at the front pushes the last ones of a page onto the next.
        const { lodestone } = await faulty(
          paged(rows, (page) => {
            const at = insertions[page - 1];
            if (at !== undefined) rows.splice(at, 0, `new_${page}`);
          }),
        );
        const seen = ids(await lodestone.subscribers.list({ limit }).all());
        expect(new Set(seen).size).toBe(seen.length);
        for (const name of names(20)) expectFor(name, seen).toContain(name);
      },
    ),
    { numRuns: 25 },
  );
});

test('a page that fails ends the iteration with its error, after the rows before it', async () => {
  const { lodestone } = await faulty(paged(names(4)), failure(403, 'insufficient_scope'));
  const seen: string[] = [];
  const error = await rejection(
    (async () => {
      for await (const { id } of lodestone.subscribers.list({ limit: 2 })) seen.push(id);
    })(),
  );
  expect(LodestoneError.is(error, 'insufficient_scope')).toBe(true);
  expect(seen).toStrictEqual(names(2));
});

test('an offset that does not advance ends the iteration instead of reading for ever', async () => {
  const { lodestone, requests } = await faulty(
    json(200, { data: [{ id: 'a' }], has_more: true, next_offset: 1 }),
  );
  expect(await lodestone.subscribers.list().all()).toHaveLength(1);
  expect(requests).toHaveLength(2);
});

test('a list can be passed over again, and reads again', async () => {
  const rows = names(2);
  const { lodestone } = await faulty(paged(rows));
  const list = lodestone.subscribers.list();
  expect(await list.all()).toHaveLength(2);
  rows.push('sub_2');
  expect(await list.all()).toHaveLength(3);
});
