import { setTimeout } from 'node:timers/promises';

import { type Account, type Db, migrate, reconcile, toWire, whyNotNow } from '@lodestone/core';
import { sql } from 'kysely';

import {
  type Stage,
  type StagedServer,
  stagedServer,
  STAGES,
} from '../../packages/jobs/test/sending/staged-server.ts';
import { makeSendingWorld } from '../bench/sending-world.ts';
import { makePlace, type Place } from './databases.ts';
import { accountIn, itsTimeRunsOut } from './killed.ts';
import { type Running, startServer, within } from './server.ts';

/** Leads for each kill: so many emails may be under way when a sender dies, and there is to be something left for the last. */
const LEADS_A_KILL = 80;

/** Milliseconds in which nothing more was sent, after which a server is ended and its database looked at. */
const QUIET = 8_000;

/** How often a server is given its time to send what is left. */
const ROUNDS = 30;

/** What a campaign's sender was found to have done. All but the first four are to be 0. */
interface SendingReport {
  database: string;
  kills: number;
  /** Emails that the mail server has. */
  taken: number;
  /** Emails of which nobody can tell whether they arrived, since their sender died; shown as that. */
  'in doubt': number;
  /** Steps that a lead got a second time. */
  twice: number;
  /** Emails that count as sent and that the mail server does not have. */
  'never arrived': number;
  /** Emails that the mail server has, and that neither count as sent nor are in doubt. */
  'not counted': number;
  /** Leads who lack a step and are not shown to be in doubt. */
  forgotten: number;
  differences: number;
}

/** Kills servers while they send a campaign. Prints a table. @returns whether nothing was sent twice, lost or left unsaid */
export async function tortureBySending({
  kills,
  server,
}: {
  kills: number;
  server: string | undefined;
}): Promise<boolean> {
  const reports: SendingReport[] = [];
  for (const on of [undefined, ...(server === undefined ? [] : [server])]) {
    const place = await makePlace(on);
    try {
      reports.push(
        await killSenders(place, {
          kills,
          onKill: (nth, stage) => console.error(`${place.database}: ${nth}/${kills} killed (${stage})`),
        }),
      );
    } finally {
      await place.remove();
    }
  }
  console.table(reports);
  return reports.every(isExact);
}

/** Whether nothing is wrong with a run. */
function isExact(report: SendingReport): boolean {
  const wrong = ['twice', 'never arrived', 'not counted', 'forgotten', 'differences'] as const;
  return wrong.every((what) => report[what] === 0);
}

/**
 * Kills a server so many times while it sends a campaign of two steps, each time at a random stage of a random email, lets another
 * finish, and compares what the mail server has with what the database says.
 */
async function killSenders(
  place: Place,
  {
    kills,
    random = Math.random,
    onKill = () => {},
  }: { kills: number; random?: () => number; onKill?: (nth: number, stage: Stage) => void },
): Promise<SendingReport> {
  let sender: Running | undefined;
  let blow: { stage: Stage; left: number; ms: number; struck: () => void } | undefined;
  const mail = await stagedServer((stage) => {
    if (blow?.stage !== stage || --blow.left > 0) return;
    const { ms, struck } = blow;
    blow = undefined;
    const kill = () => {
      sender?.child.kill('SIGKILL');
      struck();
    };
    // A while after the answer: it may have read it by then, or settled it.
    if (stage === 'answer') void setTimeout(ms).then(kill);
    else kill();
  });
  const leads = kills * LEADS_A_KILL;
  const env: Record<string, string> = { ...place.env, LODESTONE_INSTALLATION: 'torture' };
  try {
    env['LODESTONE_SECRET_KEY'] = await place.inside(async (db) => {
      await migrate(db);
      return (await makeSendingWorld(db, { leads, smtp: `${mail.url}?plain=1` })).secretKey;
    });
    for (let nth = 1; nth <= kills; nth++) {
      const stage = STAGES[Math.floor(random() * STAGES.length)] ?? 'dot';
      const { promise, resolve } = Promise.withResolvers<void>();
      const most = stage === 'greeting' ? 4 : 8;
      blow = { stage, left: 1 + Math.floor(random() * most), ms: random() * 40, struck: resolve };
      sender = await startServer(env);
      await within(promise, `kill ${nth} (${stage})`);
      await sender.end('SIGKILL');
      onKill(nth, stage);
      await place.inside(timePasses);
    }
    const sendRest = (isThrough: (db: Db) => Promise<boolean>) =>
      finish(place, mail, async () => (sender = await startServer(env)), isThrough);
    await sendRest(hasNothingOpen);
    const report = await place.inside(async (db) => ({
      database: place.database,
      kills,
      ...(await compared(await accountIn(db), mail, leads)),
    }));
    // A day later those in doubt count as sent, and their sequences go on.
    await place.inside(aDayPasses);
    await sendRest(hasNobodyWaiting);
    return {
      ...report,
      taken: mail.taken.length,
      twice: twiceIn(mail),
      differences: await place.inside(async (db) => (await reconcile(db)).length),
    };
  } finally {
    await sender?.end('SIGKILL');
    await mail.close();
  }
}

/** What the process that was killed had claimed runs out, and the next steps are due. */
async function timePasses(db: Db): Promise<void> {
  const account = await accountIn(db);
  await itsTimeRunsOut(db);
  const now = sql<Date>`clock_timestamp()`;
  await account.update('next_steps').set({ due_at: now }).where('due_at', '>', now).execute();
}

async function aDayPasses(db: Db): Promise<void> {
  const account = await accountIn(db);
  await account
    .update('mails')
    .set({ claimed_at: sql<Date>`claimed_at - interval '1 day'` })
    .where('state', '=', 'in_doubt')
    .execute();
}

/** Lets servers send until it is through, and looks each time that nothing more has come for a while. */
async function finish(
  place: Place,
  mail: StagedServer,
  start: () => Promise<Running>,
  isThrough: (db: Db) => Promise<boolean>,
): Promise<void> {
  for (let round = 1; round <= ROUNDS; round++) {
    const running = await start();
    for (let before = -1; mail.taken.length !== before;) {
      before = mail.taken.length;
      await setTimeout(QUIET);
    }
    await running.end();
    if (await place.inside(isThrough)) return;
    await place.inside(timePasses);
  }
  throw new Error(`There was more to send after ${ROUNDS} rounds.`);
}

/** Whether nothing is under way, and whoever still waits is in doubt. */
async function hasNothingOpen(db: Db): Promise<boolean> {
  const account = await accountIn(db);
  const open = await account
    .select('mails')
    .select('id')
    .where('state', 'in', ['queued', 'claimed'])
    .execute();
  if (open.length > 0) return false;
  const waiting = await account.select('next_steps').select('enrollment_id').execute();
  const doubts = await inState(account, 'in_doubt');
  const inDoubt = new Set(doubts.map(({ enrollment_id }) => enrollment_id));
  return waiting.every(({ enrollment_id }) => inDoubt.has(enrollment_id));
}

async function hasNobodyWaiting(db: Db): Promise<boolean> {
  const account = await accountIn(db);
  const waiting = await account.select('next_steps').select('enrollment_id').limit(1).execute();
  const open = await account
    .select('mails')
    .select('id')
    .where('state', 'in', ['queued', 'claimed', 'in_doubt'])
    .limit(1)
    .execute();
  return waiting.length + open.length === 0;
}

function inState(account: Account, state: 'sent' | 'in_doubt') {
  return account.select('mails').select(['enrollment_id', 'message_id']).where('state', '=', state).execute();
}

/** What the mail server has beside what the database says. */
async function compared(
  account: Account,
  mail: StagedServer,
  leads: number,
): Promise<Pick<SendingReport, 'in doubt' | 'never arrived' | 'not counted' | 'forgotten'>> {
  const [sent, doubts] = [await inState(account, 'sent'), await inState(account, 'in_doubt')];
  const has = new Set(mail.taken.map(({ message_id }) => message_id));
  const told = new Set([...sent, ...doubts].map(({ message_id }) => message_id));
  const all = await account.select('enrollments').select(['id', 'campaign_id']).execute();
  const [campaign] = all;
  const ids = all.map(({ id }) => toWire('enr', id));
  const why = await whyNotNow(account, {
    campaign_id: campaign ? toWire('cmp', campaign.campaign_id) : '',
    leads: ids,
  });
  const steps = Map.groupBy(sent, ({ enrollment_id }) => enrollment_id);
  const isTold = ({ id }: { id: string }) =>
    steps.get(id)?.length === 2 || why.get(toWire('enr', id))?.because === 'in_doubt';
  return {
    'in doubt': doubts.length,
    'never arrived': sent.filter(({ message_id }) => !has.has(message_id)).length,
    'not counted': [...has].filter((id) => !told.has(id)).length,
    forgotten: leads - all.filter(isTold).length,
  };
}

function twiceIn({ taken }: StagedServer): number {
  const ids = taken.length - new Set(taken.map(({ message_id }) => message_id)).size;
  const steps = taken.length - new Set(taken.map(({ to, follows }) => `${to} ${follows}`)).size;
  return Math.max(ids, steps);
}
