import { beforeAll, expect, test } from '@jest/globals';
import { readCampaignDetails, resumeAfterSystemPause, reviewBounces, setInboxStatus } from '@lodestone/core';

import { signedIn } from '../browser.ts';
import { campaign, find } from '../find.ts';
import { onEveryDatabase } from '../server.ts';
import { visit } from './forms.ts';

onEveryDatabase((server) => {
  let cookie: string;
  beforeAll(async () => {
    cookie = await signedIn(server);
  });

  async function trail(action: string): Promise<number> {
    return (await server.account.select('audit_log').select('id').where('action', '=', action).execute())
      .length;
  }

  /** The fields of a magnet's form as the page fills them in, but for its email. */
  const formOf = (magnet: { title: string; slug: string; kind: string; description: string | null }) => ({
    title: magnet.title,
    slug: magnet.slug,
    kind: magnet.kind,
    description: magnet.description ?? '',
    opt_in: 'double',
    delivery_subject: 'Your copy',
    delivery_body: 'Your copy: {{ download_url }}',
  });

  test("a slug that is another magnet's is refused, and nothing of the edit is kept", async () => {
    const { body } = await server.call('GET /v1/magnets');
    const [magnet, other] = body.data;
    const before = await trail('magnet.edit');
    const form = { ...formOf(magnet!), title: 'Another', slug: other!.slug };
    const { status, html } = await visit(server, `/magnets/${magnet!.id}`, { cookie, form });
    expect(status).toBe(400);
    expect(html).toMatch(/id="slug-error"/);
    expect((await server.call(`GET /v1/magnets/${magnet!.id}`)).body).toStrictEqual(magnet);
    expect(await trail('magnet.edit')).toBe(before);
  });

  test('a slug may be saved again as it is, and only by its own magnet', async () => {
    const magnet = await find(server, '/v1/magnets');
    const form = { ...formOf(magnet), title: 'Same slug' };
    expect((await visit(server, `/magnets/${magnet.id}`, { cookie, form })).status).toBe(303);
    expect((await server.call(`GET /v1/magnets/${magnet.id}`)).body.title).toBe('Same slug');
  });

  test('a system pause is lifted by its checklist alone, however often and at once it is asked for', async () => {
    const { account } = server;
    const { id } = await campaign(server, 'bounced');
    await expect(resumeAfterSystemPause(account, { id })).rejects.toMatchObject({ code: 'system_paused' });
    await reviewBounces(account, { id });
    const checklist = async () => (await readCampaignDetails(account, { id })).pause;
    const pause = await checklist();
    if (pause?.cause !== 'bounces') throw new Error('It has no checklist.');
    expect(pause.can_resume).toBe(false);
    await expect(resumeAfterSystemPause(account, { id })).rejects.toMatchObject({ code: 'system_paused' });
    for (const inbox of pause.bad_inboxes.filter(({ status }) => status === 'active')) {
      await setInboxStatus(account, { id: inbox.id, status: 'paused' });
    }
    expect(await checklist()).toMatchObject({ can_resume: true });
    const resumed = await Promise.all(
      Array.from({ length: 10 }, () => resumeAfterSystemPause(account, { id })),
    );
    expect(resumed.every(({ status, pause }) => status === 'active' && pause === null)).toBe(true);
    expect(await trail('campaign.resume_after_system_pause')).toBe(1);
    expect(await checklist()).toBeNull();
  });

  test('a system pause while the checklist is ticked wins', async () => {
    const { account } = server;
    const { id } = await campaign(server, 'stalled');
    for (const inbox of (await server.call('GET /v1/email-accounts')).body.data) {
      if (inbox.status === 'active') await setInboxStatus(account, { id: inbox.id, status: 'paused' });
    }
    await reviewBounces(account, { id });
    // The system pauses it again, as the sender would.
    await account
      .update('campaigns')
      .set({ status: 'bounced', paused_by: 'system', paused_at: new Date(Date.now() + 1_000) })
      .where('status', '=', 'stalled')
      .execute();
    await expect(resumeAfterSystemPause(account, { id })).rejects.toMatchObject({ code: 'system_paused' });
    expect((await campaign(server, 'bounced')).id).toBe(id);
  });

  test('an inbox that is disconnected can be neither used nor paused, and one of another account does not exist', async () => {
    const own = (await server.call('GET /v1/email-accounts')).body.data;
    const gone = own.find((inbox) => inbox.status === 'disconnected');
    for (const status of ['active', 'paused'] as const) {
      await expect(setInboxStatus(server.account, { id: gone!.id, status })).rejects.toMatchObject({
        code: 'invalid_state',
      });
    }
    const { body } = await server.call('GET /v1/email-accounts', { key: server.other.keys.full });
    await expect(
      setInboxStatus(server.account, { id: body.data[0]!.id, status: 'paused' }),
    ).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});
