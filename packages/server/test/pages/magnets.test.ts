import { afterAll, expect, test } from '@jest/globals';
import type { Magnet } from '@lodestone/server/api/generated/contract.js';
import { find } from '../find.ts';
import { inChromium, type Owner } from './chromium.ts';
import { startMailServer } from './smtp.ts';

const WITHOUT_SCRIPT = { script: false };

/** A magnet that has never been tested, of an account whose emails leave by a mail server. */
async function untestedOutside(owner: Owner): Promise<Magnet> {
  await owner.server.db.updateTable('accounts').set({ simulated: false }).execute();
  return untested(owner);
}

/** A magnet that has never been tested. */
async function untested(owner: Owner): Promise<Magnet> {
  return find(owner.server, '/v1/magnets', (row) => !row.can_publish);
}

inChromium('a magnet, without scripts and without a mail server', (owner) => {
  test('gets another title, slug and description, which the API answers with at once', async () => {
    const magnet = await find(owner.server, '/v1/magnets', (row) => row.status === 'public');
    const page = await owner.open(`/magnets/${magnet.id}`, WITHOUT_SCRIPT);
    await page.getByLabel('Title').fill('  A <b>new</b> title ');
    await page.getByLabel('Slug').fill('a-new-title');
    await page.getByLabel('Description').fill('Two lines\nof text');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    expect(await page.getByRole('status').textContent()).toBe('Magnet saved.');
    const { title, slug, description } = await owner.api(`/v1/magnets/${magnet.id}`);
    expect([title, slug, description!.replaceAll('\r\n', '\n')]).toStrictEqual([
      'A <b>new</b> title',
      'a-new-title',
      'Two lines\nof text',
    ]);
  });

  test('says beside the field what is wrong with it, and loses nothing that was typed', async () => {
    const [magnet, other] = (await owner.api('/v1/magnets')).data;
    const page = await owner.open(`/magnets/${magnet!.id}`, WITHOUT_SCRIPT);
    for (const [slug, message] of [
      ['Not A Slug', /a–z and 0–9/],
      [other!.slug, /another magnet's/],
      ['', /a–z and 0–9/],
    ] as const) {
      await page.getByLabel('Title').fill('Typed');
      await page.getByLabel('Slug').evaluate((field) => field.removeAttribute('required'));
      await page.getByLabel('Slug').fill(slug);
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      expect(await page.getByLabel('Slug').getAttribute('aria-invalid')).toBe('true');
      expect((await page.locator('#slug-error').textContent()) ?? '').toMatch(message);
      expect(await page.getByLabel('Title').inputValue()).toBe('Typed');
      expect(await page.getByLabel('Slug').inputValue()).toBe(slug);
    }
    expect(await owner.api(`/v1/magnets/${magnet!.id}`)).toStrictEqual(magnet);
  });

  test('is written, given its file, tested and published in one form, by two clicks', async () => {
    const page = await owner.open('/magnets', WITHOUT_SCRIPT);
    await page.getByRole('link', { name: 'New magnet' }).click();
    await page.getByLabel('Title').fill('Two clicks');
    await page
      .getByLabel('Or a file')
      .setInputFiles({ name: 'two.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') });
    await page.getByRole('button', { name: 'Send test and publish' }).click();
    expect(await page.getByRole('status').textContent()).toBe(
      'Your magnet is public, but its emails are kept in your outbox, not sent, until you choose an inbox under “Send from”.',
    );
    const { data } = await owner.api('/v1/magnets?limit=1');
    expect(data[0]).toMatchObject({ title: 'Two clicks', slug: 'two-clicks', status: 'public' });
    expect(await page.getByRole('link', { name: 'two.pdf' }).count()).toBe(1);
  });

  test('that has nothing to hand out is asked for it, tested and published with it; then it says that nobody gets its emails', async () => {
    await owner.server.db.updateTable('accounts').set({ simulated: false }).execute();
    const page = await owner.open('/magnets/new', WITHOUT_SCRIPT);
    await page.getByLabel('Title').fill('Bare');
    await page.getByRole('button', { name: 'Send test and publish' }).click();
    const said = page.locator('.flash');
    expect(await said.textContent()).toMatch(/could not be sent/);
    expect(await said.getAttribute('class')).toMatch(/\bbad\b/);
    // Where a button stood that would have lost the file.
    expect(await page.locator('#test button').count()).toBe(0);
    await page
      .getByLabel('Or a file')
      .setInputFiles({ name: 'bare.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') });
    await page.locator('#asset').getByRole('button', { name: 'Save, send test and publish' }).click();
    expect((await owner.api('/v1/magnets?limit=1')).data[0]).toMatchObject({
      title: 'Bare',
      status: 'public',
    });
    expect(await page.locator('#share .warn').textContent()).toMatch(/Nobody gets its emails yet/);
    await owner.server.db.updateTable('accounts').set({ simulated: true }).execute();
  });

  test('shows its email while it is written, where scripts run, and otherwise by a button', async () => {
    const page = await owner.open('/magnets/new');
    const preview = page.locator('#preview');
    await page.getByLabel('Email subject').fill('For {{ first_name }}, {{ magnet_title }}');
    await page.getByLabel('Title').fill('The traps');
    await preview.getByRole('heading', { name: 'For Alex, The traps' }).waitFor();
    await page.getByLabel('Email text').fill('Hello\n{{ first_nam }}');
    await preview.getByText(/Text: Line 2, column \d+: There is no field "first_nam"/).waitFor();

    const plain = await owner.open('/magnets/new', WITHOUT_SCRIPT);
    await plain.getByLabel('Title').fill('Typed');
    await plain.getByRole('button', { name: 'Preview email' }).click();
    expect(await plain.locator('#preview h3').textContent()).toBe('Here it is: Typed');
    expect(await plain.getByLabel('Title').inputValue()).toBe('Typed');
    await plain.getByLabel('Email text').fill('Hello\n{{ first_nam }}');
    await plain.getByRole('button', { name: 'Preview email' }).click();
    expect((await plain.locator('#delivery_body-error').textContent()) ?? '').toMatch(/^Line 2, column \d+/);
  });

  test('loses nothing that was typed when its link is none, and is not made', async () => {
    const before = (await owner.api('/v1/magnets?limit=1')).data[0]!.id;
    const page = await owner.open('/magnets/new', WITHOUT_SCRIPT);
    await page.getByLabel('Title').fill('Linked');
    await page.getByLabel('Link', { exact: true }).fill('http://elsewhere.example/');
    await page.getByRole('button', { name: 'Save as draft' }).click();
    expect((await page.locator('#asset_url-error').textContent()) ?? '').toMatch(/https:\/\//);
    expect(await page.getByLabel('Title').inputValue()).toBe('Linked');
    expect(await page.getByLabel('Link', { exact: true }).inputValue()).toBe('http://elsewhere.example/');
    expect((await owner.api('/v1/magnets?limit=1')).data[0]!.id).toBe(before);
  });

  test('is not made public untested, and says so beside a button that tests it; then it is', async () => {
    const magnet = await untested(owner);
    const page = await owner.open(`/magnets/${magnet.id}`, WITHOUT_SCRIPT);
    await page.getByLabel('Status').selectOption('public');
    await page.getByRole('button', { name: 'Change status' }).click();
    expect((await page.locator('#status-error').textContent()) ?? '').toMatch(/Send a test first/);
    expect((await owner.api(`/v1/magnets/${magnet.id}`)).status).toBe(magnet.status);

    await page.getByRole('button', { name: 'Send a test now' }).click();
    expect(await page.getByRole('status').textContent()).toBe(
      'Nothing was sent: the test is in your outbox.',
    );
    const kept = await owner.server.account
      .select('outbox')
      .select('raw')
      .orderBy('at', 'desc')
      .executeTakeFirstOrThrow();
    const mail = Buffer.from(kept.raw).toString();
    expect(mail).toMatch(/^To: owner@meridian\.example\r?$/m);
    expect(/^Subject: (.*)\r$/m.exec(mail)?.[1]).toBe(magnet.delivery_subject);

    await page.getByLabel('Status').selectOption('public');
    await page.getByRole('button', { name: 'Change status' }).click();
    expect(await page.getByRole('status').textContent()).toBe('Status changed.');
    const changed = await owner.api(`/v1/magnets/${magnet.id}`);
    expect(changed.status).toBe('public');
    expect(changed.test_send!.status).toBe('succeeded');
  });

  test('keeps a long text whole, and refuses one that is too long rather than a part of it', async () => {
    const page = await owner.open('/magnets/new', WITHOUT_SCRIPT);
    const text = `Hello,\n\n${'Ein süßer Brief. '.repeat(1_100)}{{ download_url }}`;
    await page.getByLabel('Title').fill('A long letter');
    await page.getByLabel('Link', { exact: true }).fill('https://files.example/letter.pdf');
    await page.getByLabel('Email text').fill(text);
    await page.getByRole('button', { name: 'Save as draft' }).click();
    const { id } = (await owner.api('/v1/magnets?limit=1')).data[0]!;
    const made = await owner.open(`/magnets/${id}`, WITHOUT_SCRIPT);
    expect(await made.getByLabel('Email text').inputValue()).toBe(text);

    const more = await owner.open('/magnets/new', WITHOUT_SCRIPT);
    await more.getByLabel('Title').fill('Too long');
    await more.getByLabel('Email text').fill('ß'.repeat(20_001));
    await more.getByRole('button', { name: 'Save as draft' }).click();
    expect((await more.locator('#delivery_body-error').textContent()) ?? '').toMatch(/20,?000/);
  });
});

const accepting = await startMailServer();
afterAll(() => accepting.close());

inChromium(
  "a magnet's test, with a mail server",
  (owner) => {
    test('reaches the owner by SMTP', async () => {
      const magnet = await untestedOutside(owner);
      const page = await owner.open(`/magnets/${magnet.id}`);
      await page.getByRole('button', { name: 'Send a test now' }).click();
      expect(await page.getByRole('status').textContent()).toBe('Test sent.');
      expect(accepting.messages).toHaveLength(1);
      expect(accepting.messages[0]!).toMatch(/^To: owner@meridian\.example$/m);
      expect((await owner.api(`/v1/magnets/${magnet.id}`)).can_publish).toBe(true);
    });
  },
  { smtpUrl: accepting.url },
);

const refusing = await startMailServer({ refusing: true });
afterAll(() => refusing.close());

inChromium(
  "a magnet's test, with a mail server that refuses it",
  (owner) => {
    test('is recorded as failed, with what the mail server said, and publishes nothing', async () => {
      const magnet = await untestedOutside(owner);
      const page = await owner.open(`/magnets/${magnet.id}`);
      await page.getByRole('button', { name: 'Send a test now' }).click();
      expect((await page.getByRole('status').textContent()) ?? '').toMatch(/could not be sent/);
      expect((await page.locator('#test .error').textContent()) ?? '').toMatch(/550 5\.1\.1/);
      const { can_publish, test_send } = await owner.api(`/v1/magnets/${magnet.id}`);
      expect(can_publish).toBe(false);
      expect(test_send!.status).toBe('failed');
    });
  },
  { smtpUrl: refusing.url },
);

const slow = await startMailServer({ delay: 2_000 });
afterAll(() => slow.close());

inChromium(
  "a magnet's test, with a mail server that is slow at every step",
  (owner) => {
    test('is recorded as failed before our own server would close the connection', async () => {
      const magnet = await untestedOutside(owner);
      const page = await owner.open(`/magnets/${magnet.id}`);
      await page.getByRole('button', { name: 'Send a test now' }).click();
      expect((await page.getByRole('status').textContent()) ?? '').toMatch(/could not be sent/);
      expect((await page.locator('#test .error').textContent()) ?? '').toMatch(/within \d seconds/);
      expect((await owner.api(`/v1/magnets/${magnet.id}`)).test_send!.status).toBe('failed');
      expect(slow.messages).toStrictEqual([]);
    });
  },
  { smtpUrl: slow.url },
);
