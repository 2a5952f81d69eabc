import { expect, test } from '@jest/globals';
import { createAccount, forAccount, newId, startSession } from '@lodestone/core';
import type { Locator, Page } from 'playwright-core';
import { SMTPServer } from 'smtp-server';

import { afterTest } from '../../../../scripts/jest/support.ts';
import { inChromium } from './chromium.ts';
import { openWindow } from './window.ts';

const LEADS = Buffer.from(
  'Email,First name,Company\njo@people.example,Jo,People\nmo@others.example,Mo,Others\n',
);

inChromium('the owner', (owner) => {
  test('reads what failed with one click from the dashboard', async () => {
    const now = new Date();
    await owner.server.account.insert('job_runs', {
      id: newId(),
      job: 'classify_replies',
      status: 'failed',
      started_at: now,
      finished_at: now,
      processed: 1,
      failed: 1,
      failures: JSON.stringify([{ item: 'lead@people.example', reason: 'The model did not answer.' }]),
    });
    const page = await owner.open('/');
    await page.locator('#attention').getByRole('link', { name: 'Classify replies' }).click();
    await page.waitForURL(/\/activity\?/);
    const statuses = await page.locator('main tbody tr td:nth-child(2)').allInnerTexts();
    expect(statuses.length).toBeGreaterThan(0);
    expect(new Set(statuses)).toStrictEqual(new Set(['Failed']));
  });

  test('has a first campaign running after eleven clicks, from an account with nothing in it', async () => {
    const page = await newOwner(owner.server);
    let clicks = 0;
    const click = async (what: Locator) => {
      clicks += 1;
      await what.click();
    };
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const link = (name: string) => page.locator('main').getByRole('link', { name });

    await click(link('Connect an inbox'));
    await page.getByLabel('Email address').fill('me@new.example');
    await page.getByLabel('Provider').selectOption({ label: 'Another server' });
    await page.getByLabel('Password').fill('right password');
    await page.getByLabel('SMTP server').fill('127.0.0.1');
    await page.getByLabel('SMTP port').fill(String(await mailServer()));
    await page.getByLabel('SMTP security').selectOption('plain');
    await click(button('Test and connect'));
    await page.getByText('Inbox connected.').waitFor();

    await click(page.getByRole('link', { name: 'Subscribers', exact: true }));
    await click(link('Import').first());
    await page.getByLabel('File').setInputFiles({ name: 'leads.csv', mimeType: 'text/csv', buffer: LEADS });
    await click(button('Continue'));
    await click(page.getByRole('button', { name: /^Import/ }));
    await click(link('Create a campaign'));

    await page.getByLabel('Name').fill('First campaign');
    await click(button('Continue'));
    await page.getByLabel('Subject, variant A').fill('{{ company }} and pricing');
    await page.getByLabel('Text, variant A').fill('Hi {{ first_name }}');
    await click(button('Save and start now'));
    await page.getByText('The campaign is active.').waitFor();
    expect(clicks).toBeLessThanOrEqual(11);
  });

  test('reads no zeros of what has nothing yet on a phone, where each would be a line', async () => {
    const page = await owner.open('/magnets', { width: 390 });
    const zeros = (status: string) =>
      page.locator('tbody tr').filter({ hasText: status }).first().locator('td.zero:visible').count();
    expect(await zeros('Draft')).toBe(0);
    expect(await page.locator('tbody td.zero:visible').count()).toBeGreaterThan(0);
  });

  test('sees what was done where the page begins, and is asked before what was typed is lost', async () => {
    const page = await newOwner(owner.server);
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.type());
      void dialog.dismiss();
    });
    await page.setViewportSize({ width: 390, height: 780 });
    await page.goto('/magnets/new');
    await page.getByLabel('Title').pressSequentially('Mine');
    await page.getByLabel('Link', { exact: true }).fill('https://files.example/a.pdf');
    await page.getByRole('button', { name: 'Save as draft' }).click();
    await page.waitForURL(/done=magnet_made_whole#test$/);
    const said = page.locator('.flash');
    await page.waitForFunction(() => (globalThis as unknown as { scrollY: number }).scrollY > 300);
    expect((await said.boundingBox())?.y).toBeGreaterThanOrEqual(0);
    expect(asked).toStrictEqual([]);

    await page.getByLabel('Title').press('End');
    await page.getByLabel('Title').pressSequentially(' too');
    // By another form of the page, and by a link.
    await page.getByRole('button', { name: 'Save file or link' }).click();
    await page.getByRole('link', { name: 'Subscribers', exact: true }).click();
    expect(await page.getByLabel('Title').inputValue()).toBe('Mine too');
    expect(asked).toStrictEqual(['beforeunload', 'beforeunload']);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.waitForURL(/done=magnet_saved/);
    expect(asked).toHaveLength(2);
  });
});

/** A window in which the owner of a new account has just signed in. */
async function newOwner({
  db,
  origin,
}: {
  db: Parameters<typeof createAccount>[0];
  origin: string;
}): Promise<Page> {
  const email = `me@new-${newId()}.example`;
  const { account_id, user_id } = await createAccount(db, { name: 'New', email });
  const account = forAccount(db, account_id, { kind: 'user', id: user_id });
  const { token } = await startSession(account, { user_id });
  const { page, context } = await openWindow(origin, { cookie: `lodestone_session=${token}` });
  afterTest(() => context.close());
  await page.goto('/');
  return page;
}

/** A mail server that lets in who knows the password. @returns its port */
function mailServer(): Promise<number> {
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ password }, _session, done) =>
      password === 'right password' ? done(null, { user: 'me' }) : done(new Error('Wrong password')),
  });
  afterTest(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return new Promise((resolve) => {
    const listening = server.listen(0, '127.0.0.1', () => {
      const address = listening.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
}
