import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';

import { find } from '../find.ts';
import { inChromium, type Owner } from './chromium.ts';
import { startMailServer } from './smtp.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'lodestone-pages-'));
after(() => rmSync(dataDir, { recursive: true, force: true }));

const WITHOUT_SCRIPT = { script: false };

/** A magnet that has never been tested. */
async function untested(owner: Owner): Promise<any> {
  return find(owner.server, '/v1/magnets', (row) => !row.can_publish);
}

inChromium(
  'a magnet, without scripts and without a mail server',
  (owner) => {
    test('gets another title, slug and description, which the API answers with at once', async () => {
      const magnet = await find(owner.server, '/v1/magnets', (row) => row.status === 'public');
      const page = await owner.open(`/magnets/${magnet.id}`, WITHOUT_SCRIPT);
      await page.getByLabel('Title').fill('  A <b>new</b> title ');
      await page.getByLabel('Slug').fill('a-new-title');
      await page.getByLabel('Description').fill('Two lines\nof text');
      await page.getByRole('button', { name: 'Save' }).click();
      assert.equal(await page.getByRole('status').textContent(), 'The magnet is saved.');
      const { title, slug, description } = await owner.api(`/v1/magnets/${magnet.id}`);
      assert.deepEqual(
        [title, slug, description.replaceAll('\r\n', '\n')],
        ['A <b>new</b> title', 'a-new-title', 'Two lines\nof text'],
      );
    });

    test('says beside the field what is wrong with it, and loses nothing that was typed', async () => {
      const [magnet, other] = (await owner.api('/v1/magnets')).data;
      const page = await owner.open(`/magnets/${magnet.id}`, WITHOUT_SCRIPT);
      for (const [slug, message] of [
        ['Not A Slug', /a–z and 0–9/],
        [other.slug, /another magnet's/],
        ['', /a–z and 0–9/],
      ] as const) {
        await page.getByLabel('Title').fill('Typed');
        await page.getByLabel('Slug').evaluate((field) => field.removeAttribute('required'));
        await page.getByLabel('Slug').fill(slug);
        await page.getByRole('button', { name: 'Save' }).click();
        assert.equal(await page.getByLabel('Slug').getAttribute('aria-invalid'), 'true');
        assert.match((await page.locator('#slug-error').textContent()) ?? '', message);
        assert.equal(await page.getByLabel('Title').inputValue(), 'Typed');
        assert.equal(await page.getByLabel('Slug').inputValue(), slug);
      }
      assert.deepEqual(await owner.api(`/v1/magnets/${magnet.id}`), magnet);
    });

    test('is not made public untested, and says so beside a button that tests it; then it is', async () => {
      const magnet = await untested(owner);
      const page = await owner.open(`/magnets/${magnet.id}`, WITHOUT_SCRIPT);
      await page.getByLabel('Status').selectOption('public');
      await page.getByRole('button', { name: 'Change status' }).click();
      assert.match(
        (await page.locator('#status-error').textContent()) ?? '',
        /no test of this magnet has succeeded/,
      );
      assert.equal((await owner.api(`/v1/magnets/${magnet.id}`)).status, magnet.status);

      await page.getByRole('button', { name: 'Send a test now' }).click();
      assert.equal(await page.getByRole('status').textContent(), 'The test was sent.');
      const file = (await page.locator('#test code').last().textContent()) ?? '';
      assert.ok(file.startsWith(dataDir), `${file} is named on the page`);
      const mail = readFileSync(file, 'utf8');
      assert.match(mail, /^To: owner@meridian\.example\r?$/m);
      assert.match(mail, /^Subject: \[Test\] /m);

      await page.getByLabel('Status').selectOption('public');
      await page.getByRole('button', { name: 'Change status' }).click();
      assert.equal(await page.getByRole('status').textContent(), 'The status is changed.');
      const changed = await owner.api(`/v1/magnets/${magnet.id}`);
      assert.equal(changed.status, 'public');
      assert.equal(changed.test_send.status, 'succeeded');
    });
  },
  { dataDir },
);

const accepting = await startMailServer();
after(() => accepting.close());

inChromium(
  "a magnet's test, with a mail server",
  (owner) => {
    test('reaches the owner by SMTP', async () => {
      const magnet = await untested(owner);
      const page = await owner.open(`/magnets/${magnet.id}`);
      await page.getByRole('button', { name: 'Send a test now' }).click();
      assert.equal(await page.getByRole('status').textContent(), 'The test was sent.');
      assert.equal(accepting.messages.length, 1);
      assert.match(accepting.messages[0]!, /^To: owner@meridian\.example$/m);
      assert.equal((await owner.api(`/v1/magnets/${magnet.id}`)).can_publish, true);
    });
  },
  { smtpUrl: accepting.url },
);

const refusing = await startMailServer({ refusing: true });
after(() => refusing.close());

inChromium(
  "a magnet's test, with a mail server that refuses it",
  (owner) => {
    test('is recorded as failed, with what the mail server said, and publishes nothing', async () => {
      const magnet = await untested(owner);
      const page = await owner.open(`/magnets/${magnet.id}`);
      await page.getByRole('button', { name: 'Send a test now' }).click();
      assert.match((await page.getByRole('status').textContent()) ?? '', /could not be sent/);
      assert.match((await page.locator('#test .error').textContent()) ?? '', /550 5\.1\.1/);
      const { can_publish, test_send } = await owner.api(`/v1/magnets/${magnet.id}`);
      assert.equal(can_publish, false);
      assert.equal(test_send.status, 'failed');
    });
  },
  { smtpUrl: refusing.url },
);

const slow = await startMailServer({ delay: 2_000 });
after(() => slow.close());

inChromium(
  "a magnet's test, with a mail server that is slow at every step",
  (owner) => {
    test('is recorded as failed before our own server would close the connection', async () => {
      const magnet = await untested(owner);
      const page = await owner.open(`/magnets/${magnet.id}`);
      const started = performance.now();
      await page.getByRole('button', { name: 'Send a test now' }).click();
      assert.match((await page.getByRole('status').textContent()) ?? '', /could not be sent/);
      assert.ok(performance.now() - started < 9_000);
      assert.match((await page.locator('#test .error').textContent()) ?? '', /within 7 seconds/);
      assert.equal((await owner.api(`/v1/magnets/${magnet.id}`)).test_send.status, 'failed');
      assert.deepEqual(slow.messages, []);
    });
  },
  { smtpUrl: slow.url },
);
