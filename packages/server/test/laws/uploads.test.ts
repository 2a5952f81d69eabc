import { connect, type Socket } from 'node:net';

import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { createAccount, forAccount, newId, startSession } from '@lodestone/core';

import { startServer, type TestServer } from '../server.ts';
import { visit } from '../pages/forms.ts';

const HEAD = '--B\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nemail\r\n';

/** A file on its way. */
interface Upload {
  socket: Socket;
  /** Everything that was answered so far. */
  answer: string;
  ends: Promise<void>;
}

describe('uploads of others', () => {
  let server: TestServer;
  const open: Upload[] = [];
  beforeAll(async () => {
    server = await startServer();
  });
  afterEach(() => {
    for (const { socket } of open.splice(0)) socket.destroy();
  });
  afterAll(() => server.close());

  /** The cookie of the owner of a new account. */
  async function anOwner(): Promise<string> {
    const email = `${newId()}@acme.example`;
    const { account_id, user_id } = await createAccount(server.db, { name: 'Acme', email });
    const account = forAccount(server.db, account_id, { kind: 'user', id: user_id });
    const { token } = await startSession(account, { user_id });
    return `lodestone_session=${token}`;
  }

  /** Begins a file of 20 MB, of which so many bytes come each tenth of a second. */
  function begin(cookie: string, bytes: number): Upload {
    const { hostname, port } = new URL(server.origin);
    const socket = connect(Number(port), hostname);
    // Kept until it is connected, as is what follows.
    socket.write(
      `POST /subscribers/import HTTP/1.1\r\nHost: x\r\nCookie: ${cookie}\r\nSec-Fetch-Site: same-origin\r\nAccept: text/html\r\n` +
        `Content-Type: multipart/form-data; boundary=B\r\nContent-Length: 20000000\r\n\r\n${HEAD}`,
    );
    const line = `${'x'.repeat(98)}\r\n`;
    const trickle = setInterval(() => {
      if (socket.writable) socket.write(line.repeat(bytes / 100));
    }, 100);
    const upload: Upload = {
      socket,
      answer: '',
      ends: new Promise((resolve) => socket.on('close', resolve)),
    };
    socket.on('data', (data) => (upload.answer += data.toString('latin1')));
    socket.on('error', () => {});
    socket.on('close', () => clearInterval(trickle));
    open.push(upload);
    return upload;
  }

  const small = async () =>
    visit(server, '/subscribers/import', {
      cookie: await anOwner(),
      form: `${HEAD}a@lead.example\r\n--B--\r\n`,
      headers: { 'content-type': 'multipart/form-data; boundary=B' },
    });

  test.each([
    ['slow', 100],
    ['several of each', 4_000],
  ])(
    'that are %s, and take every place, give way to who waits for one, and are told so',
    async (_, bytes) => {
      const owners = await Promise.all(Array.from({ length: 4 }, anOwner));
      const first = owners.map((owner) => begin(owner, bytes));
      await new Promise((resolve) => setTimeout(resolve, 200));
      const others = owners.flatMap((owner) => [begin(owner, bytes), begin(owner, bytes)]);
      // All of them are taken in: what is answered is answered to nobody yet.
      await new Promise((resolve) => setTimeout(resolve, 500));
      const began = performance.now();
      const { status } = await small();
      expect([status, performance.now() - began < 6_000]).toEqual([303, true]);
      const ended = await Promise.race([...first, ...others].map(async (one) => (await one.ends, one)));
      expect(ended.answer).toMatch(/^HTTP\/1\.1 503 /);
      expect(ended.answer).toMatch(/^retry-after: 60\r$/im);
      expect(ended.answer).toMatch(/<h1>Busy<\/h1>.*Others are waiting to upload/s);
      expect(ended.answer).toMatch(/^content-security-policy: default-src 'none'; style-src 'sha256-/im);
      if (bytes > 1_000) expect(first.every(({ answer }) => answer === '')).toBe(true);
    },
  );

  test('that are cut off are told so by a page', async () => {
    const upload = begin(await anOwner(), 100);
    await new Promise((resolve) => setTimeout(resolve, 300));
    upload.socket.end();
    await upload.ends;
    expect(upload.answer).toMatch(/^HTTP\/1\.1 400 .*<h1>Cut off<\/h1>/s);
  });

  test('go on, however slow, while there is a place', async () => {
    const owners = await Promise.all(Array.from({ length: 4 }, anOwner));
    const slow = owners.slice(0, 3).flatMap((owner) => [1, 2, 3].map(() => begin(owner, 100)));
    await new Promise((resolve) => setTimeout(resolve, 500));
    // A fourth of one account waits for its own, which frees no place.
    begin(owners[0] ?? '', 100);
    for (let nth = 0; nth < 4; nth++) {
      expect((await small()).status).toBe(303);
      await new Promise((resolve) => setTimeout(resolve, 1_000));
    }
    expect(slow.map(({ answer }) => answer)).toEqual(slow.map(() => ''));
  });
});
