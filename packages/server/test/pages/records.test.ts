import { test } from '@jest/globals';
import { expectFor } from '../../../../scripts/jest/support.ts';
import { inChromium, type Owner } from './chromium.ts';
import { assertShows } from './figures.ts';

/** Opens a page and holds its figures against the API's answer. */
async function compare(
  owner: Owner,
  path: string,
  apiPath: string,
  except?: (path: string) => boolean,
): Promise<void> {
  const page = await owner.open(path);
  const answer = await owner.api(apiPath);
  const shown = await assertShows(
    page,
    answer,
    (path) => path === 'next_offset' || (except?.(path) ?? false),
  );
  expectFor(`${path} shows no figure`, shown).toBeGreaterThan(0);
}

inChromium("the application's figures are the API's", (owner) => {
  for (const status of ['all', 'public', 'private', 'draft', 'archived']) {
    test(`of ${status} magnets`, async () => {
      await compare(owner, `/magnets?status=${status}`, `/v1/magnets?status=${status}`, (path) =>
        path.endsWith('.delivered'),
      );
    });
  }

  test('of one magnet', async () => {
    const { data } = await owner.api('/v1/magnets?status=public&limit=3');
    for (const { id } of data) await compare(owner, `/magnets/${id}`, `/v1/magnets/${id}`);
  });

  for (const [page, api] of [
    ['', ''],
    ['?offset=50&order=recent', '?offset=50&order=recent'],
    ['?search=a+e&temperature=warm&status=active', '?search=a+e&temperature=warm&status=active'],
    ['?min_score=40&order=activity', '?min_score=40&order=activity'],
    ['?tag=newsletter', '?tag=newsletter'],
    // A day of the form is a day in IST.
    [
      '?created_after=2026-08-01&created_before=2026-10-31',
      `?${new URLSearchParams({ created_after: '2026-08-01T00:00:00+05:30', created_before: '2026-10-31T23:59:59.999+05:30' })}`,
    ],
  ] as const) {
    test(`of the audience, filtered by "${page}"`, async () => {
      await compare(owner, `/subscribers${page}`, `/v1/subscribers${api}`);
    });
  }

  test('of the audience of a magnet', async () => {
    const [magnet] = (await owner.api('/v1/magnets?status=public')).data;
    await compare(owner, `/subscribers?magnet_id=${magnet!.id}`, `/v1/subscribers?magnet_id=${magnet!.id}`);
  });

  test('of one subscriber', async () => {
    const { data } = await owner.api('/v1/subscribers?limit=2');
    for (const { id } of data) await compare(owner, `/subscribers/${id}`, `/v1/subscribers/${id}`);
  });

  test('of campaigns', async () => {
    await compare(owner, '/campaigns', '/v1/campaigns');
  });

  test('of each campaign, with its steps and variants', async () => {
    const { data } = await owner.api('/v1/campaigns');
    for (const { id } of data) {
      const { steps } = await owner.api(`/v1/campaigns/${id}/metrics`);
      await compare(owner, `/campaigns/${id}`, `/v1/campaigns/${id}/metrics`, (path) => {
        const [, step = '', field = ''] = /^steps\.(\d+)\.(\w+)$/.exec(path) ?? [];
        // Where a step has one variant, the step's figures are that variant's.
        return (
          field !== '' &&
          (['step', 'delay_days'].includes(field) || steps[Number(step)]!.variants.length === 1)
        );
      });
    }
  });

  test('of the inbox', async () => {
    await compare(owner, '/inbox', '/v1/unibox', (path) => path.startsWith('latest.'));
  });

  test('of a conversation', async () => {
    const { latest } = await owner.api('/v1/unibox');
    await compare(owner, `/inbox/${latest[0]!.id}`, `/v1/unibox/${latest[0]!.id}`, (path) =>
      path.startsWith('sends.'),
    );
  });

  test('of the sending inboxes', async () => {
    await compare(owner, '/sending-inboxes', '/v1/email-accounts', (path) => path.endsWith('.warmup.day'));
  });

  test('of the activity, of all jobs and of one', async () => {
    await compare(owner, '/activity', '/v1/activity');
    await compare(owner, '/activity?job=send_pending', '/v1/activity?job=send_pending');
  });

  for (const range of ['7d', '1m', '3m', 'all']) {
    test(`of AI usage over ${range}`, async () => {
      await compare(owner, `/ai-usage?range=${range}`, `/v1/usage?range=${range}`);
    });
  }
});
