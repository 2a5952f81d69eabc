import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type Batch, checkImap, type Inbox, openInbox, type Position, type SentCopy } from '@lodestone/mail';

import { cpuTime } from '../../../../scripts/jest/support.ts';
import { onDovecot } from '../real-servers.ts';
import { type Dovecot, startDovecot } from './dovecot.ts';

function mail(number: number, lines = 1): string {
  return `Message-ID: <m${number}@client.example>\r\nSubject: ${number}\r\n\r\n${'words\r\n'.repeat(lines)}`;
}

/** What a sync gives: all its messages and where it ended. */
async function synced(inbox: Inbox, position: Position | null = null) {
  const batches: Batch[] = [];
  await inbox.sync(position, async (batch) => {
    batches.push(batch);
  });
  return {
    uids: batches.flatMap(({ messages }) => messages.map(({ uid }) => uid)),
    messages: batches.flatMap(({ messages }) => messages),
    position: batches.at(-1)?.position ?? position,
    batches,
  };
}

onDovecot.describe('an inbox on Dovecot', () => {
  let dovecot: Dovecot;
  let inbox: Inbox;
  let news = 0;

  beforeEach(async () => {
    dovecot = await startDovecot();
    news = 0;
    inbox = openInbox(dovecot.server, { onNews: () => news++ });
  });

  afterEach(async () => {
    await inbox.close();
    await dovecot.stop();
  });

  test('is read in order, once, and goes on where it stopped', async () => {
    dovecot.put([mail(1), mail(2), mail(3)]);
    const first = await synced(inbox);
    expect(first.uids).toEqual([1, 2, 3]);
    expect(Buffer.from(first.messages[1]!.raw).toString()).toBe(mail(2));
    expect(first.messages[0]!.receivedAt.getTime()).toBeGreaterThan(Date.now() - 60_000);
    expect((await synced(inbox, first.position)).uids).toEqual([]);
    dovecot.put([mail(4)]);
    expect((await synced(inbox, first.position)).uids).toEqual([4]);
  });

  test('is read the first time no further back than 30 days, and from then on from where it stood', async () => {
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
    dovecot.put([mail(1)], 'INBOX', daysAgo(33));
    dovecot.put([mail(2)], 'INBOX', daysAgo(28));
    const first = await synced(inbox);
    expect(first.messages.map(({ raw }) => Buffer.from(raw).toString())).toEqual([mail(2)]);
    dovecot.put([mail(3)]);
    const next = await synced(inbox, first.position);
    expect(next.messages.map(({ raw }) => Buffer.from(raw).toString())).toEqual([mail(3)]);
  });

  test('is left as it was: nothing is marked, moved or deleted', async () => {
    dovecot.put([mail(1), mail(2)]);
    await synced(inbox);
    await inbox.findSent('none@acme.example');
    // A flag would stand after the comma.
    expect(dovecot.files().map((name) => name.replace(/^.*:2,|^[^:]*$/, ''))).toEqual(['', '']);
  });

  test('goes on after the last batch that was taken, when one could not be', async () => {
    dovecot.put(Array.from({ length: 450 }, (_, at) => mail(at)));
    let position: Position | null = null;
    const taken: number[] = [];
    const failing = inbox.sync(null, async (batch) => {
      if (taken.length > 0) throw new Error('The database is gone.');
      taken.push(...batch.messages.map(({ uid }) => uid));
      ({ position } = batch);
    });
    await expect(failing).rejects.toThrow('The database is gone.');
    taken.push(...(await synced(inbox, position)).uids);
    expect(taken).toEqual(Array.from({ length: 450 }, (_, at) => at + 1));
  });

  test('is read again when its numbers became others', async () => {
    dovecot.put([mail(1), mail(2)]);
    const first = await synced(inbox);
    await inbox.close();
    dovecot.renumber();
    inbox = openInbox(dovecot.server, { onNews: () => {} });
    const second = await synced(inbox, first.position);
    expect(second.position?.uidValidity).not.toBe(first.position?.uidValidity);
    expect(second.uids).toHaveLength(2);
  });

  test('tells of a new mail at once, and not when it would look by itself', async () => {
    await synced(inbox);
    await until(() => false, 1_000).catch(() => {});
    news = 0;
    dovecot.put([mail(1)]);
    await until(() => news > 0, 20_000);
    expect(news).toBeGreaterThan(0);
  });

  test('gives of a message of 50 MB its beginning, and of the others everything', async () => {
    dovecot.put([mail(1), Buffer.concat([Buffer.from(mail(2)), Buffer.alloc(50_000_000, 'x')]), mail(3)]);
    const { messages } = await synced(inbox);
    expect(messages.map(({ uid, raw, size }) => [uid, raw.length, size > 50_000_000])).toEqual([
      [1, mail(1).length, false],
      [2, 1_000_000, true],
      [3, mail(3).length, false],
    ]);
  });

  test('finds what was sent by its Message-ID, also where the provider replaced it', async () => {
    dovecot.put(
      [
        'Message-ID: <ours-1@acme.example>\r\n\r\nHi',
        'Message-ID: <0102@provider.example>\r\nX-Google-Original-Message-ID: <ours-2@acme.example>\r\n\r\nHi',
      ],
      'Sent',
    );
    expect(await inbox.findSent('ours-1@acme.example')).toMatchObject({
      messageIds: ['ours-1@acme.example'],
    });
    const renamed = { messageIds: ['0102@provider.example', 'ours-2@acme.example'] };
    expect(await inbox.findSent('ours-2@acme.example')).toMatchObject(renamed);
    expect(await inbox.findSent('0102@provider.example')).toMatchObject(renamed);
    expect(await inbox.findSent('ours')).toBeNull();
    expect(await inbox.findSent('never@acme.example')).toBeNull();
  });

  test('reads of the Sent folder what tells whose each copy is, once, and goes on hearing of news', async () => {
    const copies: SentCopy[] = [];
    let position: Position | null = null;
    const sync = () =>
      inbox.syncSent(position, async (batch) => {
        copies.push(...batch.copies);
        ({ position } = batch);
      });
    await sync();
    expect([copies, position]).toMatchObject([[], { lastUid: 0 }]);
    const ours =
      'Message-ID: <0102@provider.example>\r\nX-Google-Original-Message-ID: <ours-1@acme.example>\r\n';
    const unsubscribe = 'List-Unsubscribe: <https://acme.example/u/abcdefghijklmnop>\r\n';
    dovecot.put([`${ours}${unsubscribe}\r\nHi`, `${mail(2)}`], 'Sent');
    await synced(inbox);
    await sync();
    expect(copies).toMatchObject([
      { messageIds: ['0102@provider.example', 'ours-1@acme.example'], tokens: ['abcdefghijklmnop'] },
      { messageIds: ['m2@client.example'], tokens: [] },
    ]);
    await sync();
    expect(copies).toHaveLength(2);
    news = 0;
    dovecot.put([mail(3)]);
    await until(() => news > 0, 20_000);
  });

  test('reads of the folder for spam what may answer an email, once, and leaves it as it was', async () => {
    const uids: number[] = [];
    let position: Position | null = null;
    const sync = () =>
      inbox.syncJunk(position, async (batch) => {
        uids.push(...batch.messages.map(({ uid }) => uid));
        ({ position } = batch);
      });
    await sync();
    expect([uids, position]).toMatchObject([[], { lastUid: 0 }]);
    dovecot.put(
      [
        mail(1),
        `In-Reply-To: <ours@acme.example>\r\n${mail(2)}`,
        `References: <a@b.example>\r\n <ours@acme.example>\r\n${mail(3)}`,
        `References:\r\n${mail(4)}`,
        `Content-Type: multipart/report; report-type=delivery-status; boundary=b\r\n${mail(5)}`,
        `To: anna+abcdefghijklmnop@inbox.test\r\n${mail(6)}`,
        mail(7),
      ],
      'Spam',
    );
    await sync();
    expect([uids, position]).toMatchObject([[2, 3, 5, 6], { lastUid: 7 }]);
    await sync();
    expect(uids).toHaveLength(4);
    expect((await synced(inbox)).uids).toEqual([]);
    // Neither marked as seen (S) nor moved or deleted.
    expect(dovecot.files('Spam').filter((name) => !/:2,[A-Z]*[ST]/.test(name))).toHaveLength(7);
    news = 0;
    dovecot.put([mail(8)]);
    await until(() => news > 0, 20_000);
  });

  test('reads 3,000 messages at more than 300 in a second of its own', async () => {
    dovecot.put(Array.from({ length: 3_000 }, (_, at) => mail(at, 300)));
    let read = 0;
    const took = await cpuTime(async () => {
      read = (await synced(inbox)).uids.length;
    });
    expect(read).toBe(3_000);
    expect(read / (took / 1_000)).toBeGreaterThan(300);
  });

  test('closes while it is being read', async () => {
    dovecot.put(Array.from({ length: 500 }, (_, at) => mail(at)));
    let closing: Promise<void> | undefined;
    const reading = inbox.sync(null, async () => {
      closing ??= inbox.close();
    });
    await expect(reading).rejects.toThrow();
    await closing;
  });

  test('passes its connection test, which names what is wrong with another', async () => {
    dovecot.put([mail(1)]);
    expect(await checkImap(dovecot.server)).toEqual({ ok: true, messages: 1, idle: true });
    expect(await checkImap({ ...dovecot.server, password: 'wrong' })).toMatchObject({
      ok: false,
      step: 'sign_in',
    });
    expect(await checkImap({ ...dovecot.server, protection: 'required' })).toMatchObject({
      ok: false,
      step: 'tls',
    });
  });
});

async function until(holds: () => boolean, ms: number): Promise<void> {
  const deadline = performance.now() + ms;
  while (!holds()) {
    if (performance.now() > deadline) throw new Error(`It did not happen within ${ms} ms.`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
