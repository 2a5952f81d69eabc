import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  type Account,
  claimMails,
  countEvents,
  type Db,
  downloadPath,
  forAccount,
  keepInOutbox,
  keepMailLinks,
  keepStepLinks,
  keepStepsInOutbox,
  openDownload,
  reconcile,
  recordVisits,
  renewClaim,
  setAssetLink,
  suppress,
  toWire,
  unsubscribe,
} from '@lodestone/core';
import { addDelivery } from '@lodestone/core/deliveries/add.js';

import { aCampaign, aLead, aMagnet, anAccount, anInbox, aSubscriber } from './builders.ts';
import { onEach } from './databases.ts';

const DAY = 86_400_000;

onEach('Emails on their way', ({ open }) => {
  let db: Db;
  let close: () => Promise<void>;
  let account: Account;
  let magnet_id: string;

  beforeAll(async () => {
    ({ db, close } = await open());
  });
  afterAll(() => close());

  async function queued(...emails: string[]): Promise<string[]> {
    account = await anAccount(db);
    magnet_id = await aMagnet(account, { status: 'public' });
    const ids: string[] = [];
    for (const email of emails) {
      const id = await aSubscriber(account, { email });
      await account.transaction((account) => addDelivery(account, { subscriber: { id, email }, magnet_id }));
      ids.push(id);
    }
    return ids;
  }

  const claim = () => claimMails(account, { kinds: ['delivery'], limit: 10 });

  test('what somebody asked for who opted out or is suppressed meanwhile is cancelled when it is claimed', async () => {
    const [gone = ''] = await queued('gone@client.example', 'ravi@rival.example', 'asha@client.example');
    await unsubscribe(account, { id: toWire('sub', gone) });
    await account.update('mails').set({ state: 'queued' }).where('subscriber_id', '=', gone).execute();
    await account.update('deliveries').set({ status: 'queued' }).where('subscriber_id', '=', gone).execute();
    await suppress(account, { kind: 'domain', value: 'rival.example', reason: 'manual' });
    expect((await claim()).map(({ to_address }) => to_address)).toEqual(['asha@client.example']);
    const rows = await account
      .select('mails')
      .select(['to_address', 'state', 'response'])
      .orderBy('to_address')
      .execute();
    expect(rows).toMatchObject([
      { to_address: 'asha@client.example', state: 'claimed' },
      { to_address: 'gone@client.example', state: 'cancelled', response: 'They opted out.' },
      { to_address: 'ravi@rival.example', state: 'cancelled', response: 'The address is suppressed.' },
    ]);
    const deliveries = await account.select('deliveries').select('status').execute();
    expect(deliveries.map(({ status }) => status).toSorted()).toEqual(['cancelled', 'cancelled', 'queued']);
    expect(await reconcile(db)).toEqual([]);
  });

  test('a claim is made again while it holds, and by nobody but who has it', async () => {
    await queued('asha@client.example');
    const [mail] = await claim();
    const { id = '', attempts = 0 } = mail ?? {};
    expect(await renewClaim(account, { id, attempts })).toBe(true);
    expect(await renewClaim(account, { id, attempts: attempts + 1 })).toBe(false);
  });

  test('a second attempt leaves its own links, and one copy in the outbox', async () => {
    await queued('asha@client.example');
    const [{ id: mail_id = '' } = {}] = await claim();
    const link = (url: string) => ({ number: 0, url, hidden: false });
    const kept = async () => ({
      links: (await account.select('mail_links').select('url').execute()).map(({ url }) => url),
      copies: (await account.select('outbox').select('raw').execute()).map(({ raw }) => String(raw)),
    });
    await keepMailLinks(account, { mail_id, links: [link('https://a.example/1')] });
    await keepMailLinks(account, { mail_id, links: [link('https://a.example/2')] });
    await keepInOutbox(account, { mail_id, raw: Buffer.from('first') });
    await keepInOutbox(account, { mail_id, raw: Buffer.from('second') });
    expect(await kept()).toEqual({ links: ['https://a.example/2'], copies: ['second'] });
    await keepStepLinks(account, [{ mail_id, ...link('https://a.example/3') }], [mail_id]);
    await keepStepsInOutbox(account, [{ mail_id, raw: Buffer.from('third') }]);
    expect(await kept()).toEqual({ links: ['https://a.example/3'], copies: ['third'] });
  });

  test('a download link says what it led to when it expires, and leads nowhere once there is nothing', async () => {
    await queued('asha@client.example');
    const [{ id = '', token = '' } = {}] = await claim();
    const path = await downloadPath(account, { mail: { token }, from: new Date() });
    const rest = path.split('.').slice(1).join('.');
    expect(await openDownload(account, { id, token, rest })).toBeNull();
    await setAssetLink(account, { id: toWire('mag', magnet_id), url: 'https://files.example/a.pdf' });
    expect(await openDownload(account, { id, token, rest })).toMatchObject({ asset: { kind: 'link' } });
    const later = () => new Date(Date.now() + 31 * DAY);
    const inAMonth = forAccount(db, account.id, { kind: 'subscriber' }, later);
    expect(await openDownload(inAMonth, { id, token, rest })).toMatchObject({
      expired: true,
      title: 'Guide',
    });
    expect(await openDownload(account, { id, token, rest: `${rest}x` })).toBeNull();
  });

  test('an open and a click of a step count for its send, once', async () => {
    account = await anAccount(db);
    const lead = await aLead(account, { campaign: await aCampaign(account), inbox: await anInbox(account) });
    await account.insert('mail_links', {
      mail_id: lead.mail.id,
      number: 0,
      url: 'https://a.example/1',
      hidden: false,
    });
    const { token } = lead.mail;
    const seen = { judged: 'human', rule: 'browser', user_agent: null, network: null } as const;
    const open = { ...seen, kind: 'open', token, link: null } as const;
    const click = { ...seen, kind: 'click', token, link: 0 } as const;
    expect(await recordVisits(db, [open, click, open])).toEqual([
      { url: null },
      { url: 'https://a.example/1' },
      { url: null },
    ]);
    while ((await countEvents(account, { limit: 500 })) > 0);
    const sends = await account.select('campaign_sends').select(['opened_at', 'clicked_at']).execute();
    expect(sends).toEqual([{ opened_at: expect.any(Date), clicked_at: expect.any(Date) }]);
    expect(await reconcile(db)).toEqual([]);
  });
});
