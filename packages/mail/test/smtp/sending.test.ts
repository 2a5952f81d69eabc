import type { Socket } from 'node:net';

import { afterEach, describe, expect, test } from '@jest/globals';

import { openSmtp, type Outcome, type Smtp, type SmtpOptions } from '@lodestone/mail';

import {
  breakOff,
  close,
  end,
  hang,
  quiet,
  say,
  type Script,
  scriptedServer,
  type ScriptedServer,
} from './scripted-server.ts';

const MAIL = Buffer.from('Subject: hello\r\n\r\nHello.\r\n');
const ENVELOPE = { from: 'maya@acme.example', to: 'ben@inbox.example' };
/** For servers that hang. Others get longer, since a busy machine may hold them up. */
const QUICK = { connect: 0.3, greeting: 0.3, command: 0.3, data: 0.3, total: 2 };
const PATIENT = { connect: 3, greeting: 2, command: 2, data: 2, total: 10 };

let servers: ScriptedServer[] = [];
let smtps: Smtp[] = [];

afterEach(async () => {
  await Promise.all(smtps.map((smtp) => smtp.close()));
  // Whatever happened, no connection of ours is left.
  await Promise.all(servers.map((server) => quiet(server)));
  await Promise.all(servers.map((server) => server.stop()));
  servers = [];
  smtps = [];
});

async function start(script: Script, options: SmtpOptions = {}, credentials = {}) {
  const server = await scriptedServer(script);
  const smtp = openSmtp(
    { host: '127.0.0.1', port: server.port, protection: 'offered', ...credentials },
    { timeouts: Object.values(script).includes(hang) ? QUICK : PATIENT, ...options },
  );
  servers.push(server);
  smtps.push(smtp);
  return { server, smtp, send: (to = ENVELOPE.to) => smtp.send({ ...ENVELOPE, to }, MAIL) };
}

async function outcomeOf(script: Script, credentials = {}): Promise<Outcome> {
  return (await start(script, {}, credentials)).send();
}

test('a mail that the server takes is sent, with its words', async () => {
  const { server, send } = await start({});
  expect(await send()).toEqual({
    outcome: 'sent',
    response: '250 2.0.0 queued as 1',
    serverMessageId: null,
  });
  expect(server.mails).toEqual(['Subject: hello\r\n\r\nHello.']);
});

describe('what fails before the last dot is deferred, and the server has no mail', () => {
  const scripts: [name: string, script: Script, step: string][] = [
    ['hangs instead of greeting', { greeting: hang }, 'greeting'],
    ['closes instead of greeting', { greeting: close }, 'greeting'],
    ['breaks off instead of greeting', { greeting: breakOff }, 'connect|greeting'],
    ['greets with 421', { greeting: '421 4.3.2 come back later' }, 'greeting'],
    ['speaks HTTP', { greeting: 'HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n' }, 'greeting'],
    ['never ends its greeting', { greeting: say('220-on and on\r\n220-') }, 'greeting'],
    ['hangs at EHLO', { EHLO: hang }, 'greeting'],
    ['closes at EHLO', { EHLO: close }, 'greeting'],
    ['hangs at MAIL', { MAIL: hang }, 'sender'],
    ['closes at MAIL', { MAIL: close }, 'sender'],
    ['ends at MAIL', { MAIL: end }, 'sender'],
    ['says nonsense at MAIL', { MAIL: 'what?' }, 'sender'],
    ['says nothing but a line break at MAIL', { MAIL: '' }, 'sender'],
    ['defers at MAIL', { MAIL: '451 4.3.0 later' }, 'sender'],
    ['hangs at RCPT', { RCPT: hang }, 'sender'],
    ['closes at RCPT', { RCPT: close }, 'sender'],
    ['greylists at RCPT', { RCPT: '450 4.2.0 greylisted' }, 'recipient'],
    ['closes with 421 at RCPT', { RCPT: say('421 4.7.0 too many\r\n', close) }, 'recipient'],
    ['has a full mailbox at RCPT', { RCPT: '552 5.2.2 over quota' }, 'recipient'],
    ['hangs at DATA', { DATA: hang }, 'sender'],
    ['closes at DATA', { DATA: close }, 'sender'],
    ['defers at DATA', { DATA: '451 4.3.0 later' }, 'data'],
    ['lost the thread at DATA', { DATA: '503 5.5.1 need RCPT first' }, 'data'],
    ['says nonsense at DATA', { DATA: 'hmm' }, 'data'],
  ];
  test.each(scripts)('a server that %s', async (_name, script, step) => {
    const { server, send } = await start(script);
    const outcome = await send();
    expect(outcome).toMatchObject({ outcome: 'deferred', step: expect.stringMatching(`^(${step})$`) });
    expect(outcome.response).not.toBe('');
    expect(server.mails).toEqual([]);
  });

  test.each(scripts.filter(([, script]) => script.EHLO === undefined))(
    'a server with pipelining that %s',
    async (_name, script) => {
      const { server, send } = await start({ EHLO: '250-scripted\r\n250 PIPELINING', ...script });
      expect(await send()).toMatchObject({ outcome: 'deferred' });
      expect(server.mails.join('')).toBe('');
    },
  );

  test('a server that answers after the last dot with 4xx did not take it', async () => {
    expect(await outcomeOf({ end: '451 4.3.0 not now' })).toEqual({
      outcome: 'deferred',
      step: 'answer',
      code: 451,
      status: '4.3.0',
      response: '451 4.3.0 not now',
    });
  });

  test('a server that says why and closes without a line break was understood', async () => {
    expect(await outcomeOf({ end: say('451 4.3.0 not now', end) })).toMatchObject({
      outcome: 'deferred',
      code: 451,
    });
  });

  test('a port where nobody listens', async () => {
    const { server, smtp } = await start({});
    await server.stop();
    servers = [];
    expect(await smtp.send(ENVELOPE, MAIL)).toMatchObject({ outcome: 'deferred', step: 'connect' });
  });

  test('a host that does not exist', async () => {
    const smtp = openSmtp({ host: 'mail.invalid', port: 25, protection: 'offered' });
    expect(await smtp.send(ENVELOPE, MAIL)).toMatchObject({ outcome: 'deferred', step: 'resolve' });
    await smtp.close();
  });
});

describe('what was handed over without an answer is in doubt', () => {
  test.each<[string, Script]>([
    ['hangs', { end: hang }],
    ['closes', { end: close }],
    ['ends', { end }],
    ['breaks off', { end: breakOff }],
    ['answers half a code and closes', { end: say('25', end) }],
    ['answers half a refusal and closes', { end: say('5', end) }],
    ['answers nonsense', { end: 'all right, I think' }],
    ['asks for more', { end: '354 go on' }],
    ['begins an answer that never ends', { end: say('250-still\r\n250-still\r\n') }],
    ['sends 10 MB that are no answer', { end: say('x'.repeat(10_000_000)) }],
  ])('when the server %s after the last dot', async (_name, script) => {
    for (const EHLO of ['250 scripted', '250-scripted\r\n250 PIPELINING']) {
      const { server, send } = await start({ EHLO, ...script });
      expect(await send()).toMatchObject({ outcome: 'in_doubt', step: 'answer' });
      expect(server.mails).toHaveLength(1);
    }
  });

  test('but not when the server stopped to listen in the middle of a long mail', async () => {
    const { server, smtp } = await start({
      DATA: (socket) => {
        socket.write('354 go ahead\r\n');
        setTimeout(() => socket.destroy(), 50);
        socket.pause();
      },
    });
    const long = Buffer.alloc(30_000_000, 'a line of text\r\n');
    expect(await smtp.send(ENVELOPE, long)).toMatchObject({ outcome: 'deferred', step: 'data' });
    expect(server.mails).toEqual([]);
  });
});

describe('what the server refuses for good', () => {
  const auth = { user: 'maya@acme.example', password: 'wrong' };
  test.each<[string, string, Script, object]>([
    [
      'address',
      'an unknown user at RCPT',
      { RCPT: '550 5.1.1 user unknown' },
      { step: 'recipient', code: 550, status: '5.1.1' },
    ],
    ['address', 'an unknown user after the last dot', { end: '550 5.1.1 user unknown' }, { step: 'answer' }],
    [
      'address',
      'a reply of several lines',
      { RCPT: '550-5.1.1 The account\r\n550 5.1.1 does not exist' },
      { status: '5.1.1', response: '550-5.1.1 The account\n550 5.1.1 does not exist' },
    ],
    ['sender', 'us at the greeting', { greeting: '554 5.7.1 your address is blocked' }, { step: 'greeting' }],
    ['sender', 'our address at MAIL', { MAIL: '550 5.1.1 not your address' }, { step: 'sender' }],
    ['sender', 'the missing sign-in', { MAIL: '530 5.7.0 sign in first' }, { step: 'sender', code: 530 }],
    ['sender', 'relaying', { RCPT: '554 5.7.1 relay access denied' }, { step: 'recipient' }],
    ['sender', 'our reputation', { end: '550 5.7.26 unauthenticated' }, { step: 'answer', status: '5.7.26' }],
    ['content', 'this mail', { end: '554 5.6.0 no such charset' }, { step: 'answer' }],
    ['server', 'everybody', { RCPT: '550 5.3.0 out of order' }, { step: 'recipient' }],
  ])('blames the %s for %s', async (blame, _name, script, expected) => {
    for (const EHLO of ['250-scripted\r\n250 AUTH PLAIN', '250-scripted\r\n250 PIPELINING']) {
      const outcome = await outcomeOf({ EHLO, ...script });
      expect(outcome).toMatchObject({ outcome: 'refused', blame, ...expected });
    }
  });

  test('blames the sender for a wrong password', async () => {
    expect(await outcomeOf({ AUTH: '535 5.7.8 wrong password' }, auth)).toEqual({
      outcome: 'refused',
      blame: 'sender',
      step: 'sign_in',
      code: 535,
      status: '5.7.8',
      response: '535 5.7.8 wrong password',
    });
  });

  test('defers when signing in is impossible just now', async () => {
    const outcome = await outcomeOf({ AUTH: '454 4.7.0 directory is down' }, auth);
    expect(outcome).toMatchObject({ outcome: 'deferred', step: 'sign_in', code: 454 });
  });

  test('a mail larger than the server takes is not even begun', async () => {
    const { server, send } = await start({ EHLO: '250-scripted\r\n250 SIZE 10' });
    expect(await send()).toMatchObject({ outcome: 'refused', blame: 'content', status: '5.3.4' });
    expect(server.heard).not.toContain('MAIL');
  });

  test('keeps its words bounded, and without what a database refuses', async () => {
    const outcome = await outcomeOf({ RCPT: `550 5.1.1 a\u0000b\u001b[31m${'x'.repeat(30_000)}` });
    expect(outcome.response).toMatch(/^550 5\.1\.1 ab\[31mx+$/);
    expect(outcome.response.length).toBeLessThanOrEqual(2_000);
    // oxlint-disable-next-line no-control-regex
    expect(outcome.response).not.toMatch(/[\u0000-\u001f]/);
  });
});

describe('a connection', () => {
  test('is kept for the next mail, and opened again after eight refusals, before servers lose their patience', async () => {
    for (const EHLO of ['250 scripted', '250-scripted\r\n250 PIPELINING']) {
      const { server, send } = await start({ EHLO, RCPT: '550 5.1.1 unknown' });
      for (let i = 0; i < 15; i += 1) expect(await send()).toMatchObject({ outcome: 'refused' });
      server.play({ EHLO });
      for (let i = 0; i < 3; i += 1) expect(await send()).toMatchObject({ outcome: 'sent' });
      expect(server.connections).toBe(2);
      expect(server.heard.filter((verb) => verb === 'RSET')).toHaveLength(14);
    }
  });

  test.each<[string, Script]>([
    ['closed while it was idle', { end: say('250 ok\r\n', end) }],
    ['broken off while it was idle', { end: say('250 ok\r\n', breakOff) }],
    ['closed with 421 while it was idle', { end: say('250 ok\r\n', say('421 idle\r\n', end)) }],
  ])('that was %s is opened again', async (_name, script) => {
    const { server, send } = await start(script);
    for (let i = 0; i < 3; i += 1) {
      expect(await send()).toMatchObject({ outcome: 'sent' });
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
    expect(server.mails).toHaveLength(3);
    expect(server.connections).toBe(3);
  });

  test.each<[string, Script]>([
    ['closes', { MAIL: close }],
    ['says 421', { MAIL: say('421 4.7.0 enough for one connection\r\n', close) }],
  ])('over which the server %s at the next mail is opened again once', async (_name, script) => {
    const { server, send } = await start({});
    expect(await send()).toMatchObject({ outcome: 'sent' });
    server.play(script);
    expect(await send()).toMatchObject({ outcome: 'deferred' });
    expect(server.connections).toBe(2);
    server.play({});
    expect(await send()).toMatchObject({ outcome: 'sent' });
    expect(server.mails).toHaveLength(2);
  });

  test('that nothing is sent over is closed', async () => {
    const { server, smtp } = await start({}, { idle: 0.1 });
    expect(await smtp.send(ENVELOPE, MAIL)).toMatchObject({ outcome: 'sent' });
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(server.heard).toContain('QUIT');
    expect(server.open()).toBe(0);
    expect(await smtp.send(ENVELOPE, MAIL)).toMatchObject({ outcome: 'sent' });
  });

  test('takes one mail at a time, in order', async () => {
    const { server, smtp } = await start({});
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, i) => smtp.send(ENVELOPE, Buffer.from(`Subject: ${i}\r\n\r\n.\r\n`))),
    );
    expect(new Set(outcomes.map(({ outcome }) => outcome))).toEqual(new Set(['sent']));
    expect(server.mails.map((mail) => mail.split('\r\n')[0])).toEqual(
      Array.from({ length: 20 }, (_, i) => `Subject: ${i}`),
    );
    expect(server.connections).toBe(1);
  });

  test('that hangs holds nobody up for longer than all of a send may take', async () => {
    const { server, smtp } = await start({ MAIL: hang }, { timeouts: { ...QUICK, command: 5, total: 0.4 } });
    const began = Date.now();
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => smtp.send(ENVELOPE, MAIL)));
    expect(Date.now() - began).toBeLessThan(4_500);
    expect(new Set(outcomes.map(({ outcome }) => outcome))).toEqual(new Set(['deferred']));
    // Those that never had their turn are not tried after all.
    server.play({});
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(server.mails).toEqual([]);
    expect(await smtp.send(ENVELOPE, MAIL)).toMatchObject({ outcome: 'sent' });
    expect(server.mails).toHaveLength(1);
  });

  test('tells what a server calls a mail that it renamed', async () => {
    const { send } = await start({ end: '250 2.0.0 OK <abc@x.eurprd04.prod.outlook.com> [Hostname=x]' });
    expect(await send()).toMatchObject({
      outcome: 'sent',
      serverMessageId: 'abc@x.eurprd04.prod.outlook.com',
    });
  });

  test('that was closed sends nothing more, and says so', async () => {
    const { smtp } = await start({});
    const underWay = smtp.send(ENVELOPE, MAIL);
    await smtp.close();
    expect(await underWay).toMatchObject({ outcome: 'deferred' });
    expect(await smtp.send(ENVELOPE, MAIL)).toMatchObject({ outcome: 'deferred', step: 'connect' });
  });

  test('to a server that does not say goodbye is closed all the same', async () => {
    const { server, smtp } = await start({ QUIT: hang });
    await smtp.send(ENVELOPE, MAIL);
    await smtp.close();
    await quiet(server);
  });
});

describe('sending can be stopped', () => {
  test.each<[string, Script, string]>([
    ['while the greeting is awaited', { greeting: hang }, 'deferred'],
    ['while MAIL is awaited', { MAIL: hang }, 'deferred'],
    ['while the answer to the last dot is awaited', { end: hang }, 'in_doubt'],
  ])('%s', async (_name, script, outcome) => {
    const { smtp } = await start(script, { timeouts: {} });
    const stop = new AbortController();
    const sending = smtp.send(ENVELOPE, MAIL, stop.signal);
    setTimeout(() => stop.abort(), 100);
    expect(await sending).toMatchObject({ outcome, response: 'Sending was stopped.' });
  });

  test('before it began', async () => {
    const { server, smtp } = await start({});
    expect(await smtp.send(ENVELOPE, MAIL, AbortSignal.abort())).toMatchObject({ outcome: 'deferred' });
    expect(server.mails).toEqual([]);
  });

  test('by the bound on all of it, when each step trickles along', async () => {
    const trickle = (socket: Socket) => {
      const timer = setInterval(() => socket.write('250-wait\r\n'), 50);
      socket.on('close', () => clearInterval(timer));
    };
    const timeouts = { ...QUICK, command: 5, total: 0.4 };
    const { smtp } = await start({ MAIL: trickle }, { timeouts });
    const began = Date.now();
    expect(await smtp.send(ENVELOPE, MAIL)).toMatchObject({
      outcome: 'deferred',
      response: 'The mail server did not take the email within 0.4 seconds.',
    });
    expect(Date.now() - began).toBeLessThan(4_500);
  });
});

describe('addresses', () => {
  test.each([
    'ben@inbox.example\r\nRCPT TO:<eve@evil.example>',
    'ben@inbox.example>\nDATA',
    'ben',
    '@inbox.example',
    'ben@',
    'a b@inbox.example',
    'ben@inbox.example\u0000',
    `${'x'.repeat(65)}@inbox.example`,
    '<ben@inbox.example>',
    'ben@in box.example',
    'ben@inbox.example/x',
    'ben@127.0.0.1',
    'ben@inbox..example',
  ])('that are none, such as %j, never reach the server', async (to) => {
    const { server, send } = await start({});
    expect(await send(to)).toMatchObject({
      outcome: 'refused',
      blame: 'address',
      step: 'recipient',
      code: null,
    });
    expect(server.connections).toBe(0);
  });

  test('with a domain beyond ASCII are said in ASCII', async () => {
    const { server, send } = await start({});
    expect(await send('ben@bücher.example')).toMatchObject({ outcome: 'sent' });
    expect(server.lines).toContain('RCPT TO:<ben@xn--bcher-kva.example>');
  });

  test('with letters beyond ASCII need a server with SMTPUTF8, and a clear refusal where there is none', async () => {
    const { server, send } = await start({});
    expect(await send('bén@inbox.example')).toMatchObject({
      outcome: 'refused',
      blame: 'server',
      step: 'recipient',
    });
    expect(await send()).toMatchObject({ outcome: 'sent' });
    expect(server.heard.filter((verb) => verb === 'RCPT')).toHaveLength(1);

    const able = await start({ EHLO: '250-scripted\r\n250 SMTPUTF8' });
    expect(await able.send('bén@inbox.example')).toMatchObject({ outcome: 'sent' });
    expect(able.server.lines).toContain('MAIL FROM:<maya@acme.example> SMTPUTF8');
  });
});
