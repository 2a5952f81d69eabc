import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  type Account,
  connectInbox,
  type Db,
  importSubscribers,
  invite,
  sealServer,
  suppress,
  visitorOf,
} from '@lodestone/core';

import { anAccount, aSubscriber } from './builders.ts';
import { onEach } from './databases.ts';

const NO_ADDRESSES = [
  'a@x/y.example',
  'a@x?y.example',
  'a@x#y.example',
  'a@%78.example',
  'a@x:25.example',
  'a@-x.example',
  'a@x..example',
  'a@.example',
  'a@x.example.',
  `a@${'x'.repeat(64)}.example`,
  'a@127.0.0.1',
  'a@1.2',
  'a@[127.0.0.1]',
  'a@localhost',
  'a@b@x.example',
  '@x.example',
  'a b@x.example',
  'a\u0000b@x.example',
  '"a"@x.example',
  '<a@x.example>',
  `${'é'.repeat(33)}@x.example`,
];

const ADDRESSES = ['a+b.c@x.example', "o'neil_1@mail.x-y.example", 'a@bücher.example', 'a@उदाहरण.भारत'];

onEach('Email addresses', ({ open }) => {
  let db: Db;
  let close: () => Promise<void>;
  let account: Account;

  beforeAll(async () => {
    ({ db, close } = await open());
    account = await anAccount(db);
  });
  afterAll(() => close());

  /** Everything that takes an address, and whether it takes this one. */
  async function takenBy(email: string): Promise<Record<string, boolean>> {
    const taken = (asked: Promise<unknown>) =>
      asked.then(
        () => true,
        (error: Error) => {
          expect(error.message).toMatch(/is not an email address|^Enter your email address/);
          return false;
        },
      );
    const given = { address: email, way: 'smtp', url: 'smtp://u:p@mail.example' } as const;
    return {
      inbox: await taken(
        connectInbox(account, {
          address: email,
          provider: 'smtp',
          smtp: sealServer([new Uint8Array(32)], account, given),
          imap: null,
        }),
      ),
      user: await taken(invite(account, { email, role: 'member' })),
      subscriber: (await importSubscribers(account, [{ line: 1, email }])).added === 1,
      visitor: await taken((async () => visitorOf({ email, first_name: '', last_name: '' }))()),
    };
  }

  test('a mailbox is one subscriber, however its domain is written, and who opted out or is suppressed stays so', async () => {
    const [unicode, ascii] = ['jo@Bücher.example', 'jo@xn--bcher-kva.example'];
    const lines = [unicode, ascii].map((email, at) => ({ line: at + 1, email, first_name: `Jo ${at}` }));
    expect(await importSubscribers(account, lines)).toMatchObject({ added: 1, updated: 1 });
    expect(visitorOf({ email: unicode, first_name: '', last_name: '' }).email).toBe(ascii);
    await importSubscribers(account, [{ line: 1, email: unicode, status: 'unsubscribed' }]);
    expect(await importSubscribers(account, [{ line: 1, email: ascii }])).toMatchObject({ opted_out: 1 });

    await suppress(account, { kind: 'address', value: 'bo@Bücher.example', reason: 'manual' });
    expect(await importSubscribers(account, [{ line: 1, email: 'bo@bücher.example' }])).toMatchObject({
      suppressed: 1,
    });
    await suppress(account, { kind: 'domain', value: 'straße.example', reason: 'manual' });
    expect(await importSubscribers(account, [{ line: 1, email: 'bo@xn--strae-oqa.example' }])).toMatchObject({
      suppressed: 1,
    });
  });

  test('who was stored with a domain as it is written is still found by it', async () => {
    await aSubscriber(account, { email: 'old@bücher.example' });
    expect(await importSubscribers(account, [{ line: 1, email: 'old@bücher.example' }])).toMatchObject({
      unchanged: 1,
    });
    await suppress(account, { kind: 'address', value: 'old@bücher.example', reason: 'manual' });
    expect(await importSubscribers(account, [{ line: 1, email: 'old@bücher.example' }])).toMatchObject({
      suppressed: 1,
    });
  });

  test.each(NO_ADDRESSES)('%j is taken for one by nothing that asks for one', async (text) => {
    expect(await takenBy(text)).toEqual({ inbox: false, user: false, subscriber: false, visitor: false });
  });

  test.each(ADDRESSES)('%s is one', async (text) => {
    expect(await takenBy(text)).toEqual({ inbox: true, user: true, subscriber: true, visitor: true });
  });
});
