import { setTimeout } from 'node:timers/promises';

import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';

import { hang, scriptedServer, type ScriptedServer } from '../../../mail/test/smtp/scripted-server.ts';
import { signedIn } from '../browser.ts';
import { find } from '../find.ts';
import { startServer, type TestServer } from '../server.ts';
import { visit } from './forms.ts';
import { inboxForm } from './inbox-form.ts';

describe('a page that waits for a server of others', () => {
  let server: TestServer;
  let cookie: string;
  let mail: ScriptedServer | undefined;
  beforeAll(async () => {
    server = await startServer();
    cookie = await signedIn(server);
  });
  afterEach(async () => {
    await mail?.stop();
    mail = undefined;
  });
  afterAll(() => server.close());

  const connect = (port: number) =>
    visit(server, '/sending-inboxes/connect', { cookie, form: inboxForm('maya@newly.example', port) });

  test('waits for a sign-in that is refused late on purpose, and says what was said', async () => {
    const late = '535 5.7.8 Authentication failed';
    mail = await scriptedServer({
      AUTH: (socket) => void setTimeout(6_000).then(() => socket.write(`${late}\r\n`)),
    });
    const { status, html } = await connect(mail.port);
    expect(status).toBe(400);
    expect(html).toMatch(/SMTP failed while signing in/);
    expect(html).toContain(late);
  });

  test('says of a sign-in that is not answered that the password may be wrong, before the browser gives up', async () => {
    mail = await scriptedServer({ AUTH: hang });
    const began = performance.now();
    const { html } = await connect(mail.port);
    expect(performance.now() - began).toBeLessThan(9_500);
    expect(html).toMatch(/SMTP failed while signing in/);
    expect(html).toContain('answer a wrong password late on purpose');
  });

  test('is one at a time for an account, whose other pages go on', async () => {
    mail = await scriptedServer({ AUTH: hang });
    const first = connect(mail.port);
    await setTimeout(300);
    const others = Array.from({ length: 3 }, () => connect(mail?.port ?? 0));
    for (const { status, headers, html } of await Promise.all(others)) {
      expect([status, headers.get('retry-after')]).toEqual([429, '9']);
      expect(html).toContain('Another test of this account is still running.');
    }
    expect(mail.connections).toBe(1);
    const { status } = await visit(server, '/magnets', { cookie });
    expect(status).toBe(200);
    expect((await first).status).toBe(400);
  });

  test('is opened so many times a minute, and then told when to come back', async () => {
    const { id } = await find(server, '/v1/magnets');
    const statuses = [];
    for (let nth = 0; nth < 11; nth++) {
      const { status, headers } = await visit(server, `/magnets/${id}/test`, { cookie, form: {} });
      statuses.push(status);
      if (status === 429) expect(Number(headers.get('retry-after'))).toBeGreaterThan(30);
    }
    expect(statuses).toContain(303);
    expect(statuses.at(-1)).toBe(429);
  });
});
