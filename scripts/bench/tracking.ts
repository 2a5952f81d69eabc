import { Agent, get } from 'node:http';
import { setTimeout } from 'node:timers/promises';

import {
  accountIds,
  countEvents,
  type Db,
  forAccount,
  newId,
  recordVisits,
  toWire,
  type Visit,
} from '@lodestone/core';
import { sql } from 'kysely';

import { cpuOf, startServer } from './contender.ts';
import { type Bench, benchDatabase, copyOf, dropDatabase } from './databases.ts';
import { printTable } from './figures.ts';
import type { Lead, Target } from './write-kinds.ts';
import { makeTarget } from './write-target.ts';

const COPY = 'lodestone_bench_tracking';
const SET = 500;
const SETS = 20;
const PIXELS = { perSecond: 300, seconds: 10, connections: 60 };
const LOOKS = 10;

/**
 * Opens from the visitor to the figures: how many a second are written down and counted in sets, how long the pixel takes at 300
 * requests a second, and how long it takes until an open shows.
 */
export async function benchTracking(): Promise<void> {
  const bench = await benchDatabase('small');
  const db = await copyOf(bench.databaseUrl, COPY, 4);
  const url = new URL(bench.databaseUrl);
  url.pathname = `/${COPY}`;
  try {
    const [accountId = ''] = (await accountIds(db)).toSorted();
    const { target, leads } = await makeTarget(db, accountId, SETS * SET);
    const tokens = await makeMails(db, target, leads);
    await sql`vacuum analyze`.execute(db);
    await benchSets(db, accountId, tokens);
    await benchPixel({ ...bench, databaseUrl: url.href }, target, tokens);
  } finally {
    await db.destroy();
    await dropDatabase(COPY);
  }
}

async function benchSets(db: Db, accountId: string, tokens: readonly string[]): Promise<void> {
  const account = forAccount(db, accountId, { kind: 'system' });
  const accepted = performance.now();
  for (let at = 0; at < tokens.length; at += SET) {
    await recordVisits(db, tokens.slice(at, at + SET).map(openOf));
  }
  const counting = performance.now();
  let counted = 0;
  for (let last = SET; last > 0; counted += last) last = await countEvents(account, { limit: SET });
  const ended = performance.now();
  printTable(
    ['sets of 500', 'events a second', 'at least'],
    [
      ['written down', perSecond(tokens.length, counting - accepted), '2000'],
      ['counted', perSecond(counted, ended - counting), '2000'],
    ],
  );
}

function perSecond(events: number, ms: number): string {
  return ((events * 1_000) / ms).toFixed(0);
}

async function benchPixel(bench: Bench, target: Target, tokens: readonly string[]): Promise<void> {
  const server = await startServer(bench);
  const pid = server.process.pid ?? 0;
  try {
    const agent = new Agent({ keepAlive: true, maxSockets: PIXELS.connections });
    const ask = (nth: number) => took(`${server.origin}/o/${tokens[nth % 2_000]}.gif`, agent);
    await evenly(PIXELS.perSecond, 5, ask);
    const before = cpuOf(pid);
    const times = await evenly(PIXELS.perSecond, PIXELS.seconds, ask);
    const cpu = (cpuOf(pid) - before) / times.length;
    agent.destroy();
    const at = (share: number) => (times[Math.floor(share * times.length)] ?? 0).toFixed(0);
    printTable(
      ['pixel at 300/s', 'p50 ms', 'p90', 'p99', 'p99 at most', 'ms CPU each'],
      [['', at(0.5), at(0.9), at(0.99), '50', cpu.toFixed(2)]],
    );
    const waits: number[] = [];
    for (const token of tokens.slice(-LOOKS))
      waits.push(await secondsToFigures(server.origin, bench, target, token));
    printTable(
      ['from a click to the figures', 'median s', 'slowest', 'at most'],
      [
        [
          '',
          (waits.toSorted((a, b) => a - b)[LOOKS / 2] ?? 0).toFixed(2),
          Math.max(...waits).toFixed(2),
          '2',
        ],
      ],
    );
  } finally {
    await server.stop();
  }
}

/**
 * Asks so many times a second, evenly and whatever is still under way, as visitors do. A tool that sends a second's requests at
 * its beginning would measure its own bursts.
 * @returns how long each took, in milliseconds, the shortest first
 */
async function evenly(
  perSecond: number,
  seconds: number,
  ask: (nth: number) => Promise<number>,
): Promise<number[]> {
  const began = performance.now();
  const asked: Promise<number>[] = [];
  for (let nth = 0; nth < perSecond * seconds; nth++) {
    const wait = began + (nth * 1_000) / perSecond - performance.now();
    if (wait > 0) await setTimeout(wait);
    asked.push(ask(nth));
  }
  return (await Promise.all(asked)).toSorted((a, b) => a - b);
}

function took(url: string, agent: Agent): Promise<number> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: { 'user-agent': BROWSER } }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`The pixel answered ${response.statusCode}.`));
      response.resume().on('end', () => resolve(performance.now() - began));
    }).on('error', reject);
  });
}

async function secondsToFigures(
  origin: string,
  bench: Bench,
  target: Target,
  token: string,
): Promise<number> {
  const opened = async () => {
    const response = await fetch(`${origin}/api/v1/magnets/${toWire('mag', target.magnet)}`, {
      headers: { authorization: `Bearer ${bench.key}` },
    });
    return ((await response.json()) as { performance: { clicked: number } }).performance.clicked;
  };
  const before = await opened();
  const started = performance.now();
  await fetch(`${origin}/l/${token}.1`, { headers: { 'user-agent': BROWSER }, redirect: 'manual' });
  while ((await opened()) === before) await setTimeout(20);
  return (performance.now() - started) / 1_000;
}

const BROWSER =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36';

function openOf(token: string): Visit {
  return {
    kind: 'open',
    token,
    link: null,
    judged: 'human',
    rule: 'browser',
    user_agent: BROWSER,
    network: '192.0.2.0/24',
  };
}

/** An email with a link for the delivery of each lead that arrived and was not opened. */
async function makeMails(db: Db, { account, magnet }: Target, leads: readonly Lead[]): Promise<string[]> {
  const mails = leads.map((lead) => ({
    id: newId(),
    token: newId().replaceAll('-', ''),
    delivery: lead.arrived,
    subscriber: lead.subscriber,
  }));
  for (let at = 0; at < mails.length; at += SET) {
    const some = JSON.stringify(mails.slice(at, at + SET));
    const rows = sql`json_to_recordset(${some}::json) as m(id uuid, token text, delivery uuid, subscriber uuid)`;
    await sql`
      insert into mails (account_id, id, kind, subscriber_id, magnet_id, delivery_id, token, message_id, to_address, state, sent_at)
      select ${account}::uuid, id, 'delivery', subscriber, ${magnet}::uuid, delivery, token, token || '@example.example',
        'lead@example.example', 'sent', now() - interval '1 hour' from ${rows}`.execute(db);
    await sql`
      insert into mail_links (account_id, mail_id, number, url)
      select ${account}::uuid, id, 1, 'https://example.example/' from ${rows}`.execute(db);
  }
  return mails.map(({ token }) => token);
}
