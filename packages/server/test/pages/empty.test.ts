import { expect, test } from '@jest/globals';
import { createAccount, forAccount, newId, startSession } from '@lodestone/core';

import { expectFor } from '../../../../scripts/jest/support.ts';
import { inChromium } from './chromium.ts';
import { visit } from './forms.ts';

const NEXT_STEPS: Record<string, RegExp> = {
  '/': /Getting started.*Connect an inbox/,
  '/?range=all': /Getting started.*Create a campaign/,
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

  test('is told how far it has come, and sees no figures of what it has none of', async () => {
    const { db } = owner.server;
    const { account_id, user_id } = await createAccount(db, { name: 'New', email: 'new@begun.example' });
    const account = forAccount(db, account_id, { kind: 'user', id: user_id });
    const { token } = await startSession(account, { user_id });
    const htmlOf = async (path: string) =>
      (await visit(owner.server, path, { cookie: `lodestone_session=${token}` })).html;
    expect(await htmlOf('/')).not.toMatch(/>Done</);
    for (const path of ['/sending-inboxes', '/inbox']) {
      const shown = (await htmlOf(path)).replace(/<details class="card">.*?<\/div><\/details>/s, '');
      expectFor(path, shown).not.toMatch(/data-figure/);
    }
    const inbox = { id: newId(), address: 'me@begun.example', provider: 'smtp', daily_capacity: 40 } as const;
    await account.insert('email_accounts', inbox);
    const begun = await htmlOf('/');
    expect(begun.match(/>Done</g)).toHaveLength(1);
    // Who came by a link could not come back.
    expect(begun).toContain('Set a password');
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
