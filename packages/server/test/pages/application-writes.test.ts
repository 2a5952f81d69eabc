import assert from 'node:assert/strict';
import { before, test } from 'node:test';

import { readSystemPause, resumeAfterSystemPause, reviewBounces, setInboxStatus } from '@lodestone/core';

import { signedIn } from '../browser.ts';
import { campaign, find } from '../find.ts';
import { onEveryDatabase } from '../server.ts';
import { visit } from './forms.ts';

onEveryDatabase((server) => {
  let cookie: string;
  before(async () => {
    cookie = await signedIn(server);
  });

  async function trail(action: string): Promise<number> {
    return (await server.account.select('audit_log').select('id').where('action', '=', action).execute())
      .length;
  }

  test("a slug that is another magnet's is refused, and nothing of the edit is kept", async () => {
    const { body } = await server.call('GET /v1/magnets');
    const [magnet, other] = body.data;
    const before = await trail('magnet.edit');
    const form = { title: 'Another', slug: other.slug, description: '' };
    const { status, html } = await visit(server, `/magnets/${magnet.id}`, { cookie, form });
    assert.equal(status, 400);
    assert.match(html, /id="slug-error"/);
    assert.deepEqual((await server.call(`GET /v1/magnets/${magnet.id}`)).body, magnet);
    assert.equal(await trail('magnet.edit'), before);
  });

  test('a slug may be saved again as it is, and only by its own magnet', async () => {
    const magnet = await find(server, '/v1/magnets');
    const form = { title: 'Same slug', slug: magnet.slug, description: magnet.description ?? '' };
    assert.equal((await visit(server, `/magnets/${magnet.id}`, { cookie, form })).status, 303);
    assert.equal((await server.call(`GET /v1/magnets/${magnet.id}`)).body.title, 'Same slug');
  });

  test('a system pause is lifted by its checklist alone, however often and at once it is asked for', async () => {
    const { account } = server;
    const { id } = await campaign(server, 'bounced');
    await assert.rejects(resumeAfterSystemPause(account, { id }), { code: 'system_paused' });
    await reviewBounces(account, { id });
    const pause = await readSystemPause(account, { id });
    assert.ok(pause && !pause.can_resume);
    await assert.rejects(resumeAfterSystemPause(account, { id }), { code: 'system_paused' });
    for (const inbox of pause.bad_inboxes.filter(({ status }) => status === 'active')) {
      await setInboxStatus(account, { id: inbox.id, status: 'paused' });
    }
    assert.equal((await readSystemPause(account, { id }))?.can_resume, true);
    const resumed = await Promise.all(
      Array.from({ length: 10 }, () => resumeAfterSystemPause(account, { id })),
    );
    assert.ok(resumed.every(({ status, pause }) => status === 'active' && pause === null));
    assert.equal(await trail('campaign.resume_after_system_pause'), 1);
    assert.equal(await readSystemPause(account, { id }), null);
  });

  test('a system pause while the checklist is ticked wins', async () => {
    const { account } = server;
    const { id } = await campaign(server, 'stalled');
    for (const inbox of (await server.call('GET /v1/email-accounts')).body.data) {
      if (inbox.status === 'active') await setInboxStatus(account, { id: inbox.id, status: 'paused' });
    }
    await reviewBounces(account, { id });
    // The system pauses it anew, as the sender would.
    await account
      .update('campaigns')
      .set({ status: 'bounced', paused_by: 'system', paused_at: new Date(Date.now() + 1_000) })
      .where('status', '=', 'stalled')
      .execute();
    await assert.rejects(resumeAfterSystemPause(account, { id }), { code: 'system_paused' });
    assert.equal((await campaign(server, 'bounced')).id, id);
  });

  test('an inbox that is disconnected can be neither used nor paused, and one of another account does not exist', async () => {
    const own = (await server.call('GET /v1/email-accounts')).body.data;
    const gone = own.find((inbox: any) => inbox.status === 'disconnected');
    for (const status of ['active', 'paused'] as const) {
      await assert.rejects(setInboxStatus(server.account, { id: gone.id, status }), {
        code: 'invalid_state',
      });
    }
    const { body } = await server.call('GET /v1/email-accounts', { key: server.other.keys.full });
    await assert.rejects(setInboxStatus(server.account, { id: body.data[0].id, status: 'paused' }), {
      code: 'not_found',
    });
  });
});
