import { setTimeout } from 'node:timers/promises';

import { expect, test } from '@jest/globals';

import { fairShare } from '@lodestone/server/api/fair-share.js';

const SHARES = { slots: 4, perAccount: 2, besideOthers: 1, waiting: 50, longestWait: 1_000 };

test('an account that asks for much at once has its share running, and another does not wait behind it', async () => {
  const share = fairShare(SHARES);
  let running = 0;
  let most = 0;
  let done = 0;
  const flood = Array.from({ length: 40 }, () =>
    share.run('flood', async () => {
      most = Math.max(most, ++running);
      await setTimeout(20);
      running--;
      done++;
    }),
  );
  await share.run('other', async () => {});
  expect(done).toBe(0);
  await Promise.all(flood);
  expect(most).toBe(2);
});

test('an account has less under way while another asks, and all its share again when it is alone', async () => {
  const share = fairShare({ slots: 10, perAccount: 5, besideOthers: 2, waiting: 500, longestWait: 60_000 });
  const flooding = new AbortController();
  const underWay = { now: 0 };
  const work = async () => {
    underWay.now++;
    await setTimeout(10);
    underWay.now--;
  };
  const callers = Array.from({ length: 20 }, async () => {
    while (!flooding.signal.aborted) await share.run('flood', work);
  });
  await setTimeout(30);
  expect(underWay.now).toBe(5);
  for (let nth = 0; nth < 5; nth++) {
    await share.run('other', () => setTimeout(20));
    if (nth > 0) expect(underWay.now).toBeLessThanOrEqual(2);
  }
  // A quarter of a second after the other asked last.
  for (let waited = 0; underWay.now < 5 && waited < 200; waited++) await setTimeout(20);
  expect(underWay.now).toBe(5);
  flooding.abort();
  await Promise.all(callers);
});

test('who has waited too long is refused, also while nothing ends', async () => {
  const share = fairShare({ ...SHARES, slots: 1, perAccount: 1, longestWait: 200 });
  const end = Promise.withResolvers<void>();
  const long = share.run('long', () => end.promise);
  await expect(share.run('other', async () => 'done')).rejects.toMatchObject({ status: 503 });
  end.resolve();
  await long;
  expect(await share.run('other', async () => 'done')).toBe('done');
  expect(share.use()).toEqual({ running: 0, waiting: 0 });
});

test('who waits for something else gives the turn away meanwhile, and has it again ahead of what came since', async () => {
  const share = fairShare({ slots: 1, perAccount: 1, waiting: 50, longestWait: 60_000 });
  const order: string[] = [];
  const does = (what: string) => async () => void order.push(what);
  const waits = share.run('one', async (without) => {
    await does('begins')();
    await without(() => setTimeout(50));
    await does('goes on')();
  });
  await share.run('other', () => setTimeout(10));
  await does('other meanwhile')();
  const long = share.run('other', () => setTimeout(100));
  const since = [share.run('one', does('came since')), share.run('one', does('came last'))];
  await Promise.all([waits, long, ...since]);
  expect(order).toEqual(['begins', 'other meanwhile', 'goes on', 'came since', 'came last']);
  expect(share.use()).toEqual({ running: 0, waiting: 0 });
  await expect(
    share.run('one', (without) => without(() => Promise.reject(new Error('It failed.')))),
  ).rejects.toThrow('It failed.');
  expect(share.use()).toEqual({ running: 0, waiting: 0 });
});

test('what is beyond the queue of an account is refused at once with a time to come back, and nobody else is', async () => {
  const share = fairShare({ ...SHARES, waiting: 3 });
  const flood = Array.from({ length: 10 }, () => share.run('flood', () => setTimeout(20, 'done')));
  const outcomes = await Promise.allSettled(flood);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected')
      expect(outcome.reason).toMatchObject({ status: 503, headers: { 'Retry-After': '1' } });
  }
  expect(await share.run('flood', async () => 'again')).toBe('again');
});

test('a turn that comes too late is refused and not taken, and the share is not lost', async () => {
  const share = fairShare({ slots: 1, perAccount: 1, besideOthers: 1, waiting: 50, longestWait: 10 });
  const first = share.run('a', () => setTimeout(40));
  let taken = false;
  const late = share.run('a', async () => void (taken = true));
  await expect(late).rejects.toMatchObject({ status: 503 });
  await first;
  expect(taken).toBe(false);
  expect(await share.run('b', async () => 1)).toBe(1);
});

test('work that fails gives its turn back', async () => {
  const share = fairShare({ ...SHARES, slots: 1, perAccount: 1 });
  for (let at = 0; at < 5; at++)
    await expect(share.run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await share.run('a', async () => 'free')).toBe('free');
});

test('what a request that was let in has still to do goes before what came later', async () => {
  const share = fairShare({ ...SHARES, slots: 1, perAccount: 1 });
  const order: string[] = [];
  const first = share.run('a', () => setTimeout(10));
  const later = share.run('a', async () => void order.push('later'));
  const rest = share.run('a', async () => void order.push('rest'), true);
  await Promise.all([first, later, rest]);
  expect(order).toEqual(['rest', 'later']);
});

test('thousands of callers of many accounts whose turns come too late are all refused, and the share is not lost', async () => {
  const share = fairShare({ slots: 1, perAccount: 1, besideOthers: 1, waiting: 256, longestWait: 10 });
  const { promise, resolve } = Promise.withResolvers<void>();
  const first = share.run('first', () => promise);
  const late = Array.from({ length: 10_000 }, (_, at) => share.run(`account ${at % 100}`, async () => {}));
  const refused = Promise.allSettled(late);
  await setTimeout(40);
  resolve();
  await first;
  expect(new Set((await refused).map(({ status }) => status))).toEqual(new Set(['rejected']));
  expect(share.use()).toEqual({ running: 0, waiting: 0 });
  expect(await share.run('after', async () => 1)).toBe(1);
});
