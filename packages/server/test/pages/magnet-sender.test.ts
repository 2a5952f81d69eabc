import { expect, test } from '@jest/globals';

import { afterTest } from '../../../../scripts/jest/support.ts';
import { onEveryDatabase } from '../server.ts';
import { fieldsOf, linkOf, sessionOf, visit } from './forms.ts';
import { startMailServer } from './smtp.ts';
import { inboxForm } from './inbox-form.ts';

onEveryDatabase((server) => {
  const signIn = async () => sessionOf(await visit(server, await linkOf(server)));

  test('a new magnet is sent from an inbox that sends, and says of the account email that it does not', async () => {
    const cookie = await signIn();
    const opened = async () => (await visit(server, '/magnets/new', { cookie })).html;
    expect(await opened()).toContain('Your account email (kept in your outbox, not sent)');
    const chosen = async () =>
      /name="email_account_id".*?<option value(?:="([^"]*)")? selected/s.exec(await opened())?.[1] ?? '';
    expect(await chosen()).toBe('');
    const mail = await startMailServer();
    afterTest(() => mail.close());
    const connected = await visit(server, '/sending-inboxes/connect', {
      cookie,
      form: { ...inboxForm('maya@newly.example', new URL(mail.url).port), anyway: 'yes' },
    });
    const path = (connected.location ?? '').split('?')[0] ?? '';
    expect(await chosen()).toBe(path.split('/').at(-1));
    await visit(server, `${path}/status`, { cookie, form: { status: 'paused' } });
    expect(await chosen()).toBe('');
  });

  test('a magnet that has its link is not asked for one', async () => {
    const cookie = await signIn();
    const form = fieldsOf((await visit(server, '/magnets/new', { cookie })).html);
    const without = await visit(server, '/magnets', { cookie, form: { ...form, title: 'Bare' } });
    expect(without.location).toMatch(/\?done=magnet_made#asset$/);
    const asset_url = 'https://files.example/guide.pdf';
    const made = await visit(server, '/magnets', { cookie, form: { ...form, title: 'Whole', asset_url } });
    expect(made.location).toMatch(/\?done=magnet_made_whole#test$/);
  });

  test('a preview that was asked for is where the page begins', async () => {
    const cookie = await signIn();
    const { html } = await visit(server, '/magnets/new', { cookie });
    expect(html).toMatch(/formaction="\/magnets\/new\/preview#preview"/i);
  });
});
