import { expect, test } from '@jest/globals';
import { createAccount, forAccount, startSession } from '@lodestone/core';

import { expectFor } from '../../../../scripts/jest/support.ts';
import { inChromium } from './chromium.ts';
import { visit } from './forms.ts';

const NEXT_STEPS: Record<string, RegExp> = {
  '/': /Nothing happened in this period/,
  '/?range=all': /Nothing has happened yet.*To get started/,
  '/magnets': /No magnets yet/,
  '/subscribers': /No subscribers yet/,
  '/campaigns': /No campaigns yet/,
  '/inbox': /No replies yet/,
  '/sending-inboxes': /No inboxes yet/,
  '/activity': /No jobs have run yet/,
  '/ai-usage': /No model calls in this period/,
  '/ai-usage?range=all': /No model calls/,
};

inChromium('an account that has nothing yet', (owner) => {
  test('sees on every page what it would show, and what to do next', async () => {
    const { db } = owner.server;
    const { account_id, user_id } = await createAccount(db, { name: 'New', email: 'new@new.example' });
    const { token } = await startSession(forAccount(db, account_id, { kind: 'user', id: user_id }), {
      user_id,
    });
    for (const [path, words] of Object.entries(NEXT_STEPS)) {
      const { status, html } = await visit(owner.server, path, { cookie: `lodestone_session=${token}` });
      expectFor(path, status).toBe(200);
      expectFor(path, html).toMatch(words);
    }
  });

  test('is told the way back where a filter finds nothing', async () => {
    for (const path of [
      '/subscribers?search=nobody-is-called-so',
      '/activity?job=no_such_job',
      '/magnets?offset=1000',
      '/campaigns?offset=1000',
    ]) {
      const page = await owner.open(path);
      const back = page.locator('.empty a');
      await back.click();
      expect(page.url()).toBe(`${owner.server.origin}${path.split('?')[0]}`);
    }
  });
});
