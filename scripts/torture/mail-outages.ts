import { setTimeout } from 'node:timers/promises';

import {
  type Account,
  connectInbox,
  createKey,
  type Db,
  migrate,
  readUnibox,
  reconcile,
  SCOPES,
  sealServer,
} from '@lodestone/core';

import { stagedServer } from '../../packages/jobs/test/sending/staged-server.ts';
import { startDovecot } from '../../packages/mail/test/imap/dovecot.ts';
import { makeSendingWorld } from '../bench/sending-world.ts';
import { makePlace } from './databases.ts';
import { accountIn } from './killed.ts';
import { startServer } from './server.ts';
import { openWay, type State, type Way } from './way.ts';

/** Milliseconds of one outage, and of an answer to whoever asks meanwhile. */
const LASTS = 8_000;
const LONGEST_ANSWER = 3_000;

/** Milliseconds until mail flows again. What hangs is given up after 45 s, and a refused connection is tried again after a minute. */
const GOES_ON = 90_000;

const CALLERS = 4;
const LETTERS = 25;
const STATES: readonly State[] = ['refused', 'cut', 'frozen', 'slow'];

/** More than are written to meanwhile: each of the six inboxes keeps a gap of a second. */
const LEADS = 6_000;

const ASKED = ['/api/v1/me', '/api/v1/unibox', '/api/v1/dashboard', '/readyz'];

/**
 * Takes the mail servers of a sending and reading account away in every way while its API is asked. Prints a table.
 * @returns whether all was answered in time, mail went on, nothing was sent twice and each letter was read once
 */
export async function tortureByMailOutages({ server }: { server: string | undefined }): Promise<boolean> {
  let held = true;
  for (const on of [undefined, ...(server === undefined ? [] : [server])])
    held = (await mailOutages(on)) && held;
  return held;
}

async function mailOutages(server: string | undefined): Promise<boolean> {
  const place = await makePlace(server);
  const [smtp, dovecot] = [await stagedServer(() => {}), await startDovecot()];
  const { user, password, host, port } = dovecot.server;
  const toSmtp = await openWay(smtp.url, 25);
  const toImap = await openWay(`imap://${encodeURIComponent(user)}:${password}@${host}:${port}`, 143);
  const made = await place.inside(async (db) => {
    await migrate(db);
    const world = await makeSendingWorld(db, { leads: LEADS, smtp: `${toSmtp.url}?plain=1` });
    await readsInbox(world.account, world.secretKey, { address: user, smtp: toSmtp.url, imap: toImap.url });
    const key = await createKey(world.account, { name: 'Torture', scopes: SCOPES, expires_in_days: null });
    return { key: key.token, secretKey: world.secretKey };
  });
  const running = await startServer({
    ...place.env,
    LODESTONE_SECRET_KEY: made.secretKey,
    LODESTONE_INSTALLATION: 'torture',
    LODESTONE_RATE_LIMIT: '100000000',
  });
  const headers = { authorization: `Bearer ${made.key}` };
  const ask = async (path: string) => {
    const began = performance.now();
    const response = await fetch(running.origin + path, { headers, signal: AbortSignal.timeout(20_000) });
    const body = (await response.json()) as { inbox_messages?: number };
    return { status: response.status, body, ms: performance.now() - began };
  };
  const letters = async () => (await ask('/api/v1/unibox')).body.inbox_messages ?? 0;
  let put = 0;
  const putLetters = () => {
    dovecot.put(
      Array.from(
        { length: LETTERS },
        () => `From: s${(put += 1)}@elsewhere.example\r\nSubject: ${put}\r\n\r\nHello`,
      ),
    );
  };

  async function outage(what: 'SMTP' | 'IMAP', way: Way, state: State) {
    await way.become(state);
    const until = performance.now() + LASTS;
    const answers: Awaited<ReturnType<typeof ask>>[] = [];
    if (what === 'IMAP') putLetters();
    await Promise.all(
      Array.from({ length: CALLERS }, async (_, nth) => {
        for (let at = nth; performance.now() < until; at += 1) {
          answers.push(await ask(ASKED[at % ASKED.length] ?? ''));
          await setTimeout(50);
        }
      }),
    );
    await way.become('open');
    const back = performance.now();
    const before = smtp.taken.length;
    const goesOn = async () => (what === 'SMTP' ? smtp.taken.length > before : (await letters()) === put);
    while (!(await goesOn()) && performance.now() - back < GOES_ON) await setTimeout(100);
    const row = {
      database: place.database,
      outage: `${what} ${state}`,
      answers: answers.length,
      'not 200': answers.filter(({ status }) => status !== 200).length,
      'longest ms': Math.round(Math.max(...answers.map(({ ms }) => ms))),
      'mail goes on after s': Number(((performance.now() - back) / 1_000).toFixed(1)),
      emails: smtp.taken.length,
    };
    console.error(Object.values(row).join('  '));
    return row;
  }

  try {
    putLetters();
    const began = performance.now();
    while (((await letters()) < put || smtp.taken.length === 0) && performance.now() - began < GOES_ON)
      await setTimeout(200);
    const rows = [];
    for (const state of STATES) rows.push(await outage('SMTP', toSmtp, state));
    for (const state of STATES) rows.push(await outage('IMAP', toImap, state));
    await running.end();
    const { taken } = smtp;
    const left = await place.inside(leftIn);
    const end = {
      database: place.database,
      'sent twice': taken.length - new Set(taken.map(({ to, follows }) => `${to} ${follows}`)).size,
      'never arrived': left.sent.filter((id) => !taken.some(({ message_id }) => message_id === id)).length,
      'in doubt': left.doubts,
      'letters read': left.letters,
      'letters put': put,
      'marked read': dovecot.files().filter((name) => /,.*S/.test(name.split(':')[1] ?? '')).length,
      'letters left': dovecot.files().length,
      differences: left.differences,
    };
    console.table(rows);
    console.table([end]);
    return (
      rows.every((row) => row['not 200'] === 0 && row['longest ms'] <= LONGEST_ANSWER) &&
      rows.every((row) => row['mail goes on after s'] * 1_000 < GOES_ON) &&
      end['sent twice'] + end['never arrived'] + end['marked read'] + end.differences === 0 &&
      end['letters read'] === put &&
      end['letters left'] === put
    );
  } finally {
    await running.end('SIGKILL');
    await Promise.all([toSmtp.close(), toImap.close()]);
    await Promise.all([smtp.close(), dovecot.stop()]);
    await place.remove();
  }
}

/** Gives the account an inbox that is read, and those that send a gap of a second. */
async function readsInbox(
  account: Account,
  secretKey: string,
  { address, smtp, imap }: { address: string; smtp: string; imap: string },
): Promise<void> {
  const keys = [Buffer.from(secretKey, 'base64url')] as const;
  await connectInbox(account, {
    address,
    smtp: sealServer(keys, account, { address, way: 'smtp', url: `${smtp}?plain=1` }),
    imap: sealServer(keys, account, { address, way: 'imap', url: `${imap}?plain=1` }),
  });
  await account.update('email_accounts').set({ gap_from: 1, gap_to: 1 }).execute();
}

/** What the account has of its emails and letters. */
async function leftIn(
  db: Db,
): Promise<{ sent: string[]; doubts: number; letters: number; differences: number }> {
  const account = await accountIn(db);
  const mails = await account.select('mails').select(['message_id', 'state']).execute();
  return {
    sent: mails.filter(({ state }) => state === 'sent').map(({ message_id }) => message_id),
    doubts: mails.filter(({ state }) => state === 'in_doubt').length,
    letters: (await readUnibox(account)).inbox_messages,
    differences: (await reconcile(db)).length,
  };
}
