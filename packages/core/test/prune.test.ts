import { expect, test } from '@jest/globals';
import {
  addMails,
  createAccount,
  forAccount,
  newId,
  pruneSessions,
  pruneUsedForms,
  pruneVisits,
  startSession,
  VISIT_DAYS,
} from '@lodestone/core';

import { DATABASES } from './databases.ts';

for (const { name, open, ...declare } of DATABASES)
  declare.describe(`what is kept for a time only, on ${name}`, () => {
    test('visits go when they are old, but for the first open and the first click, whose visitors are forgotten', async () => {
      const { db, close } = await open();
      try {
        const { account_id } = await createAccount(db, { name: 'Acme', email: 'jo@acme.example' });
        const later = (days: number) =>
          forAccount(db, account_id, { kind: 'system' }, () => new Date(Date.now() + days * 86_400_000));
        const account = later(0);
        const [mail] = await addMails(account, [
          { kind: 'test', to_address: 'jo@acme.example', domain: 'acme.example' },
        ]);
        const visits = [
          ['open', 'machine'],
          ['open', 'human'],
          ['open', 'human'],
          ['click', 'machine'],
          ['click', 'unknown'],
          ['click', 'human'],
          ['download', 'human'],
        ] as const;
        const rows = visits.map(([kind, judged], nth) => ({
          id: newId(),
          mail_id: mail?.id ?? '',
          kind,
          judged,
          rule: 'test',
          at: new Date(Date.now() + nth * 1_000),
          user_agent: 'A browser',
          network: '192.0.2.0/24',
          counted_at: new Date(),
        }));
        await account.insert('mail_events', rows);
        const left = () =>
          account.select('mail_events').select(['id', 'user_agent', 'network']).orderBy('id').execute();

        expect(await pruneVisits(later(VISIT_DAYS - 1))).toBe(0);
        expect(await left()).toHaveLength(visits.length);
        expect(await pruneVisits(later(VISIT_DAYS + 1))).toBe(5);
        expect(await left()).toEqual(
          [rows[1], rows[4]].map((row) => ({ id: row?.id, user_agent: null, network: null })),
        );
      } finally {
        await close();
      }
    });

    test('sent forms go after two days, and sessions when they have expired', async () => {
      const { db, close } = await open();
      try {
        const { account_id, user_id } = await createAccount(db, { name: 'Acme', email: 'jo@acme.example' });
        const account = forAccount(db, account_id, { kind: 'system' });
        const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000);
        await account.insert('used_forms', [
          { nonce: 'old-old-old-old-', used_at: ago(49) },
          { nonce: 'new-new-new-new-', used_at: ago(47) },
        ]);
        expect(await pruneUsedForms(account)).toBe(1);
        const { id } = await startSession(account, { user_id });
        await startSession(account, { user_id });
        await account
          .update('sessions')
          .set({ expires_at: ago(1) })
          .where('id', '=', id)
          .execute();
        expect(await pruneSessions(account)).toBe(1);
        expect(await account.select('used_forms').select('nonce').execute()).toEqual([
          { nonce: 'new-new-new-new-' },
        ]);
      } finally {
        await close();
      }
    });
  });
