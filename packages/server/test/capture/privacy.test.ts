import { afterAll, beforeAll, expect, test } from '@jest/globals';

import { subscriberLink, suppress } from '@lodestone/core';
import { sql } from 'kysely';

import { onEach } from '../../../core/test/databases.ts';
import { hiddenIn } from '../pages/forms.ts';
import { type MailSink, startMailSink } from './mail-sink.ts';
import { makeMagnet } from './magnet.ts';
import { eventually, type Owner, startOwner } from './owner.ts';

const EMAIL = 'lee.forgotten@people.example';

onEach('what is known of a person', (kind) => {
  let owner: Owner;
  let sink: MailSink;
  let subscriber: string;

  beforeAll(async () => {
    sink = await startMailSink();
    owner = await startOwner({ smtpUrl: sink.url }, { kind });
    await makeMagnet(owner, { opt_in: 'single' });
    const path = `/p/${owner.slug}/the-guide`;
    const form = { ...hiddenIn((await owner.open(path)).html), email: EMAIL, first_name: 'Leopold' };
    await owner.open(path, { form });
    await eventually(
      () => sink.to(EMAIL).length,
      (count) => count === 1,
    );
    await owner.open(sink.to(EMAIL)[0]?.pixel ?? '', { headers: { 'user-agent': 'Leopolds own program' } });
    const { data } = await eventually(
      () => owner.api('/v1/subscribers?search=lee.forgotten'),
      ({ data }) => data[0]?.engagement.opened === 1,
    );
    subscriber = data[0]!.id;
    await suppress(owner.account, { kind: 'address', value: EMAIL, reason: 'complaint' });
  });
  afterAll(async () => {
    await owner?.close();
    await sink?.close();
  });

  test('is told whole, as a file', async () => {
    const file = await owner.open(`/subscribers/${subscriber}/export`, { cookie: owner.cookie });
    expect(file.headers.get('content-disposition')).toBe(`attachment; filename="${subscriber}.json"`);
    const known = JSON.parse(file.html);
    expect(known.person).toMatchObject({ email: EMAIL, first_name: 'Leopold' });
    expect(known.consents).toHaveLength(1);
    expect(known.deliveries[0]).toMatchObject({ magnet: 'The guide', status: 'delivered' });
    expect(known.opens_and_clicks[0]).toMatchObject({ kind: 'open', user_agent: 'Leopolds own program' });
    expect(known.suppressions).toHaveLength(1);
  });

  test('is erased for good, and no figure changes by it but that they count as unsubscribed', async () => {
    const before = await owner.api('/v1/dashboard?range=all');
    expect((await owner.open(`/subscribers/${subscriber}/erase`, { cookie: owner.cookie })).html).toContain(
      'They count as unsubscribed; your other figures stay the same.',
    );
    const { location } = await owner.post(`/subscribers/${subscriber}/erase`, {});
    expect(location).toContain('subscriber_erased');
    expect(await tracesOf(owner, ['lee.forgotten', 'Leopold'])).toStrictEqual([]);
    const after = await owner.api('/v1/dashboard?range=all');
    expect(after).toStrictEqual({
      ...before,
      kpis: { ...before.kpis, unsubscribed: before.kpis.unsubscribed + 1 },
    });
    expect((await owner.api(`/v1/subscribers/${subscriber}`)).email).toMatch(/^erased-.*\.invalid$/);
    await owner.expectReconciled();
  });

  test('is shown to the owner as erased, with nothing to change, to ask for or to erase again', async () => {
    for (const path of [`/subscribers/${subscriber}`, '/subscribers']) {
      const { html } = await owner.open(path, { cookie: owner.cookie });
      expect(html).toContain('Erased person');
      expect(html).not.toMatch(/erased-|erased\.invalid|Only they can subscribe again/);
    }
    const { html } = await owner.open(`/subscribers/${subscriber}`, { cookie: owner.cookie });
    expect(html).not.toMatch(/\/erase"|\/export"|name="first_name"/);
  });

  test('finds on the page of their preferences that nobody knows them there, and nothing is sent to nobody', async () => {
    const path = `/preferences?link=${await subscriberLink(owner.account, { id: subscriber })}`;
    const { html } = await owner.open(path);
    expect(html).toContain('Your personal data was erased here.');
    expect(html).not.toMatch(/erased\.invalid|Subscribe again/);
    expect((await owner.open(path.replace('?', '/subscribe?'), { form: {} })).status).toBe(303);
    const asked = await owner.account
      .select('mails')
      .select('to_address')
      .where('kind', '=', 'confirmation')
      .execute();
    expect(asked.filter(({ to_address }) => to_address.startsWith('erased'))).toEqual([]);
  });
});

/** Tables of the database whose rows hold one of some words anywhere. */
async function tracesOf({ db }: Owner, words: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(db);
  const traces: string[] = [];
  for (const { name } of rows) {
    for (const word of words) {
      const found =
        await sql`select from ${sql.table(name)} as t where strpos(lower(t::text), ${word.toLowerCase()}) > 0 limit 1`.execute(
          db,
        );
      if (found.rows.length > 0) traces.push(`${name}: ${word}`);
    }
  }
  return traces;
}
