import { expect, test } from '@jest/globals';
import {
  connectInbox,
  createCampaign,
  forecast,
  plannedHours,
  readCampaignForm,
  removeInbox,
  toWire,
} from '@lodestone/core';

import { afterTest, expectFor, present } from '../../../../scripts/jest/support.ts';
import { onEveryDatabase } from '../server.ts';
import { fieldsOf, linkOf, sessionOf, visit } from './forms.ts';
import { startMailServer } from './smtp.ts';
import { inboxForm } from './inbox-form.ts';

onEveryDatabase((server) => {
  const signIn = async () => sessionOf(await visit(server, await linkOf(server)));
  const pathOf = (location: string | null) => (location ?? '').split('?')[0] ?? '';

  const typed = (more: Record<string, string | string[]> = {}) => ({
    name: 'Agencies, autumn',
    daily_limit: '100',
    send_days: ['mon', 'tue'],
    send_from: '09:00',
    send_until: '18:00',
    time_zone: 'Europe/Berlin',
    colleague_reply: 'go_on',
    options: ['stop_on_reply', 'track_opens'],
    joins: 'audience',
    tag: 'nobody-has-this-tag',
    'steps.0.delay_days': '0',
    'steps.0.variants.0.subject': 'A question, {{ first_name | default: "there" }}',
    'steps.0.variants.0.body': '{Hi|Hello}, do you price by the hour?',
    ...more,
  });

  const draft = async (cookie: string) => {
    const made = await visit(server, '/campaigns/new', { cookie, form: { name: 'Agencies, autumn' } });
    expect(made.status).toBe(303);
    return pathOf(made.location).replace(/\/edit$/, '');
  };

  test('a campaign is made, written, saved as it was typed, and started', async () => {
    const cookie = await signIn();
    const path = await draft(cookie);
    const early = await visit(server, path, { cookie });
    expect(early.html).toMatch(/has no text/);

    const saved = await visit(server, `${path}/edit`, { cookie, form: typed({ do: 'save_and_close' }) });
    expect(saved.location).toBe(`${path}?done=campaign_saved`);
    const { html } = await visit(server, `${path}/edit`, { cookie });
    expect(html).toContain('0 active subscribers');
    expect(html).toMatch(/<option value="Europe\/Berlin" selected/);

    await visit(server, `${path}/start`, { cookie, form: {} });
    const started = await visit(server, `${path}/edit`, { cookie });
    expect(started.html).toContain('0 leads still in the sequence. Sent so far: email 1 to 0 leads.');
    const id = path.split('/').at(-1) ?? '';
    const { body } = await server.call('GET /v1/campaigns', { query: { status: 'active', limit: 200 } });
    expect(body.data.find((campaign: { id: string }) => campaign.id === id)).toMatchObject({
      status: 'active',
      settings: {
        daily_limit: 100,
        send_days: ['mon', 'tue'],
        track_opens: true,
        track_clicks: false,
        steps: 1,
      },
    });
    expect((await visit(server, `${path}/leads`, { cookie })).status).toBe(200);
  });

  test('its page says from where it sends and who joins, as that was chosen', async () => {
    const cookie = await signIn();
    const path = await draft(cookie);
    const fact = async (name: string) => {
      const { html } = await visit(server, path, { cookie });
      const [, told = ''] = new RegExp(`<dt>${name}</dt><dd>(.*?)</dd>`, 's').exec(html) ?? [];
      return told.replaceAll(/<[^>]+>/g, '');
    };
    expect(await fact('Sends from')).toBe('Every inbox');
    expect(await fact('Who joins')).toBe('Every active subscriber');

    const [inboxes, magnets] = await Promise.all([
      server.call('GET /v1/email-accounts', {}),
      server.call('GET /v1/magnets', {}),
    ]);
    const [inbox] = inboxes.body.data;
    const magnet = magnets.body.data.find(({ status }: { status: string }) => status === 'public');
    present(inbox);
    present(magnet);
    const form = typed({
      do: 'save_and_close',
      inboxes: [inbox.id],
      magnet_id: magnet.id,
      min_score: '20',
      follow: 'on',
      domain_limit: '7',
      colleague_reply: 'wait',
    });
    await visit(server, `${path}/edit`, { cookie, form });
    expect(await fact('Sends from')).toBe(inbox.address);
    expect(await fact('Limit per domain')).toBe('7 emails per day');
    expect(await fact('When a colleague replies')).toBe('Wait');
    expect(await fact('Who joins')).toBe(
      `Score 20 or more, Tag nobody-has-this-tag, Requested ${magnet.title}People who match later join too.`,
    );
  });

  test('what is planned is shown by day, inbox and hour, and comes to the same in each', async () => {
    const planned = await plannedHours(server.account, await forecast(server.account, { days: 7 }));
    const { html } = await visit(server, '/campaigns/plan', { cookie: await signIn() });
    const all = planned.reduce((sum, { emails }) => sum + emails, 0);
    expect(all).toBeGreaterThan(100);
    expect(html).toContain(`${all} emails in the next 7 days`);
    const shown = [...html.matchAll(/<td class="number" data-label="([^"]+)">(\d+)<\/td>/g)];
    const sum = (of: (label: string) => boolean) =>
      shown.filter(([, label = '']) => of(label)).reduce((total, [, , emails]) => total + Number(emails), 0);
    expect(sum((label) => label === 'All day')).toBe(all);
    expect(sum((label) => /^\d\d:00$/.test(label))).toBe(all);
    for (const { hour, inbox } of planned) {
      expectFor(hour, html.includes(`data-label="${hour.slice(-5)}"`)).toBe(true);
      expectFor(inbox, html.includes(inbox)).toBe(true);
    }
  });

  test('a draft is saved and started by one button, or says beside the text what it still lacks', async () => {
    const cookie = await signIn();
    const path = await draft(cookie);
    const empty = typed({
      do: 'save_and_start',
      'steps.0.variants.0.body': '',
      'steps.0.variants.0.subject': 'Kept',
    });
    const refused = await visit(server, `${path}/edit`, { cookie, form: empty });
    expect([refused.status, refused.html.includes('has no text')]).toStrictEqual([400, true]);
    expect(refused.html).toContain('value="Kept"');
    const started = await visit(server, `${path}/edit`, { cookie, form: typed({ do: 'save_and_start' }) });
    expect(started.location).toBe(`${path}?done=campaign_started`);
    const again = await visit(server, `${path}/edit`, { cookie });
    expect(again.html).not.toContain('save_and_start');
    expect(again.html).toContain('This campaign has started.');
    expect(again.html).toMatch(/Follow-ups leave from the inbox that wrote to the lead before/);
  });

  test('steps and variants are added and taken away without losing what was typed', async () => {
    const cookie = await signIn();
    const path = await draft(cookie);
    const more = await visit(server, `${path}/edit`, { cookie, form: typed({ do: 'add_step' }) });
    expect([more.status, more.html.includes('steps.1.variants.0.body')]).toStrictEqual([200, true]);
    expect(more.html).toContain('do you price by the hour?');
    const variant = await visit(server, `${path}/edit`, { cookie, form: typed({ do: 'add_variant:0' }) });
    expect(variant.html).toContain('steps.0.variants.1.subject');
    const less = await visit(server, `${path}/edit`, { cookie, form: typed({ do: 'remove_step:0' }) });
    expect(less.html).not.toContain('steps.0.variants.0.body');
  });

  test('who is in the audience by a filter of a file stays so when the campaign is saved here', async () => {
    const cookie = await signIn();
    const magnet = await server.account.select('magnets').select('id').executeTakeFirstOrThrow();
    const audience = {
      tag: 'agencies',
      magnet_id: toWire('mag', magnet.id),
      created_after: '2026-03-01T00:00:00+05:30',
      created_before: '2026-04-01',
    };
    const { id } = await createCampaign(server.account, { name: 'Of a file', audience });
    const path = `/campaigns/${id}/edit`;
    const shown = fieldsOf((await visit(server, path, { cookie })).html);
    const saved = await visit(server, path, { cookie, form: { ...shown, name: 'Renamed', do: 'save' } });
    expect(saved.status).toBe(303);
    expect(await readCampaignForm(server.account, { id })).toMatchObject({ name: 'Renamed', audience });
    const wrong = await visit(server, path, { cookie, form: typed({ created_after: 'soon', do: 'save' }) });
    expect([wrong.status, /id="created_after-error"/.test(wrong.html)]).toStrictEqual([400, true]);
  });

  test('each button of a step leads back to it, where its answer stands', async () => {
    const cookie = await signIn();
    const path = await draft(cookie);
    const two = (more: Record<string, string>) =>
      typed({ 'steps.1.delay_days': '3', 'steps.1.variants.0.body': 'Did you see this?', ...more });
    const post = async (action: string) =>
      (await visit(server, `${path}/edit`, { cookie, form: two({ do: action }) })).html;
    const html = await post('preview');
    const leadsTo = (action: string) =>
      new RegExp(`value="${action}"[^>]* formaction="${path}/edit#(step-\\d)"`, 'i').exec(html)?.[1];
    expect(leadsTo('add_variant:1')).toBe('step-2');
    expect(leadsTo('test:1:0')).toBe('step-2');
    expect(leadsTo('remove_step:1')).toBe('step-1');
    expect(leadsTo('add_step')).toBe('step-3');
    expect(leadsTo('preview')).toBe('step-1');
    for (const step of ['step-1', 'step-2']) expectFor(step, html).toContain(`id="${step}"`);
    const opened = /<details open><summary>Preview for/g;
    expect(html.match(opened)).toHaveLength(2);
    expect((await post('add_step')).match(opened)).toBe(null);
    const [, second = ''] = (await post('test:1:0')).split('id="step-2"');
    expect(second).toMatch(/<p role="status">(?:Nothing was sent|A test was sent|The test was not sent)/);
  });

  test('a running campaign says when an edit has left it nothing to send by', async () => {
    const cookie = await signIn();
    const path = await draft(cookie);
    await visit(server, `${path}/edit`, { cookie, form: typed({ do: 'save_and_start' }) });
    const shown = async () => (await visit(server, path, { cookie })).html;
    expect(await shown()).toContain('Whoever matches joins within a minute of the start.');
    expect(await shown()).not.toContain('sends nothing');
    await visit(server, `${path}/edit`, { cookie, form: typed({ send_days: [], do: 'save' }) });
    expect(await shown()).toContain('active, but sends nothing. It has no sending days');
    await visit(server, `${path}/edit`, { cookie, form: typed({ daily_limit: '0', do: 'save' }) });
    expect(await shown()).toContain('active, but sends nothing. Its daily limit is 0');
  });

  test('a campaign whose only inbox was removed goes on to name it when it is saved, and sends through no other', async () => {
    const cookie = await signIn();
    const smtp = { secret: Buffer.from('sealed'), server: 'smtp://127.0.0.1' };
    const inbox = await connectInbox(server.account, {
      address: 'leaves@meridian.example',
      provider: 'smtp',
      smtp,
    });
    const { id } = await createCampaign(server.account, { name: 'Through one', inboxes: [inbox.id] });
    await removeInbox(server.account, inbox);
    expect((await visit(server, `/campaigns/${id}`, { cookie })).html).not.toContain('Every inbox');

    const path = `/campaigns/${id}/edit`;
    const { html } = await visit(server, path, { cookie });
    expect(html).toContain('leaves@meridian.example (removed)');
    const saved = await visit(server, path, {
      cookie,
      form: { ...fieldsOf(html), name: 'Still', do: 'save' },
    });
    expect(saved.status).toBe(303);
    expect(await readCampaignForm(server.account, { id })).toMatchObject({
      name: 'Still',
      inboxes: [{ id: inbox.id, removed: true }],
    });
    const now = fieldsOf((await visit(server, path, { cookie })).html);
    await visit(server, path, { cookie, form: { ...now, inboxes: [], do: 'save' } });
    expect((await readCampaignForm(server.account, { id })).inboxes).toEqual([]);
  });

  test('a variant keeps its letter, and what was sent, when another is taken away', async () => {
    const cookie = await signIn();
    const path = await draft(cookie);
    const three = typed({
      'steps.0.variants.1.subject': 'B',
      'steps.0.variants.1.body': 'Text of B',
      'steps.0.variants.2.subject': 'C',
      'steps.0.variants.2.body': 'Text of C',
    });
    await visit(server, `${path}/edit`, { cookie, form: { ...three, do: 'save' } });
    const open = async () => fieldsOf((await visit(server, `${path}/edit`, { cookie })).html);
    const asked = { ...(await open()), do: 'remove_variant:0:1' };
    const less = fieldsOf((await visit(server, `${path}/edit`, { cookie, form: asked })).html);
    await visit(server, `${path}/edit`, { cookie, form: { ...less, do: 'save' } });
    const id = path.split('/').at(-1) ?? '';
    const labels = async () =>
      (await readCampaignForm(server.account, { id })).steps[0]?.variants.map(
        ({ label, body }) => label + body.slice(0, 9),
      );
    expect(await labels()).toEqual(['A{Hi|Hello', 'CText of C']);
    const adding = { ...(await open()), do: 'add_variant:0' };
    const more = fieldsOf((await visit(server, `${path}/edit`, { cookie, form: adding })).html);
    expect(more['steps.0.variants.2.label']).toBe('B');
  });

  test('of two who edit a campaign at once, the later is told before anything of the earlier is lost', async () => {
    const cookie = await signIn();
    const path = await draft(cookie);
    const open = async () => fieldsOf((await visit(server, `${path}/edit`, { cookie })).html);
    const [one, other] = [await open(), await open()];
    const post = (form: Record<string, string | string[]>) =>
      visit(server, `${path}/edit`, { cookie, form: { ...form, do: 'save' } });
    const first = { ...one, daily_limit: '7' };
    expect((await post(first)).status).toBe(303);
    // Sent twice by one page is no conflict.
    expect((await post(first)).status).toBe(303);
    const late = await post({ ...other, name: 'Of the other' });
    expect(late.status).toBe(409);
    expect(late.html).toContain('was changed after you opened this page');
    expect(fieldsOf(late.html)).toMatchObject({ name: 'Of the other', daily_limit: '100' });
    expect(await open()).toMatchObject({ name: 'Agencies, autumn', daily_limit: '7' });
    expect((await post(fieldsOf(late.html))).status).toBe(303);
    expect(await open()).toMatchObject({ name: 'Of the other', daily_limit: '100' });
  });

  test('what is wrong with a template is said with its line and column, and a wrong setting beside its field', async () => {
    const cookie = await signIn();
    const path = await draft(cookie);
    const body = 'Hi,\n\nhow is {{ compny }}?';
    const saved = typed({ 'steps.0.variants.0.body': body, do: 'save' });
    await visit(server, `${path}/edit`, { cookie, form: saved });
    expect((await visit(server, `${path}/edit`, { cookie })).html).toMatch(/Line 3, column \d+: /);
    for (const [field, value] of Object.entries({
      daily_limit: 'many',
      send_from: '25:00',
      time_zone: 'Mars/Base',
    })) {
      const refused = await visit(server, `${path}/edit`, {
        cookie,
        form: typed({ [field]: value, do: 'save' }),
      });
      expect(refused.status).toBe(400);
      expect(refused.html).toContain(field === 'time_zone' ? 'Mars/Base' : `id="${field}-error"`);
    }
  });

  test('a draft that was saved and could not start is mended and started from the same page, by nobody overtaken', async () => {
    const cookie = await signIn();
    const path = await draft(cookie);
    const opened = fieldsOf((await visit(server, `${path}/edit`, { cookie })).html);
    const start = (form: Record<string, string | string[]>) =>
      visit(server, `${path}/edit`, { cookie, form: { ...form, do: 'save_and_start' } });
    const refused = await start({ ...opened, 'steps.0.variants.0.subject': 'A question' });
    expect([refused.status, refused.html.includes('has no text')]).toStrictEqual([400, true]);
    expect(refused.html).not.toContain('data-unsaved');
    const mended = await start({ ...fieldsOf(refused.html), 'steps.0.variants.0.body': 'Do you?' });
    expect(mended.location).toBe(`${path}?done=campaign_started`);
  });

  test('a step that was added and not saved is marked, so that it is not left without asking', async () => {
    const cookie = await signIn();
    const path = await draft(cookie);
    const { html } = await visit(server, `${path}/edit`, { cookie });
    expect(html).not.toContain('data-unsaved');
    const more = { ...fieldsOf(html), do: 'add_step' };
    expect((await visit(server, `${path}/edit`, { cookie, form: more })).html).toContain('data-unsaved');
  });

  test('a time may be typed without its zero', async () => {
    const cookie = await signIn();
    const path = await draft(cookie);
    const form = typed({ send_from: '8:30', do: 'save' });
    await visit(server, `${path}/edit`, { cookie, form });
    const { send_from } = await readCampaignForm(server.account, { id: path.split('/').at(-1) ?? '' });
    expect(send_from).toBe('08:30');
    const later = { day: '2099-01-01', time: '9:15' };
    await visit(server, `${path}/schedule`, { cookie, form: later });
    const { scheduled_for } = await readCampaignForm(server.account, { id: path.split('/').at(-1) ?? '' });
    expect(scheduled_for).toBe('2099-01-01T03:45:00.000Z');
  });

  test('a campaign whose emails cannot be written neither starts nor goes on with them', async () => {
    const cookie = await signIn();
    const path = await draft(cookie);
    const edit = (texts: Record<string, string>, act: string) =>
      visit(server, `${path}/edit`, { cookie, form: typed({ ...texts, do: act }) });
    const subject = 'steps.0.variants.0.subject';
    const body = 'steps.0.variants.0.body';
    for (const [texts, message] of [
      [
        { [subject]: 'For {{ company' },
        /cannot start yet\. Subject of variant A, step 1: Line 1, column \d+: /,
      ],
      [
        { [body]: 'Hi,\n{{ frist_name }}' },
        /cannot start yet\. Text of variant A, step 1: Line 2, column \d+: .*first_name/,
      ],
      [{ [body]: 'Hi {first_name}' }, /cannot start yet\. Text of variant A, step 1: .*two braces/],
    ] as const) {
      const refused = await edit(texts, 'save_and_start');
      expectFor(message.source, [refused.status, message.test(refused.html)]).toStrictEqual([400, true]);
      for (const [act, form] of Object.entries({
        start: {},
        schedule: { day: '2099-01-01', time: '09:00' },
      })) {
        const { status, html } = await visit(server, `${path}/${act}`, { cookie, form });
        expectFor(`${act}, ${message.source}`, [status, message.test(html)]).toStrictEqual([400, true]);
      }
    }
    // With a default it can be written for everyone.
    const started = await edit({ [subject]: 'For {{ nobodys_field | default: "you" }}' }, 'save_and_start');
    expect(started.location).toBe(`${path}?done=campaign_started`);

    const broken = await edit({ [body]: 'Hi {{ frist_name }}' }, 'save');
    expect([broken.status, /id="steps\.0\.variants\.0\.body-error"/.test(broken.html)]).toStrictEqual([
      400,
      true,
    ]);
    expect(broken.html).toContain('Not saved.');
    const { steps } = await readCampaignForm(server.account, { id: path.split('/').at(-1) ?? '' });
    expect(steps[0]?.variants[0]?.body).toBe('{Hi|Hello}, do you price by the hour?');
  });

  test('a field that is refused is called as the form calls it, and is where the page begins', async () => {
    const cookie = await signIn();
    const path = await draft(cookie);
    for (const [field, value, message] of [
      ['daily_limit', 'many', 'Daily limit must be a whole number from 0 to 1000000.'],
      ['min_score', '101', 'Score at least must be a whole number from 0 to 100; got 101.'],
      ['send_from', '9', 'From must be a time of day from 00:00 to 23:59; got &quot;9&quot;.'],
      ['steps.0.delay_days', 'two', 'Days after joining must be a whole number from 0 to 365.'],
      ['created_after', 'soon', 'First seen from must be a date'],
    ] as const) {
      const form = typed({ [field]: value, do: 'save' });
      const { html } = await visit(server, `${path}/edit`, { cookie, form });
      expectFor(field, html).toContain(message);
      const [invalid, ...others] = html.match(/<[^>]+aria-invalid="true"[^>]*>/g) ?? [];
      expectFor(field, others).toStrictEqual([]);
      expectFor(field, invalid).toContain(`name="${field}"`);
      expectFor(field, invalid).toContain('autofocus');
      expectFor(field, html).not.toMatch(/NaN|audience\.|steps\[/);
    }
    // What is unfinished is marked as well, and lets the page begin at its top.
    const unfinished = typed({ 'steps.0.variants.0.body': '{{ nope', do: 'preview' });
    const { html } = await visit(server, `${path}/edit`, { cookie, form: unfinished });
    expect([html.includes('aria-invalid'), html.includes('autofocus')]).toStrictEqual([true, false]);
  });

  test('a campaign is scheduled, taken back, duplicated and deleted as a draft', async () => {
    const cookie = await signIn();
    const path = await draft(cookie);
    await visit(server, `${path}/edit`, { cookie, form: typed({ do: 'save' }) });
    const when = { day: '2099-01-05', time: '09:30' };
    expect((await visit(server, `${path}/schedule`, { cookie, form: when })).location).toContain('scheduled');
    const scheduled = (await visit(server, path, { cookie })).html;
    expect(scheduled).toMatch(
      /Scheduled.*name="day"[^>]*value="2099-01-05"|Scheduled.*value="2099-01-05"[^>]*name="day"/s,
    );
    expect(scheduled).toMatch(/<input[^>]*value="09:30"/);
    expect(
      (await visit(server, `${path}/schedule`, { cookie, form: { day: '2099-02-31', time: '' } })).status,
    ).toBe(400);
    await visit(server, `${path}/unschedule`, { cookie, form: {} });
    const copy = await visit(server, `${path}/duplicate`, { cookie, form: {} });
    expect((await visit(server, pathOf(copy.location), { cookie })).html).toContain(
      'Agencies, autumn (copy)',
    );
    expect((await visit(server, `${path}/delete`, { cookie, form: {} })).location).toContain('/campaigns?');
    expect((await visit(server, path, { cookie })).status).toBe(404);
  });

  test('a test of an email goes to whoever is signed in, as a chosen lead would get it, and counts nowhere', async () => {
    const mail = await startMailServer();
    afterTest(() => mail.close());
    const cookie = await signIn();
    const path = await draft(cookie);
    const connected = await visit(server, '/sending-inboxes/connect', {
      cookie,
      form: {
        ...inboxForm('maya@tests.example', new URL(mail.url).port),
        display_name: 'Maya Iyer',
        anyway: 'yes',
      },
    });
    const lead = await server.account
      .select('subscribers')
      .select(['email', 'first_name'])
      .where('first_name', 'is not', null)
      .orderBy('id')
      .executeTakeFirstOrThrow();
    const form = (more: Record<string, string>) =>
      typed({
        inboxes: [pathOf(connected.location).split('/').at(-1) ?? ''],
        lead: lead.email,
        'steps.1.delay_days': '3',
        'steps.1.variants.0.subject': '',
        'steps.1.variants.0.body': 'Did you see it, {{ first_name }}?',
        ...more,
      });
    const figures = async () => [
      (await server.call('GET /v1/dashboard')).body,
      (await server.call('GET /v1/email-accounts')).body.summary,
      (await server.call(`GET /v1${path}/metrics`)).body,
    ];
    const before = await figures();

    // The demo's account sends nothing beyond this machine.
    const kept = await visit(server, `${path}/edit`, { cookie, form: form({ do: 'test:0:0' }) });
    expect(kept.html).toContain('Nothing was sent: the test from maya@tests.example is in your outbox');
    expect(mail.messages).toEqual([]);
    await server.account.change({ simulated: false });
    afterTest(() => server.account.change({ simulated: true }));
    const sent = await visit(server, `${path}/edit`, { cookie, form: form({ do: 'test:1:0' }) });
    expect(sent.html).toContain(`as ${lead.email} would get it`);
    expect(sent.html).toContain('do you price by the hour?');
    const [message = ''] = mail.messages;
    expect(message).toContain(`Did you see it, ${lead.first_name}?`);
    expect(message).toMatch(/^Subject: Re: A question/m);
    expect(message).not.toContain(`To: ${lead.email}`);

    const lacking = form({ do: 'test:0:0', 'steps.0.variants.0.body': 'Hi {{ shoe_size }}' });
    expect((await visit(server, `${path}/edit`, { cookie, form: lacking })).html).toContain(
      'The test was not sent.',
    );
    const nobody = form({ do: 'preview', lead: 'nobody@nowhere.example' });
    expect((await visit(server, `${path}/edit`, { cookie, form: nobody })).html).toContain('id="lead-error"');
    expect(mail.messages.length).toBe(1);
    expect(await figures()).toEqual(before);
  });

  test("another account's campaign is neither shown nor changed", async () => {
    const cookie = await signIn();
    const { body } = await server.call('GET /v1/campaigns', { key: server.other.keys.full });
    const path = `/campaigns/${body.data[0]?.id}`;
    for (const page of ['/edit', '/leads'])
      expect((await visit(server, path + page, { cookie })).status).toBe(404);
    for (const action of ['/edit', '/start', '/unschedule', '/duplicate', '/delete', '/leads']) {
      const form = typed({ do: 'save', email: 'somebody@example.com' });
      expect((await visit(server, path + action, { cookie, form })).status).toBe(404);
    }
  });

  test('a campaign whose emails name no postal address says so before it starts, until there is one', async () => {
    const cookie = await signIn();
    const path = await draft(cookie);
    const warned = async () => {
      const pages = await Promise.all([path, `${path}/edit`].map((one) => visit(server, one, { cookie })));
      const [page, editor] = pages.map(({ html }) => html.includes('/settings/branding#postal_address'));
      expect(editor).toBe(page);
      return page;
    };
    const address = (postal_address: string) =>
      visit(server, '/settings/branding', {
        cookie,
        form: { brand_name: 'Acme', brand_color: '', postal_address },
      });
    await address('');
    expect(await warned()).toBe(true);
    await address('1 High Street');
    expect(await warned()).toBe(false);
  });

  test('branding is saved, shown on the capture page, and refused where it cannot be shown', async () => {
    const cookie = await signIn();
    const form = {
      brand_name: 'Acme Studio',
      brand_color: '#AA3300',
      postal_address: '1 High Street',
      tracking: ['opens'],
    };
    expect((await visit(server, '/settings/branding', { cookie, form })).status).toBe(303);
    const { html } = await visit(server, '/settings/branding', { cookie });
    expect(html).toContain('value="#aa3300"');
    const refused = await visit(server, '/settings/branding', {
      cookie,
      form: { ...form, brand_color: 'red' },
    });
    expect([refused.status, refused.html.includes('id="brand_color-error"')]).toStrictEqual([400, true]);
  });
});
