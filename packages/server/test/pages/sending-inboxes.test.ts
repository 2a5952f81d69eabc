import { expect, test } from '@jest/globals';
import { toWire } from '@lodestone/core';

import { afterTest, expectFor } from '../../../../scripts/jest/support.ts';
import { onEveryDatabase } from '../server.ts';
import { fieldsOf, linkOf, sessionOf, visit } from './forms.ts';
import { startMailServer } from './smtp.ts';

onEveryDatabase((server) => {
  const signIn = async () => sessionOf(await visit(server, await linkOf(server)));
  const settings = { daily_capacity: '40', gap_from: '0', gap_to: '1', display_name: 'Maya Iyer' };
  const inbox = (port: string, more: Record<string, string> = {}) => ({
    address: 'maya@newly.example',
    provider: 'smtp',
    password: 'p@ss:w/rd',
    smtp_host: '127.0.0.1',
    smtp_port: port,
    smtp_protection: 'plain',
    ...settings,
    ...more,
  });
  const listed = async () =>
    (await server.call('GET /v1/email-accounts')).body.data.find(
      ({ address }: { address: string }) => address === 'maya@newly.example',
    );

  test('a server that cannot be reached is said with the step at which it failed, and nothing is connected', async () => {
    const cookie = await signIn();
    const { status, html } = await visit(server, '/sending-inboxes/connect', { cookie, form: inbox('1') });
    expect(status).toBe(400);
    expect(html).toMatch(/SMTP failed while connecting/);
    expect(html).toMatch(/value="maya@newly.example"/);
    expect(html).not.toContain('p@ss:w/rd');
    expect(html).toContain('Enter it again: it is not kept here.');
    const fresh = await visit(server, '/sending-inboxes/connect', { cookie });
    expect(fresh.html).not.toContain('Enter it again');
    expect(await listed())!.toBeUndefined();
  });

  test('fields at fault are named beside them', async () => {
    const cookie = await signIn();
    const form = inbox('99999', { smtp_host: '' });
    const { status, html } = await visit(server, '/sending-inboxes/connect', { cookie, form });
    expect(status).toBe(400);
    expect(html).toMatch(/id="smtp_host-error"/);
    expect(html).toMatch(/id="smtp_port-error"/);
    for (const smtp_host of ['http://smtp.example.com/', 'smtp.example.com:587', 'a b', 'me@example.com']) {
      const odd = inbox('abc', { smtp_host });
      const refused = await visit(server, '/sending-inboxes/connect', { cookie, form: odd });
      expectFor(smtp_host, refused.html).toContain('Enter only the name of the server');
      expectFor(smtp_host, refused.html).toContain('A port is a number from 1 to 65535.');
      expectFor(smtp_host, refused.html).not.toMatch(/This is not a URL|Percent-encode|user:password/);
    }
  });

  test('what to do about encryption is said in the words of the form', async () => {
    const mail = await startMailServer();
    afterTest(() => mail.close());
    const cookie = await signIn();
    const { port } = new URL(mail.url);
    const servers = { imap_host: '127.0.0.1', imap_port: port, imap_protection: 'tls' };
    const form = inbox(port, { smtp_protection: 'tls', ...servers });
    const { html } = await visit(server, '/sending-inboxes/connect', { cookie, form });
    expect(html).toContain(
      `Port ${port} does not speak TLS from the start. Try STARTTLS, usually on port 587.`,
    );
    expect(html).toContain(
      `Port ${port} does not speak TLS from the start. Try STARTTLS, usually on port 143.`,
    );
    expect(html).not.toMatch(/smtps?:\/\/|imaps?:\/\/|plain=1/);
  });

  test('an inbox is connected once its server lets it in, is edited, paused and removed, and keeps its history', async () => {
    const mail = await startMailServer();
    afterTest(() => mail.close());
    const cookie = await signIn();
    const { port } = new URL(mail.url);
    const anyway = inbox(port, { anyway: 'yes' });
    const connected = await visit(server, '/sending-inboxes/connect', { cookie, form: anyway });
    expect(connected.status).toBe(303);
    const path = (connected.location ?? '').split('?')[0] ?? '';
    expect(await listed())!.toMatchObject({
      status: 'active',
      daily_capacity: 40,
      display_name: 'Maya Iyer',
    });

    const stored = await server.account
      .select('email_accounts')
      .select(['smtp_secret', 'smtp_server'])
      .where('address', '=', 'maya@newly.example')
      .executeTakeFirstOrThrow();
    expect(stored.smtp_server).toBe(`127.0.0.1:${port}`);
    expect(stored.smtp_secret?.toString() ?? '').not.toMatch(/ss:w|ss%3Aw/);

    await visit(server, path, { cookie, form: { ...settings, daily_capacity: '7' } });
    expect((await listed())!.daily_capacity).toBe(7);
    const wrong = await visit(server, path, { cookie, form: { ...settings, gap_from: '9', gap_to: '1' } });
    expect([wrong.status, /id="gap_to-error"/.test(wrong.html)]).toStrictEqual([400, true]);
    const none = await visit(server, path, { cookie, form: { ...settings, daily_capacity: '' } });
    expect(none.html).toContain('Daily capacity must be a whole number from 0 to 1000000.');

    await visit(server, `${path}/status`, { cookie, form: { status: 'paused' } });
    expect((await listed())!.status).toBe('paused');
    const asked = await visit(server, `${path}/remove`, { cookie });
    expect(asked.html).toMatch(/Remove this inbox/);
    expect(asked.html).not.toMatch(/follow-ups/);
    await visit(server, `${path}/remove`, { cookie, form: {} });
    expect(await listed())!.toBeUndefined();
    expect((await visit(server, path, { cookie })).status).toBe(404);
  });

  test('a new password is all that is entered anew: the form has the servers, the user and the encryption that are stored', async () => {
    const mail = await startMailServer();
    afterTest(() => mail.close());
    const cookie = await signIn();
    const { port } = new URL(mail.url);
    const servers = {
      user: 'other-user',
      smtp_host: '127.0.0.1',
      smtp_port: port,
      smtp_protection: 'plain',
      imap_host: '127.0.0.1',
      imap_port: '1143',
      imap_protection: 'starttls',
    };
    const form = inbox(port, { ...servers, address: 'other@newly.example', anyway: 'yes' });
    const { location } = await visit(server, '/sending-inboxes/connect', { cookie, form });
    const { html } = await visit(server, (location ?? '').split('?')[0] ?? '', { cookie });
    expect(fieldsOf(html)).toMatchObject(servers);
    expect(html).not.toContain(form.password);
  });

  test('who removes one that leads wait for is told that they get their follow-ups from no other', async () => {
    const cookie = await signIn();
    const { email_account_id } = await server.account
      .select('next_steps')
      .select('email_account_id')
      .where('step', '>', 1)
      .where('email_account_id', 'is not', null)
      .executeTakeFirstOrThrow();
    const path = `/sending-inboxes/${toWire('eml', email_account_id ?? '')}/remove`;
    expect((await visit(server, path, { cookie })).html).toMatch(/get their follow-ups from no other inbox/);
  });

  test("another account's inbox is not there", async () => {
    const cookie = await signIn();
    const theirs = await server.call('GET /v1/email-accounts', { key: server.other.keys.full });
    const path = `/sending-inboxes/${theirs.body.data[0]?.id}`;
    for (const one of [path, `${path}/remove`])
      expect((await visit(server, one, { cookie })).status).toBe(404);
    for (const one of [path, `${path}/servers`, `${path}/test`, `${path}/remove`, `${path}/status`]) {
      expect((await visit(server, one, { cookie, form: { ...settings, status: 'paused' } })).status).toBe(
        404,
      );
    }
  });
});
