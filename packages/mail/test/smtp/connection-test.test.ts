import { afterEach, describe, expect, test } from '@jest/globals';

import { type ConnectionTestOptions, type SmtpServer, testSmtp } from '@lodestone/mail';

import { CERTIFICATE } from './certificate.ts';
import {
  close,
  hang,
  quiet,
  say,
  type Script,
  scriptedServer,
  type ScriptedServer,
} from './scripted-server.ts';

const QUICK = { connect: 0.3, greeting: 0.3, command: 0.3, total: 2 };
const SIGN_IN = { user: 'maya@acme.example', password: 'secret' };

let server: ScriptedServer | undefined;

afterEach(async () => {
  if (server === undefined) return;
  await quiet(server);
  await server.stop();
  server = undefined;
});

async function tested(
  script: Script,
  settings: Partial<SmtpServer> = {},
  options: ConnectionTestOptions = {},
  tls?: typeof CERTIFICATE,
) {
  server = await scriptedServer(script, tls);
  return testSmtp(
    { host: '127.0.0.1', port: server.port, protection: 'offered', ...SIGN_IN, ...settings },
    { timeouts: QUICK, from: SIGN_IN.user, ...options },
  );
}

test('a server that signs us in and lets us send passes, and gets no mail', async () => {
  expect(await tested({})).toEqual({ ok: true, signedIn: true });
  expect(server?.heard).toEqual(['EHLO', 'AUTH', 'MAIL', 'RCPT']);
});

test('a server that asks for no sign-in passes, and says so', async () => {
  expect(await tested({ EHLO: '250 scripted' })).toEqual({ ok: true, signedIn: false });
});

test('a server that greylists passes', async () => {
  expect(await tested({ RCPT: '450 4.2.0 greylisted' })).toMatchObject({ ok: true });
});

describe('says at which step it failed', () => {
  test.each<[string, string, Script]>([
    ['greeting', 'hangs', { greeting: hang }],
    ['greeting', 'closes', { greeting: say('', close) }],
    ['greeting', 'does not take us', { greeting: '554 5.7.1 no' }],
    ['greeting', 'speaks another language', { greeting: 'SSH-2.0-OpenSSH_9.2' }],
    ['greeting', 'refuses EHLO', { EHLO: '500 what', HELO: '500 what' }],
    ['sign_in', 'refuses the password', { AUTH: '535 5.7.8 Username and Password not accepted' }],
    ['sign_in', 'hangs at the password', { AUTH: hang }],
    ['sign_in', 'closes at the password', { AUTH: close }],
    ['sign_in', 'cannot sign in just now', { AUTH: '454 4.7.0 later' }],
    [
      'send_permission',
      'does not own the address',
      { MAIL: '553 5.7.1 Sender address rejected: not owned by user' },
    ],
    ['send_permission', 'objects at RCPT', { RCPT: '550 5.7.60 SendAsDenied' }],
    ['send_permission', 'hangs at MAIL', { MAIL: hang }],
    ['send_permission', 'closes at MAIL', { MAIL: close }],
  ])('%s, when the server %s', async (step, _name, script) => {
    const result = await tested(script);
    expect(result).toMatchObject({
      ok: false,
      step,
      response: expect.stringMatching(/./),
      advice: expect.stringMatching(/\.$/),
    });
  });

  test('resolve, when there is no such host', async () => {
    const result = await testSmtp({ host: 'mail.invalid', port: 587, protection: 'required' });
    expect(result).toMatchObject({
      ok: false,
      step: 'resolve',
      advice: expect.stringContaining('mail.invalid'),
    });
  });

  test('connect, when nobody listens', async () => {
    const gone = await scriptedServer();
    await gone.stop();
    const result = await testSmtp({ host: '127.0.0.1', port: gone.port, protection: 'offered' });
    expect(result).toMatchObject({
      ok: false,
      step: 'connect',
      advice: expect.stringContaining(String(gone.port)),
    });
  });

  test('tls, when encryption is required and not offered; the password was not said', async () => {
    const result = await tested({}, { protection: 'required' });
    expect(result).toMatchObject({
      ok: false,
      step: 'tls',
      advice: expect.stringContaining('no STARTTLS on port'),
    });
    expect(server?.heard).not.toContain('AUTH');
  });

  test('tls, when the certificate is not valid for the host; the password was not said', async () => {
    const result = await tested({}, { protection: 'required' }, {}, CERTIFICATE);
    expect(result).toMatchObject({ ok: false, step: 'tls', advice: expect.stringContaining('certificate') });
    expect(server?.heard).not.toContain('AUTH');
  });

  test.each<[string, Script]>([
    ['speaks plain text', {}],
    ['closes', { greeting: close }],
    ['hangs', { greeting: hang }],
  ])('tls, when the port is to speak TLS from the start and %s', async (_name, script) => {
    const result = await tested(script, { protection: 'implicit' });
    expect(result).toMatchObject({ ok: false, step: expect.stringMatching(/^(tls|connect)$/) });
  });
});

test('the connection is encrypted with STARTTLS before anything is said that matters', async () => {
  const result = await tested(
    {},
    { protection: 'required', host: 'localhost' },
    { ca: CERTIFICATE.cert },
    CERTIFICATE,
  );
  expect(result).toEqual({ ok: true, signedIn: true });
  expect(server?.heard).toEqual(['EHLO', 'STARTTLS', 'EHLO', 'AUTH', 'MAIL', 'RCPT']);
});

test('on loopback an own certificate is taken', async () => {
  const EHLO = '250-scripted\r\n250-STARTTLS\r\n250 AUTH PLAIN';
  expect(await tested({ EHLO }, {}, {}, CERTIFICATE)).toEqual({ ok: true, signedIn: true });
  expect(server?.heard).toContain('STARTTLS');
});

test.each([
  ['smtp.gmail.com', 'myaccount.google.com/apppasswords'],
  ['smtp.office365.com', 'mysignins.microsoft.com'],
])('a sign-in that %s refuses is answered with how to make an app password', async (host, where) => {
  const { advice } = await import('@lodestone/mail/smtp/advice.js');
  expect(advice('sign_in', { host, port: 587, protection: 'required' }, '535')).toContain(where);
});
