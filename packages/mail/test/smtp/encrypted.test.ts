import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

import { afterEach, expect, test } from '@jest/globals';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

import { openSmtp, type SmtpServer } from '@lodestone/mail';

import { CERTIFICATE } from './certificate.ts';

const ENVELOPE = { from: 'maya@acme.example', to: 'ben@inbox.example' };
const SIGN_IN = { user: 'maya@acme.example', password: 'pässword' };

let stop = async () => {};
afterEach(() => stop());

/** A server that is not ours, with a mailbox of what it took and how. */
async function start(options: SMTPServerOptions) {
  const got: { raw: Buffer; user: string | undefined; secure: boolean }[] = [];
  const server = new SMTPServer({
    ...CERTIFICATE,
    authOptional: true,
    onAuth: ({ username, password }, _session, done) =>
      username === SIGN_IN.user && password === SIGN_IN.password
        ? done(null, { user: username })
        : done(Object.assign(new Error('Wrong password'), { responseCode: 535 })),
    onData: (stream, session, done) => {
      const pieces: Buffer[] = [];
      stream.on('data', (piece: Buffer) => pieces.push(piece));
      stream.on('end', () => {
        got.push({ raw: Buffer.concat(pieces), user: session.user, secure: session.secure });
        done();
      });
    },
    ...options,
  });
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  stop = () => new Promise((resolve) => server.close(() => resolve()));
  return { got, port: (server.server.address() as AddressInfo).port };
}

async function sendTo(server: SmtpServer, raw: Buffer) {
  const smtp = openSmtp(server, { ca: CERTIFICATE.cert });
  try {
    return await smtp.send(ENVELOPE, raw);
  } finally {
    await smtp.close();
  }
}

const MAIL = Buffer.from('Subject: x\r\n\r\n.\r\n..dots\r\n.end\r\nno line break at the end');

test.each([
  ['implicit', { secure: true }],
  ['required', {}],
] as const)(
  'with %s encryption a mail is sent signed in, and arrives as it was',
  async (protection, options) => {
    const { got, port } = await start(options);
    const outcome = await sendTo({ host: 'localhost', port, protection, ...SIGN_IN }, MAIL);
    expect(outcome).toMatchObject({ outcome: 'sent' });
    expect(got).toHaveLength(1);
    expect(got[0]).toMatchObject({ user: SIGN_IN.user, secure: true });
    expect(got[0]?.raw.toString()).toBe(`${MAIL.toString()}\r\n`);
  },
);

test.each(['PLAIN', 'LOGIN', 'CRAM-MD5'])('a server that only knows %s signs us in', async (method) => {
  const { port } = await start({
    authMethods: [method],
    onAuth: (auth, _session, done) => {
      const { password } = SIGN_IN;
      const right = auth.password === password || auth.validatePassword?.(password) === true;
      done(right ? null : new Error('no'), { user: auth.username ?? '' });
    },
  });
  expect(await sendTo({ host: 'localhost', port, protection: 'required', ...SIGN_IN }, MAIL)).toMatchObject({
    outcome: 'sent',
  });
});

test('a wrong password is refused, and nothing is sent', async () => {
  const { got, port } = await start({});
  const server = { host: 'localhost', port, protection: 'required' as const, ...SIGN_IN, password: 'x' };
  expect(await sendTo(server, MAIL)).toMatchObject({
    outcome: 'refused',
    blame: 'sender',
    step: 'sign_in',
    code: 535,
  });
  expect(got).toEqual([]);
});

test('a certificate that is not valid for the host ends it before the password is said', async () => {
  let asked = false;
  const { port } = await start({
    onAuth: (_auth, _session, done) => {
      asked = true;
      done(null, { user: 'x' });
    },
  });
  for (const protection of ['implicit', 'required'] as const) {
    const smtp = openSmtp(
      { host: 'localhost', port, protection, ...SIGN_IN },
      { timeouts: { connect: 1, greeting: 1 } },
    );
    expect(await smtp.send(ENVELOPE, MAIL)).toMatchObject({ outcome: 'deferred', step: 'tls' });
    await smtp.close();
  }
  expect(asked).toBe(false);
});

test('a mail of a megabyte arrives whole', async () => {
  const { got, port } = await start({});
  const long = Buffer.from(`Subject: x\r\n\r\n${'.a line that begins with a dot\r\n'.repeat(30_000)}`);
  expect(await sendTo({ host: 'localhost', port, protection: 'required' }, long)).toMatchObject({
    outcome: 'sent',
  });
  expect(got[0]?.raw.equals(long)).toBe(true);
});
