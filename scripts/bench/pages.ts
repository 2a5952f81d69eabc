import { Agent, get } from 'node:http';

import {
  connect,
  createSignInLink,
  firstUser,
  forAccount,
  listCampaigns,
  SYSTEM_PAUSES,
} from '@lodestone/core';

import { type Contender, startServer } from './contender.ts';
import { type Bench, benchDatabase } from './databases.ts';
import { median, printTable } from './figures.ts';

const WARMING = 300;
const ASKED = 400;

/** What a page may take, as a multiple of the API call whose figures it shows. */
const AT_MOST = 2;

/** Every page of the application against its API call, on one session, in turn. */
export async function benchPages(): Promise<void> {
  const bench = await benchDatabase('small');
  const server = await startServer(bench);
  try {
    const cookie = await signIn(server, bench);
    const rows: string[][] = [];
    for (const [page, call] of await pairs(bench)) {
      const times: [number[], number[]] = [[], []];
      for (let turn = 0; turn < WARMING + ASKED; turn++) {
        const inTurn = [await ask(server, page, cookie), await ask(server, call, cookie)] as const;
        if (turn >= WARMING) for (const at of [0, 1] as const) times[at].push(inTurn[at]);
      }
      const [ofPage, ofCall] = [median(times[0]), median(times[1])];
      const ratio = ofPage / ofCall;
      rows.push([
        route(page),
        route(call),
        ratio.toFixed(2),
        ratio <= AT_MOST ? 'yes' : 'no',
        ofPage.toFixed(1),
        ofCall.toFixed(1),
      ]);
    }
    console.log(`Medians in ms over ${ASKED} requests, one at a time, page and call in turn.\n`);
    printTable(['page', 'call', 'page / call', 'holds', 'page', 'call'], rows);
  } finally {
    await server.stop();
  }
}

/** Each page with the call whose figures it shows. */
async function pairs(bench: Bench): Promise<[page: string, call: string][]> {
  const { magnet, subscriber, campaign, enrollment } = bench;
  const db = connect({ databaseUrl: bench.databaseUrl, poolSize: 1 });
  const account = forAccount(db, bench.accountId, { kind: 'operator' });
  const { data: campaigns } = await listCampaigns(account, { status: 'all', limit: 200, offset: 0 });
  await db.destroy();
  const paused = campaigns.filter(({ status }) => SYSTEM_PAUSES.some((pause) => pause === status));
  return [
    ['/', '/api/v1/dashboard'],
    ['/?range=all&scope=all', '/api/v1/dashboard?range=all&scope=all'],
    ['/magnets', '/api/v1/magnets'],
    [`/magnets/${magnet}`, `/api/v1/magnets/${magnet}`],
    ['/subscribers', '/api/v1/subscribers'],
    [`/subscribers/${subscriber}`, `/api/v1/subscribers/${subscriber}`],
    ['/campaigns', '/api/v1/campaigns'],
    ...[campaign, ...paused.map(({ id }) => id)].map((id): [string, string] => [
      `/campaigns/${id}`,
      `/api/v1/campaigns/${id}/metrics`,
    ]),
    ['/inbox', '/api/v1/unibox'],
    [`/inbox/${enrollment}`, `/api/v1/unibox/${enrollment}`],
    ['/sending-inboxes', '/api/v1/email-accounts'],
    ['/activity', '/api/v1/activity'],
    ['/ai-usage', '/api/v1/usage'],
  ];
}

/** The session cookie of a user of the bench's account, who comes by a one-time link. */
async function signIn({ origin }: Contender, { accountId, databaseUrl }: Bench): Promise<string> {
  const db = connect({ databaseUrl, poolSize: 1 });
  const user = await firstUser(db);
  if (user?.account_id !== accountId)
    throw new Error('The first user is not of the account that is measured.');
  const account = forAccount(db, accountId, { kind: 'operator' });
  const { token } = await createSignInLink(account, { user_id: user.user_id });
  await db.destroy();
  const response = await fetch(`${origin}/sign-in/link?token=${token}`, {
    headers: { 'sec-fetch-site': 'none' },
    redirect: 'manual',
  });
  const [cookie] = response.headers.getSetCookie();
  if (cookie === undefined) throw new Error(`Signing in answered ${response.status}.`);
  return cookie.split(';', 1)[0] ?? '';
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** Milliseconds until the answer had come, compressed as a browser asks for it; unpacking it is the browser's own time. */
function ask({ origin }: Contender, path: string, cookie: string): Promise<number> {
  const headers = { cookie, 'accept-encoding': 'gzip' };
  const started = performance.now();
  return new Promise((resolve, reject) => {
    get(origin + path, { agent, headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${path} answered ${response.statusCode}.`));
      response.on('end', () => resolve(performance.now() - started)).resume();
    }).once('error', reject);
  });
}

/** Ids say nothing to a reader. */
function route(path: string): string {
  return path.replace(/\/(mag|sub|cmp|enr)_[^/?]+/, '/:id');
}
