import { afterEach, describe, expect, test } from '@jest/globals';
import {
  checkImap,
  ImapFailure,
  type ImapTimeouts,
  type Inbox,
  openInbox,
  parseImapUrl,
} from '@lodestone/mail';

import { close, hang, type Script, scriptedImap, type ScriptedImap } from './scripted.ts';

const QUICK: ImapTimeouts = { connect: 1, greeting: 0.3, command: 0.4, silence: 5 };

let scripted: ScriptedImap | undefined;
let inbox: Inbox | undefined;

afterEach(async () => {
  await inbox?.close();
  await scripted?.stop();
  inbox = undefined;
  scripted = undefined;
});

async function open(script: Script, onNews = () => {}, timeouts = QUICK): Promise<Inbox> {
  scripted = await scriptedImap(script);
  inbox = openInbox(scripted.server, { onNews }, timeouts);
  return inbox;
}

async function failureOf(work: Promise<unknown>): Promise<ImapFailure> {
  try {
    await work;
  } catch (error) {
    if (error instanceof ImapFailure) return error;
    throw error;
  }
  throw new Error('It did not fail.');
}

const take = async () => {};

describe('an IMAP server that', () => {
  test.each<[string, string, Script]>([
    ['greeting', 'never greets', { greeting: hang }],
    ['greeting', 'speaks another language', { greeting: 'SSH-2.0-OpenSSH_9.2\r\n' }],
    ['greeting', 'hangs up at once', { greeting: close }],
    ['sign_in', 'hangs at the sign-in', { LOGIN: hang }],
    ['sign_in', 'refuses the sign-in', { LOGIN: '$ NO [AUTHENTICATIONFAILED] no\r\n' }],
    ['open_inbox', 'hangs at the inbox', { EXAMINE: hang }],
    ['open_inbox', 'hangs up at the inbox', { EXAMINE: close }],
    ['open_inbox', 'has no inbox', { EXAMINE: '$ NO none\r\n' }],
    ['read', 'hangs at the search', { 'UID SEARCH': hang }],
    ['read', 'hangs up at the search', { 'UID SEARCH': close }],
    ['read', 'refuses the search', { 'UID SEARCH': '$ NO [UNAVAILABLE] later\r\n' }],
    ['read', 'hangs up while it hands over', { 'UID FETCH': close }],
    ['read', 'refuses to hand over', { 'UID FETCH': '$ NO [UNAVAILABLE] later\r\n' }],
    [
      'read',
      'hangs in the middle of a message',
      { 'UID FETCH': '* 1 FETCH (UID 1 RFC822.SIZE 900 BODY[]<0> {900}\r\nhi' },
    ],
    [
      'read',
      'hands over far more than was asked for',
      { 'UID FETCH': '* 1 FETCH (UID 1 BODY[]<0> {900000000}\r\nhi' },
    ],
    [
      'read',
      'answers a search with a line of a megabyte',
      { 'UID SEARCH': `* SEARCH ${'1 '.repeat(500_000)}\r\n$ OK done\r\n` },
    ],
  ])('fails at %s when it %s, in time and with words', async (step, _, script) => {
    const reading = await open(script);
    const began = performance.now();
    const failure = await failureOf(reading.sync(null, take));
    expect(failure).toMatchObject({ step, message: expect.stringMatching(/\S/) });
    expect(performance.now() - began).toBeLessThan(2_500);
  });

  test('answers with very many lines takes its turns with all else', async () => {
    const script = { EXAMINE: `${'* OK still here\r\n'.repeat(10_000)}$ NO none\r\n` };
    const reading = await open(script, () => {}, { ...QUICK, command: 20 });
    let [turns, ends] = [0, false];
    const turn = () => {
      turns++;
      if (!ends) setImmediate(turn);
    };
    turn();
    await failureOf(reading.sync(null, take));
    ends = true;
    expect(turns).toBeGreaterThan(500);
  });

  test('works is read', async () => {
    const reading = await open({});
    const uids: number[] = [];
    await reading.sync(null, async ({ messages }) => {
      uids.push(...messages.map(({ uid }) => uid));
    });
    expect(uids).toEqual([1]);
    expect(scripted?.heard).not.toContain('SELECT');
  });

  test('failed is not asked again at once, and then again', async () => {
    let attempts = 0;
    const reading = await open({
      LOGIN: () => {
        attempts++;
        return attempts === 1 ? close : '$ OK done\r\n';
      },
    });
    const first = await failureOf(reading.sync(null, take));
    expect(await failureOf(reading.sync(null, take))).toBe(first);
    expect(attempts).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 1_300));
    await reading.sync(null, take);
    expect(attempts).toBe(2);
  });

  test('goes away while it is idle makes itself felt, and is connected to again', async () => {
    let news = 0;
    let dropped = false;
    const reading = await open(
      {
        IDLE: () => {
          if (dropped) return '+ idling\r\n';
          dropped = true;
          return close;
        },
      },
      () => news++,
    );
    await reading.sync(null, take);
    await new Promise((resolve) => setTimeout(resolve, 2_200));
    expect(news).toBeGreaterThan(0);
    await reading.sync(null, take);
    expect(scripted?.heard.filter((command) => command === 'LOGIN')).toHaveLength(2);
  });

  test('tells of a new message while it is idle is heard', async () => {
    let news = 0;
    const reading = await open({ IDLE: '+ idling\r\n* 2 EXISTS\r\n' }, () => news++);
    await reading.sync(null, take);
    await new Promise((resolve) => setTimeout(resolve, 800));
    expect(news).toBe(1);
  });

  test('hangs keeps nobody who closes it', async () => {
    const reading = await open({ 'UID SEARCH': hang, LOGOUT: hang });
    const outcome = expect(reading.sync(null, take)).rejects.toThrow();
    await new Promise((resolve) => setTimeout(resolve, 100));
    const began = performance.now();
    await reading.close();
    expect(performance.now() - began).toBeLessThan(2_200);
    await outcome;
    await expect(reading.sync(null, take)).rejects.toThrow('The inbox was closed.');
  });
});

test('the connection test never throws, and says what can be done', async () => {
  scripted = await scriptedImap({ greeting: hang });
  expect(await checkImap(scripted.server, QUICK)).toMatchObject({
    ok: false,
    step: 'greeting',
    advice: expect.any(String),
  });
  const nowhere = { ...scripted.server, host: 'no-such-host.invalid' };
  expect(await checkImap(nowhere, QUICK)).toMatchObject({ ok: false, step: 'resolve' });
  await scripted.stop();
  expect(await checkImap(scripted.server, QUICK)).toMatchObject({ ok: false, step: 'connect' });
});

test.each(['greeting', 'LOGIN', 'EXAMINE'])(
  'the connection test ends when a server floods it at the %s, before that takes much',
  async (command) => {
    const flood: Script[string] = (_args, socket) => {
      const more = () => {
        while (!socket.destroyed && socket.write('* OK x\r\n'.repeat(2_000)));
      };
      socket.on('drain', more);
      more();
      return command === 'greeting' ? '* OK ready\r\n' : hang;
    };
    scripted = await scriptedImap({ [command]: flood });
    const began = performance.now();
    const checked = await checkImap(scripted.server, { connect: 5, greeting: 5, command: 5, silence: 5 });
    expect(checked).toMatchObject({ ok: false, response: expect.stringContaining('far more than') });
    expect(performance.now() - began).toBeLessThan(2_000);
  },
);

test('the connection test is over in the time that it is given, however long each step may take', async () => {
  const late: Script[string] = (_args, socket) => {
    setTimeout(() => socket.write('* OK x\r\n'), 700);
    return hang;
  };
  scripted = await scriptedImap({ LOGIN: late, EXAMINE: late });
  const began = performance.now();
  const checked = await checkImap(scripted.server, {
    connect: 5,
    greeting: 5,
    command: 5,
    silence: 5,
    total: 1,
  });
  expect(checked).toMatchObject({
    ok: false,
    step: 'sign_in',
    response: 'The mail server did not answer within 1 seconds.',
    advice: expect.stringContaining('late on purpose'),
  });
  expect(performance.now() - began).toBeLessThan(1_900);
});

test('a URL names the server, its protection and who signs in', () => {
  expect(parseImapUrl('imaps://maya%40acme.example:p%3Aw@imap.acme.example')).toEqual({
    host: 'imap.acme.example',
    port: 993,
    protection: 'implicit',
    user: 'maya@acme.example',
    password: 'p:w',
  });
  expect(parseImapUrl('imap://a:b@imap.acme.example')).toMatchObject({ port: 143, protection: 'required' });
  expect(() => parseImapUrl('imaps://imap.acme.example')).toThrow('names no user');
  expect(() => parseImapUrl('smtp://a:b@imap.acme.example')).toThrow('imap:// or imaps://');
});
