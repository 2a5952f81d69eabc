import { afterAll, beforeAll, expect, test } from '@jest/globals';

import { onEach } from '../../../core/test/databases.ts';
import { hiddenIn } from '../pages/forms.ts';
import { type Arrived, type MailSink, startMailSink } from './mail-sink.ts';
import { makeMagnet } from './magnet.ts';
import { eventually, type Owner, startOwner } from './owner.ts';

/** Fewer on the embedded database, where none of them meet: it has one statement under way at a time. */
const CROWD = { PostgreSQL: 200, PGlite: 40 };
/** How often one form is sent. */
const COPIES = 40;
const BROWSER = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140 Safari/537.36',
};

function htmlOf(email: Arrived | undefined): string {
  return (email?.raw ?? '').replaceAll('=\r\n', '').replaceAll('=3D', '=');
}

/** The form's token, as a page of another site gets it. */
function embedded(script: string): { form: string; via: string } {
  const [, json = '{}'] = /\}\)\((\{.*\})\);\n$/.exec(script) ?? [];
  return { form: JSON.parse(json).token as string, via: 'embed' };
}

onEach('a crowd of people at once', (kind) => {
  const crowd = CROWD[kind.name];
  let owner: Owner;
  let sink: MailSink;
  let id: string;
  const people = Array.from({ length: crowd }, (_, nth) => `person${nth}@people.example`);

  beforeAll(async () => {
    sink = await startMailSink();
    owner = await startOwner({ smtpUrl: sink.url }, { kind });
    id = await makeMagnet(owner);
  });
  afterAll(async () => {
    await owner?.close();
    await sink?.close();
  });

  /** Sends a form, and again while the page says that it is busy. */
  async function send(...[path, options]: Parameters<Owner['open']>): ReturnType<Owner['open']> {
    const answer = await owner.open(path, options);
    return answer.status === 503 ? send(path, options) : answer;
  }
  const press = (link: string) => send(link, { form: {} });

  const performance = async () => (await owner.api(`/v1/magnets/${id}`)).performance;

  test('ask for it through the page and the embedded form', async () => {
    const path = `/p/${owner.slug}/the-guide`;
    const answers = await Promise.all(
      people.map(async (email, nth) => {
        const fields =
          nth % 2 === 0
            ? hiddenIn((await owner.open(path)).html)
            : embedded((await owner.open(`${path}/embed.js`)).html);
        // A form on another site posts from there.
        const headers =
          nth % 2 === 0 ? {} : { 'sec-fetch-site': 'cross-site', origin: 'https://elsewhere.example' };
        return send(path, { form: { ...fields, email, first_name: `P${nth}` }, headers });
      }),
    );
    expect(answers.map(({ status }) => status)).toEqual(people.map(() => 200));
    await eventually(
      () => sink.arrived.length,
      (count) => count >= crowd + 1,
      60_000,
    );
    expect(new Set(sink.arrived.slice(1).map(({ to }) => to))).toEqual(new Set(people));
    expect(await performance()).toMatchObject({ requests: 0, leads: 0, sent: 0 });
  });

  test('send one and the same form, of which one is taken', async () => {
    const path = `/p/${owner.slug}/the-guide`;
    const form = hiddenIn((await owner.open(path)).html);
    const answers = await Promise.all(
      people
        .slice(0, COPIES)
        .map((_, nth) => send(path, { form: { ...form, email: `copy${nth}@people.example` } })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(COPIES - 1).fill(400)]);
  });

  test('confirm, each of them twice, and each gets it once', async () => {
    const links = people.map((email) => sink.to(email)[0]?.links.find((url) => url.includes('/c/')) ?? '');
    await Promise.all(links.map(press));
    await Promise.all(links.map(press));
    await eventually(performance, ({ sent }) => sent === crowd, 90_000);
    // An answer of the server's that is lost on a busy machine has the same email sent again: what it is known by is its id.
    const emailsTo = (email: string) => new Set(sink.to(email).map(({ mail }) => mail.messageId)).size;
    expect(people.map(emailsTo)).toEqual(people.map(() => 2));
    expect(await performance()).toMatchObject({ requests: crowd, leads: crowd, sent: crowd, bounced: 0 });
    await owner.expectReconciled();
  });

  test('open and click, again and again, and each counts once', async () => {
    const deliveries = people.map((email) => sink.to(email)[1]);
    const [opened, clicked] = [0.75 * crowd, 0.25 * crowd];
    const opening = deliveries.slice(0, 0.6 * crowd);
    const clicking = deliveries.slice(opened - clicked, opened);
    for (let times = 0; times < 3; times++) {
      await Promise.all(opening.map((one) => owner.open(one?.pixel ?? '', { headers: BROWSER })));
      await Promise.all(clicking.map((one) => owner.open(one?.links[0] ?? '', { headers: BROWSER })));
    }
    const counted = await eventually(
      performance,
      (counted) => counted.opened >= opened && counted.clicked >= clicked,
      30_000,
    );
    expect(counted).toMatchObject({ sent: crowd, opened, clicked });
    await owner.expectReconciled();
  });

  test('are scanned by machines, which counts nothing', async () => {
    const scanned = sink.to(people.at(-1) ?? '')[1];
    const before = await performance();
    await owner.open(scanned?.pixel ?? '', { headers: { 'user-agent': 'Barracuda Sentinel scanner' } });
    // Two links within a second.
    await Promise.all(
      (scanned?.links ?? []).slice(0, 2).map((link) => owner.open(link, { headers: BROWSER })),
    );
    // One that takes its time is known by the link that nobody sees.
    const patient = sink.to(people.at(-2) ?? '')[1];
    const [, trap = ''] = /<a href="([^"]+)" style="display:none"/.exec(htmlOf(patient)) ?? [];
    expect(patient?.mail.text).not.toContain(trap);
    const slow = { headers: { ...BROWSER, 'user-agent': `${BROWSER['user-agent']} Patient` } };
    await owner.open(patient?.pixel ?? '', slow);
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    await owner.open(patient?.links[0] ?? '', slow);
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    expect((await owner.open(trap, slow)).status).toBe(302);
    const uncounted = () =>
      owner.account.select('mail_events').select('id').where('counted_at', 'is', null).execute();
    await eventually(uncounted, ({ length }) => length === 0);
    const after = await performance();
    expect([after.opened, after.clicked]).toEqual([before.opened, before.clicked]);
    await owner.expectReconciled();
  });
});
