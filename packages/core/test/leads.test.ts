import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  type Account,
  addLead,
  type Db,
  importSubscribers,
  moveLead,
  newId,
  reconcile,
  stopLead,
  suppress,
  toWire,
  unsubscribe,
} from '@lodestone/core';

import { aCampaign, aLead, anAccount, anInbox, aSubscriber } from './builders.ts';
import { onEach } from './databases.ts';

onEach('Leads by hand', ({ open }) => {
  let db: Db;
  let close: () => Promise<void>;
  let account: Account;

  beforeAll(async () => {
    ({ db, close } = await open());
    account = await anAccount(db);
  });
  afterAll(() => close());

  test('a subscriber is added to a campaign once, and who may not be written to is not', async () => {
    const { id } = await aCampaign(account);
    const campaign_id = toWire('cmp', id);
    await aSubscriber(account, { email: 'asha@client.example' });
    const first = await addLead(account, { campaign_id, email: 'Asha@Client.example' });
    expect(first.added).toBe(true);
    const again = await addLead(account, { campaign_id, email: 'asha@client.example' });
    expect(again).toEqual({ id: first.id, added: false });

    const gone = await aSubscriber(account, { email: 'gone@client.example' });
    await unsubscribe(account, { id: toWire('sub', gone) });
    await aSubscriber(account, { email: 'ravi@rival.example' });
    await suppress(account, { kind: 'domain', value: 'rival.example', reason: 'manual' });
    for (const [email, words] of [
      ['nobody@client.example', 'No subscriber has the address'],
      ['gone@client.example', 'opted out'],
      ['ravi@rival.example', 'is suppressed'],
    ] as const) {
      await expect(addLead(account, { campaign_id, email })).rejects.toThrow(words);
    }
    const over = await aCampaign(account, { status: 'completed', completed_at: new Date() });
    const email = 'asha@client.example';
    await expect(addLead(account, { campaign_id: toWire('cmp', over.id), email })).rejects.toThrow(
      'completed campaign',
    );
    await expect(addLead(account, { campaign_id: toWire('cmp', newId()), email })).rejects.toThrow(
      'No such campaign',
    );
  });

  test('a name or a tag of two lines is not brought in, as it is not written anywhere else', async () => {
    const lines = [
      { line: 2, email: 'two@client.example', first_name: 'Ann\nBcc: x' },
      { line: 3, email: 'tab@client.example', last_name: 'A\tB' },
      { line: 4, email: 'tag@client.example', tags: ['a\u2028b'] },
      { line: 5, email: 'one@client.example', first_name: ' Ann\n' },
    ];
    expect(await importSubscribers(account, lines)).toEqual({
      added: 1,
      updated: 0,
      unchanged: 0,
      suppressed: 0,
      opted_out: 0,
      tags_left_out: [],
      skipped: [
        { line: 2, reason: 'first_name is more than one line, or has control characters.' },
        { line: 3, reason: 'last_name is more than one line, or has control characters.' },
        { line: 4, reason: 'The tag "a\u2028b" is more than one line.' },
      ],
    });
  });

  test('tags that would be more than a subscriber may have are left out of an import, which says so of their line', async () => {
    const many = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, nth) => `tag ${from + nth}`);
    await importSubscribers(account, [{ line: 2, email: 'many@client.example', tags: many(0, 49) }]);
    const line = { email: 'many@client.example', tags: many(48, 52) };
    const told = 'Its tags were not added: with them there would be 52; a subscriber has at most 50.';
    expect(
      await importSubscribers(account, [
        { line: 2, email: 'many@client.example', tags: ['tag 49'] },
        { line: 3, ...line },
        { line: 4, ...line, first_name: 'Maya' },
        { line: 5, email: 'fresh@client.example', tags: many(0, 50) },
        { line: 6, email: 'fresh@client.example', tags: many(50, 52) },
      ]),
    ).toMatchObject({
      added: 1,
      updated: 3,
      unchanged: 1,
      skipped: [],
      tags_left_out: [3, 4, 6].map((nth) => ({ line: nth, reason: told })),
    });
    const kept = await account
      .select('subscribers')
      .select(['first_name', 'tags'])
      .where('email', '=', 'many@client.example')
      .executeTakeFirstOrThrow();
    expect([kept.first_name, kept.tags.length]).toEqual(['Maya', 50]);
  });

  test('who opted out elsewhere, as a file says, is opted out here, and who is not known stays so', async () => {
    const known = await aSubscriber(account, { email: 'left@client.example' });
    await aSubscriber(account, { email: 'stays@client.example' });
    const line = (email: string, status: string) => ({ line: 1, email, status });
    const lines = [
      line('Left@Client.example', 'Unsubscribed'),
      line('new@client.example', 'unsubscribed'),
      line('stays@client.example', 'active'),
    ];
    const told = {
      added: 0,
      updated: 0,
      unchanged: 1,
      skipped: [],
      tags_left_out: [],
      suppressed: 0,
      opted_out: 2,
    };
    expect(await importSubscribers(account, lines)).toEqual(told);
    expect(await importSubscribers(account, lines)).toEqual(told);
    const people = await account.select('subscribers').select(['id', 'email', 'status']).execute();
    expect(people.find(({ id }) => id === known)?.status).toBe('unsubscribed');
    expect(people.find(({ email }) => email.startsWith('stays'))?.status).toBe('active');
    expect(people.some(({ email }) => email.startsWith('new'))).toBe(false);
  });

  test('a lead is moved on to a later step, and to none before', async () => {
    const { id } = await aCampaign(account, { steps: 3 });
    await aSubscriber(account, { email: 'maya@client.example' });
    const campaign_id = toWire('cmp', id);
    const added = await addLead(account, { campaign_id, email: 'maya@client.example' });
    const lead = { campaign_id, id: added.id };
    expect(await moveLead(account, { ...lead, step: 2 })).toEqual({ step: 2 });
    expect(await moveLead(account, lead)).toEqual({ step: 2 });
    await expect(moveLead(account, { ...lead, step: 1 })).rejects.toThrow('Possible steps: 2, 3');
    await stopLead(account, lead);
    await expect(moveLead(account, lead)).rejects.toThrow('nothing more to send');
    await expect(moveLead(account, { campaign_id, id: toWire('enr', newId()) })).rejects.toThrow(
      'No such lead',
    );
  });

  test('a lead is stopped once, and what was still to be sent to them is cancelled', async () => {
    const campaign = await aCampaign(account, { steps: 2 });
    const { enrollment, subscriber, email } = await aLead(account, {
      campaign,
      inbox: await anInbox(account),
    });
    const send = newId();
    await account.insert('campaign_sends', {
      id: send,
      campaign_id: campaign.id,
      enrollment_id: enrollment,
      step: 2,
      variant_id: campaign.variants[1] ?? '',
      status: 'queued',
    });
    await account.insert('mails', {
      id: newId(),
      kind: 'step',
      token: newId().slice(-16),
      message_id: `${send}@client.example`,
      to_address: email,
      subscriber_id: subscriber,
      enrollment_id: enrollment,
      send_id: send,
    });
    const lead = { campaign_id: toWire('cmp', campaign.id), id: toWire('enr', enrollment) };
    const elsewhere = toWire('cmp', (await aCampaign(account)).id);
    for (const other of [
      { ...lead, campaign_id: elsewhere },
      { ...lead, id: toWire('enr', newId()) },
    ]) {
      await expect(stopLead(account, other)).rejects.toThrow('No such lead');
      await expect(moveLead(account, other)).rejects.toThrow('No such lead');
    }
    expect(await stopLead(account, lead)).toEqual({ changed: true });
    expect(await stopLead(account, lead)).toEqual({ changed: false });
    const rows = await account.select('mails').select('state').where('send_id', '=', send).execute();
    expect(rows).toEqual([{ state: 'cancelled' }]);
    expect(await reconcile(db)).toEqual([]);
  });
});
