import { type Contender, startServer } from './contender.ts';
import { type Bench, benchDatabase } from './databases.ts';
import { median, printTable, quantile } from './figures.ts';
import { reads } from './operations.ts';

const WARMING = 10;
const ASKED = 40;

/**
 * Every GET at both scales, asked in turn by one client; then what the subscriber list does with a million of them.
 * @param only the list alone, by filters or a part of them
 */
export async function benchGrowth(only?: readonly string[]): Promise<void> {
  if (only) return benchList(only);
  const small = await benchDatabase('small');
  const large = await benchDatabase('large');
  const contenders: [Contender, Contender] = [await startServer(small), await startServer(large)];
  try {
    await compare(contenders, small, large);
    await listLarge(contenders[1], large);
  } finally {
    for (const contender of contenders) await contender.stop();
  }
}

async function benchList(only: readonly string[]): Promise<void> {
  const large = await benchDatabase('large');
  const contender = await startServer(large);
  try {
    await listLarge(contender, large, only);
  } finally {
    await contender.stop();
  }
}

/** Those that are named whole, and where none is, those that hold what is named. */
export function named(all: readonly string[], only: readonly string[] = all): string[] {
  const isNamed = (filters: string, part: string) =>
    all.includes(part) ? filters === part : filters.includes(part);
  return all.filter((filters) => only.some((part) => isNamed(filters, part)));
}

async function compare(
  contenders: readonly [Contender, Contender],
  small: Bench,
  large: Bench,
): Promise<void> {
  const rows: string[][] = [];
  const inSmall = pathsOf(small);
  for (const [at, [name, path]] of pathsOf(large).entries()) {
    const times: [number[], number[]] = [[], []];
    for (let turn = 0; turn < WARMING + ASKED; turn++) {
      const inTurn = [
        await ask(contenders[0], small, inSmall[at]?.[1] ?? path),
        await ask(contenders[1], large, path),
      ] as const;
      if (turn >= WARMING) for (const scale of [0, 1] as const) times[scale].push(inTurn[scale]);
    }
    const ratio = median(times[1]) / median(times[0]);
    rows.push([
      name,
      `${ratio.toFixed(2)}`,
      ...times.flatMap((each) => [ms(median(each)), ms(quantile(each, 0.95))]),
    ]);
  }
  console.log(
    `Medians and 95th percentiles in ms over ${ASKED} requests, one at a time, small and large in turn.\n`,
  );
  printTable(['GET', 'large / small', 'small', 'p95', 'large', 'p95'], rows);
}

/** The GETs with their default parameters, and those with a range in every range. */
function pathsOf(bench: Bench): [name: string, path: string][] {
  const ranges = ['7d', '30d', '90d', 'all'].flatMap((range) =>
    ['active', 'all'].map((scope) => `/v1/dashboard?range=${range}&scope=${scope}`),
  );
  const usage = ['7d', '1m', '3m', 'all'].map((range) => `/v1/usage?range=${range}`);
  return [
    ...reads(bench).map(({ route, path }): [string, string] => [route, path]),
    ...[...ranges, ...usage].map((path): [string, string] => [path, path]),
  ];
}

async function listLarge(contender: Contender, bench: Bench, only?: readonly string[]): Promise<void> {
  const rows: string[][] = [];
  const cases = new Map(listCases(bench));
  for (const filters of named([...cases.keys()], only)) {
    const limit = cases.get(filters) ?? 0;
    const times: number[] = [];
    let total = 0;
    for (let turn = 0; turn < 3 + 20; turn++) {
      const time = await ask(contender, bench, `/v1/subscribers?${filters}`, (body) => {
        total = (body as { total_matching: number }).total_matching;
      });
      if (turn >= 3) times.push(time);
    }
    const p95 = quantile(times, 0.95);
    rows.push([
      readable(filters, bench),
      ms(p95),
      String(limit),
      p95 <= limit ? 'yes' : 'no',
      ms(median(times)),
      String(total),
    ]);
  }
  console.log('GET /v1/subscribers at the large scale: ms over 20 requests, one at a time.\n');
  printTable(['filters', 'p95', 'at most', 'holds', 'median', 'total_matching'], rows);
}

export const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

function listCases({ tags, magnets }: Bench): [filters: string, limit: number][] {
  const [commonTag = '', rareTag = ''] = [tags[0], tags.at(-1)];
  const [commonMagnet = '', rareMagnet = ''] = [magnets[0], magnets.at(-1)];
  const single = [
    '',
    'temperature=hot',
    'temperature=cold',
    'min_score=60',
    'status=active',
    'status=unsubscribed',
    `tag=${commonTag}`,
    `tag=${rareTag}`,
    `magnet_id=${commonMagnet}`,
    `magnet_id=${rareMagnet}`,
    `created_after=${ago(7)}`,
    `created_after=${ago(180)}`,
    `created_before=${ago(7)}`,
    `created_before=${ago(180)}`,
  ];
  const orders = single.flatMap((filter) =>
    ['score', 'recent', 'activity'].map((order) => [filter, `order=${order}`].filter(Boolean).join('&')),
  );
  const combined = [
    `tag=${commonTag}&magnet_id=${commonMagnet}`,
    `tag=${commonTag}&magnet_id=${commonMagnet}&status=active&min_score=10`,
    `tag=${rareTag}&magnet_id=${rareMagnet}&order=activity`,
    `tag=${commonTag}&created_after=${ago(30)}`,
    `tag=${commonTag}&created_after=${ago(150)}&order=recent`,
    `magnet_id=${commonMagnet}&created_before=${ago(30)}&temperature=cool`,
    `status=active&temperature=warm&created_after=${ago(60)}&order=activity`,
    `status=unsubscribed&min_score=50&order=recent`,
    `tag=${rareTag}&search=priya`,
    `search=sharma&status=active&min_score=25`,
    `search=example&tag=${commonTag}&created_after=${ago(60)}`,
    `search=sha&tag=${commonTag}`,
  ];
  const searches = [
    'priya',
    'sharma',
    'pri',
    'priya sharma',
    'anan',
    'sha',
    'kbr',
    'postbox',
    'offers',
    'work',
    '@postbox',
    'zzzqqq',
    'example',
  ];
  // Too short for a trigram: they have a bound of their own.
  const short = ['a', 'q', 'ex', 'ma', 'zq', '@p', 'k.'];
  return [
    ...orders.map((filters): [string, number] => [filters, 100]),
    ...combined.map((filters): [string, number] => [filters, 100]),
    ...searches.map((word): [string, number] => [`search=${encodeURIComponent(word)}`, 100]),
    ...short.map((letters): [string, number] => [`search=${encodeURIComponent(letters)}`, 150]),
    ...['score', 'recent', 'activity'].map((order): [string, number] => [
      `order=${order}&offset=900000`,
      150,
    ]),
  ];
}

/** Ids say nothing to a reader; how common they are does. */
function readable(filters: string, { magnets }: Bench): string {
  const [common = '', rare = ''] = [magnets[0], magnets.at(-1)];
  return decodeURIComponent(filters || '(none)')
    .replace(common, '(most wanted)')
    .replace(rare, '(least wanted)')
    .replaceAll(/T\d\d:\d\d:\d\d\.\d{3}Z/g, '');
}

/** Milliseconds until the answer was read. */
export async function ask(
  { origin }: Contender,
  { key }: Bench,
  path: string,
  look: (body: unknown) => void = () => {},
): Promise<number> {
  const started = performance.now();
  const response = await fetch(`${origin}/api${path}`, { headers: { authorization: `Bearer ${key}` } });
  const body: unknown = await response.json();
  const time = performance.now() - started;
  // The server gives a statement two and a half seconds. What it gives up is told as never answered.
  if (response.status === 503) return Number.POSITIVE_INFINITY;
  if (response.status !== 200)
    throw new Error(`${path} answered ${response.status}: ${JSON.stringify(body)}`);
  look(body);
  return time;
}

function ms(time: number): string {
  return time.toFixed(1);
}
