import { createServer } from 'node:http';

import { beforeAll, expect, test } from '@jest/globals';
import { pauseInbox, readConversationDetails } from '@lodestone/core';

import { signedIn } from '../browser.ts';
import { onEveryDatabase } from '../server.ts';
import { visit } from './forms.ts';

onEveryDatabase((server) => {
  let cookie: string;
  beforeAll(async () => {
    cookie = await signedIn(server);
  });

  /** A conversation whose lead may be written to. */
  async function conversation(): Promise<string> {
    const { latest } = (await server.call('GET /v1/unibox')).body;
    for (const { id, lead } of latest) if (lead.status === 'active') return id;
    throw new Error('There is no conversation.');
  }

  test('a draft is kept, an answer is queued once, and what was said twice is one', async () => {
    const id = await conversation();
    const form = (body: string, what: string) => ({ cookie, form: { body, do: what } });
    const saved = await visit(server, `/inbox/${id}/answer`, form('Half <b>of</b> it', 'save'));
    expect([saved.status, saved.location]).toEqual([303, `/inbox/${id}?done=draft_saved#answer`]);
    expect((await visit(server, `/inbox/${id}`, { cookie })).html).toContain('Half &lt;b>of&lt;/b> it');
    for (let time = 0; time < 2; time++) {
      expect((await visit(server, `/inbox/${id}/answer`, form('All of it', 'send'))).status).toBe(303);
    }
    const { answers, draft } = await readConversationDetails(server.account, { id });
    expect([answers.length, answers[0]?.body, draft]).toEqual([1, 'All of it', '']);
    expect((await visit(server, `/inbox/${id}`, { cookie })).html).toContain('All of it');
    expect((await visit(server, `/inbox/${id}/answer`, form('', 'send'))).status).toBe(400);
  });

  test('a conversion is recorded from the conversation, and shows in the API', async () => {
    const id = await conversation();
    const form = { value_usd: '1200' };
    expect((await visit(server, `/inbox/${id}/conversion`, { cookie, form })).status).toBe(303);
    expect((await server.call(`GET /v1/unibox/${id}`)).body.converted_at).not.toBeNull();
    const wrong = await visit(server, `/inbox/${id}/conversion`, { cookie, form: { value_usd: 'much' } });
    expect(wrong.status).toBe(400);
  });

  test('a model is set up, tested, and removed; its key is never shown', async () => {
    let calls = 0;
    const model = createServer((request, response) => {
      calls += 1;
      request.resume();
      const content = '{"intent": "replied", "confidence": 0.8, "evidence": "in spring"}';
      const usage = { prompt_tokens: 100, completion_tokens: 10 };
      response.end(JSON.stringify({ choices: [{ message: { content } }], usage }));
    });
    await new Promise<void>((resolve) => model.listen(0, '127.0.0.1', resolve));
    const at = model.address();
    const url = `http://127.0.0.1:${typeof at === 'object' && at !== null ? at.port : 0}/v1`;
    const prices = { input_price: '0.15', output_price: '0.60', monthly_budget: '5' };
    const form = { url, model: 'small', key: 'sk-secret-key', ...prices };
    const wrong = { ...form, url: 'file:///etc/passwd' };
    expect((await visit(server, '/settings/ai-model', { cookie, form: wrong })).status).toBe(400);
    expect(
      (await visit(server, '/settings/ai-model', { cookie, form: { ...form, monthly_budget: '-1' } })).status,
    ).toBe(400);
    expect((await visit(server, '/settings/ai-model', { cookie, form })).location).toContain(
      'done=model_saved',
    );
    const shown = await visit(server, '/settings/ai-model', { cookie });
    expect(shown.html).toContain('small');
    expect(shown.html).not.toContain('sk-secret-key');
    const tested = await visit(server, '/settings/ai-model/test', { cookie, form: {} });
    expect(tested.html).toContain('The model works');
    expect(calls).toBe(1);
    // Over budget nothing is called, and the page says so.
    const spent = { ...form, monthly_budget: '0.000001' };
    await visit(server, '/settings/ai-model', { cookie, form: spent });
    const over = await visit(server, '/settings/ai-model', { cookie });
    expect(over.html).toContain('budget is used up');
    expect(over.html).not.toContain('Test model');
    const asked = await visit(server, '/settings/ai-model/test', { cookie, form: {} });
    expect([asked.status, asked.location, calls]).toEqual([303, '/settings/ai-model', 1]);
    await visit(server, '/settings/ai-model', { cookie, form });
    model.close();
    model.closeAllConnections();
    const failed = await visit(server, '/settings/ai-model/test', { cookie, form: {} });
    expect(failed.html).toContain('The test failed');
    const removed = await visit(server, '/settings/ai-model/remove', { cookie, form: {} });
    expect(removed.location).toContain('done=model_removed');
  });

  test('an inbox that the system paused says why, and comes back for its owner', async () => {
    const { id } = await server.account
      .select('email_accounts')
      .select('id')
      .where('system_paused_at', 'is', null)
      .where('status', '=', 'active')
      .executeTakeFirstOrThrow();
    const threshold = { sent: 60, bounced: 4 };
    await pauseInbox(server.account, id, { cause: 'bounces', threshold });
    const inboxes = (await server.call('GET /v1/email-accounts')).body.data;
    const paused = inboxes.find((inbox: { system_pause: { at: string } | null }) =>
      inbox.system_pause?.at.startsWith(new Date().toISOString().slice(0, 13)),
    );
    const page = await visit(server, `/sending-inboxes/${paused!.id}`, { cookie });
    expect(page.html).toContain('4 of its 60 emails bounced');
    const lifted = await visit(server, `/sending-inboxes/${paused!.id}/lift`, { cookie, form: {} });
    expect(lifted.location).toContain('done=inbox_pause_lifted');
    const after = (await server.call('GET /v1/email-accounts')).body.data;
    expect(after.find((inbox: { id: string }) => inbox.id === paused!.id)!.system_pause).toBeNull();
  });
});
