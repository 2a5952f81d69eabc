import { afterAll, beforeAll, expect, test } from '@jest/globals';

import {
  addMails,
  changeMagnetStatus,
  claimMail,
  connectInbox,
  createAccount,
  createMagnet,
  forAccount,
  recordTestSend,
  renewClaim,
  sealServer,
  setAssetLink,
} from '@lodestone/core';
import { deliverMagnets } from '@lodestone/jobs/deliver-magnets.js';

import { onEach } from '../../../core/test/databases.ts';
import { hiddenIn } from '../pages/forms.ts';
import { type BadServer, startBadServer } from './bad-server.ts';
import { type MailSink, startMailSink } from './mail-sink.ts';
import { makeMagnet } from './magnet.ts';
import { eventually, type Owner, SECRET_KEYS, startOwner } from './owner.ts';

/** Seconds. Who says nothing at all is waited for longer than any of these tests takes. */
const TIMEOUTS = { connect: 5, greeting: 40, command: 2, data: 2, total: 45 };

onEach('deliveries, while the mail server has a bad day', (kind) => {
  let owner: Owner;
  let sink: MailSink;
  let server: BadServer;
  let id: string;

  beforeAll(async () => {
    sink = await startMailSink();
    server = await startBadServer(sink);
    const jobs = [deliverMagnets({ timeouts: TIMEOUTS })];
    owner = await startOwner({ smtpUrl: server.url }, { kind, jobs });
    id = await makeMagnet(owner, { opt_in: 'single' });
  });
  afterAll(async () => {
    await owner?.close();
    await server?.close();
    await sink?.close();
  });

  async function ask(email: string, path = `/p/${owner.slug}/the-guide`): Promise<void> {
    const { status } = await owner.open(path, {
      form: { ...hiddenIn((await owner.open(path)).html), email },
    });
    expect(status).toBe(200);
  }

  const mailOf = (email: string) =>
    owner.account
      .select('mails')
      .select(['state', 'attempts', 'response', 'message_id'])
      .where('to_address', '=', email)
      .executeTakeFirst();

  /** Lets what waits for its next attempt begin it. */
  const hurry = () =>
    owner.account
      .update('mails')
      .set({ due_at: new Date(0) })
      .where('state', '=', 'queued')
      .execute();

  const sentIn = (email: string) =>
    eventually(
      async () => {
        await hurry();
        return mailOf(email);
      },
      (mail) => mail?.state === 'sent',
      60_000,
    );

  test.each([
    ['is busy', /451 4\.3\.0 Not now/],
    ['hangs up', /./],
    ['talks nonsense', /I am a web server|[Gg]reeting/],
    ['stalls', /did not answer within 2 seconds/],
    ['hangs after the email', /did not answer within 2 seconds/],
  ] as const)(
    'one that %s loses nothing and doubles nothing: the email is tried again, under the same Message-ID',
    async (fault, words) => {
      const email = `${fault.replaceAll(' ', '-')}@people.example`;
      server.become(fault);
      await ask(email);
      const first = await eventually(
        () => mailOf(email),
        (mail) => mail?.state === 'queued' && mail.attempts === 1,
      );
      expect(first?.response).toMatch(words);
      server.become('none');
      const sent = await sentIn(email);
      expect(sink.to(email).map(({ raw }) => /^Message-ID: <(.*)>\r$/m.exec(raw)?.[1])).toEqual([
        first?.message_id,
      ]);
      expect(sent?.message_id).toBe(first?.message_id);
    },
    120_000,
  );

  test('one that is slow gets each email once', async () => {
    server.become('is slow');
    await ask('slow@people.example');
    await sentIn('slow@people.example');
    server.become('none');
    expect(sink.to('slow@people.example')).toHaveLength(1);
  });

  test('one that says nothing keeps no other account waiting', async () => {
    const path = await neighbour(owner, sink.url);
    server.become('is silent');
    await ask('held@people.example');
    await eventually(
      () => mailOf('held@people.example'),
      (mail) => mail?.state === 'claimed',
    );
    await ask('next-door@people.example', path);
    await eventually(
      () => sink.to('next-door@people.example').length,
      (count) => count === 1,
    );
    expect(await mailOf('held@people.example')).toMatchObject({ state: 'claimed', attempts: 1 });
    server.become('none');
    await sentIn('held@people.example');
    expect(sink.to('held@people.example')).toHaveLength(1);
  });

  test('one that goes on refusing is given up, and its words are shown', async () => {
    server.become('is busy');
    await ask('never@people.example');
    await eventually(
      async () => {
        // Two days have passed, but for the last two attempts.
        await owner.account.update('mails').set({ attempts: 7 }).where('attempts', '=', 1).execute();
        await hurry();
        return mailOf('never@people.example');
      },
      (mail) => mail?.state === 'failed',
    );
    server.become('none');
    const { failure } = await owner.account
      .select('deliveries')
      .select('failure')
      .where('status', '=', 'failed')
      .executeTakeFirstOrThrow();
    expect(failure).toContain('451 4.3.0 Not now');
    expect(sink.to('never@people.example')).toEqual([]);
  });

  test('one that refuses an address for good makes a bounce, suppresses it, and is asked no more', async () => {
    const before = (await owner.api(`/v1/magnets/${id}`)).performance;
    server.become('refuses');
    await ask('gone@people.example');
    await eventually(
      () => mailOf('gone@people.example'),
      (mail) => mail?.state === 'refused',
    );
    server.become('none');
    const { performance } = await owner.api(`/v1/magnets/${id}`);
    expect(performance).toMatchObject({ requests: before.requests + 1, sent: before.sent + 1, bounced: 1 });
    const suppressed = await owner.account.select('suppressions').select(['value', 'reason']).execute();
    expect(suppressed).toEqual([{ value: 'gone@people.example', reason: 'hard_bounce' }]);
    await ask('gone@people.example');
    expect((await owner.api(`/v1/magnets/${id}`)).performance.requests).toBe(performance.requests);
    const page = await owner.open('/suppressions', { cookie: owner.cookie });
    expect(page.html).toContain('gone@people.example');
    await owner.expectReconciled();
  });

  test('a claim that ran out is nobody’s to send by, and one that has not is made again', async () => {
    const [added] = await addMails(owner.account, [
      { kind: 'test', to_address: 'claimed@people.example', domain: 'studio.example' },
    ]);
    const mail = await claimMail(owner.account, added?.id ?? '');
    expect(await renewClaim(owner.account, { id: mail?.id ?? '', attempts: 1 })).toBe(true);
    expect(await renewClaim(owner.account, { id: mail?.id ?? '', attempts: 2 })).toBe(false);
    await owner.account
      .update('mails')
      .set({ lease_until: new Date(0) })
      .where('id', '=', mail?.id ?? '')
      .execute();
    expect(await renewClaim(owner.account, { id: mail?.id ?? '', attempts: 1 })).toBe(false);
  });

  test('what was tried is in the activity, with the words of the server', async () => {
    const failuresIn = async () => {
      const { data } = await owner.api('/v1/activity?job=deliver_magnets');
      return data.flatMap(({ failures }) => failures);
    };
    const failures = await eventually(failuresIn, (all) =>
      all.some(({ item }) => item === 'gone@people.example'),
    );
    const told = (item: string, words: string) =>
      expect(failures).toContainEqual({ item, reason: expect.stringContaining(words) });
    told('gone@people.example', '5.1.1');
    told('never@people.example', '451 4.3.0 Not now');
  });
});

/** Another account with an inbox and a public magnet of its own. @returns the path of its page */
async function neighbour({ db }: Owner, url: string): Promise<string> {
  const address = 'kim@next-door.example';
  const { account_id } = await createAccount(db, { name: 'Next Door', email: address });
  const account = forAccount(db, account_id, { kind: 'operator' });
  const smtp = sealServer(SECRET_KEYS, account, { address, way: 'smtp', url });
  const inbox = await connectInbox(account, { address, smtp });
  const { id } = await createMagnet(account, {
    title: 'Another',
    slug: 'another',
    kind: 'guide',
    opt_in: 'single',
    delivery_subject: 'Another',
    delivery_body: '{{ download_url }}',
    email_account_id: inbox.id,
  });
  await setAssetLink(account, { id, url: 'https://files.example/another.pdf' });
  await recordTestSend(account, { id, error: null });
  await changeMagnetStatus(account, { id, status: 'public' });
  return '/p/next-door/another';
}
