import { type Contender, startServer } from './contender.ts';
import { ago, ask, named } from './growth.ts';
import { type Bench, benchDatabase } from './databases.ts';
import { median, printTable, quantile } from './figures.ts';

/** Rows of a page, the most that there are. */
const LIMIT = 200;

/** What a page may cost beside the first of its walk. */
const AT_MOST = 3;

/** Parts of a walk, each of which has its median: a single page says more of the machine than of its place. */
const PARTS = 20;

interface Walk {
  /** Milliseconds of each page, in order. */
  pages: number[];
  total: number;
  seconds: number;
}

/**
 * Walks through the subscriber list of a million to its end: what each page costs beside the first.
 * @param only walks by their filters or a part of them; all by default
 */
export async function benchWalks(only?: readonly string[]): Promise<void> {
  const bench = await benchDatabase('large');
  const contender = await startServer(bench);
  const rows: string[][] = [];
  try {
    for (const filters of named(walksOf(bench), only)) {
      const first = median(await inTurn(7, () => page(contender, bench, filters, 0).then(({ ms }) => ms)));
      const walk = await walked(contender, bench, filters);
      const slowest = Math.max(...partsOf(walk.pages).map(median));
      rows.push([
        filters.replace(/T\d\d:\d\d:\d\d\.\d{3}Z/g, ''),
        String(walk.total),
        ...[first, median(walk.pages), slowest, quantile(walk.pages, 0.99)].map((ms) => ms.toFixed(1)),
        (slowest / first).toFixed(2),
        slowest <= AT_MOST * first ? 'yes' : 'no',
        walk.seconds.toFixed(1),
      ]);
      console.error(rows.at(-1)?.join('  '));
    }
  } finally {
    await contender.stop();
  }
  console.log(
    `Whole walks in pages of ${LIMIT}, one at a time. Milliseconds of a page; the slowest is the median of the slowest of ${PARTS} parts.\n`,
  );
  printTable(
    ['filters', 'rows', 'first', 'median', 'slowest', 'p99', 'slowest / first', `≤ ${AT_MOST}`, 'walk in s'],
    rows,
  );
}

async function walked(contender: Contender, bench: Bench, filters: string): Promise<Walk> {
  const pages: number[] = [];
  const began = performance.now();
  let total = 0;
  for (let offset: number | null = 0; offset !== null;) {
    const read = await page(contender, bench, filters, offset);
    pages.push(read.ms);
    total += read.rows;
    offset = read.next;
  }
  return { pages, total, seconds: (performance.now() - began) / 1_000 };
}

function partsOf(pages: readonly number[]): number[][] {
  const size = Math.ceil(pages.length / PARTS);
  return Array.from({ length: Math.ceil(pages.length / size) }, (_, at) =>
    pages.slice(at * size, (at + 1) * size),
  );
}

async function page(contender: Contender, bench: Bench, filters: string, offset: number) {
  let rows = 0;
  let next: number | null = null;
  const path = `/v1/subscribers?${filters}&limit=${LIMIT}&offset=${offset}`;
  const ms = await ask(contender, bench, path, (body) => {
    const { data, next_offset } = body as { data: unknown[]; next_offset: number | null };
    rows = data.length;
    next = next_offset;
  });
  return { ms, rows, next: next as number | null };
}

async function inTurn(times: number, work: () => Promise<number>): Promise<number[]> {
  const results: number[] = [];
  for (let turn = 0; turn < times; turn++) results.push(await work());
  return results;
}

function walksOf({ tags, magnets }: Bench): string[] {
  const [tag = '', magnet = ''] = [tags[0], magnets[0]];
  return [
    `tag=${tag}&order=score`,
    `tag=${tag}&order=recent`,
    `tag=${tag}&order=activity`,
    `tag=${tag}&status=active&order=recent`,
    `magnet_id=${magnet}&order=score`,
    'status=unsubscribed&order=activity',
    'temperature=cold&order=recent',
    'min_score=60&order=recent',
    `created_after=${ago(180)}&order=activity`,
    `created_before=${ago(180)}&order=score`,
    'search=work&order=recent',
    'search=example&order=score',
    'search=priya&order=score',
    'order=score',
  ];
}
