import { expect, test } from '@jest/globals';
import { type Account, type Db, newId, watchGrowth } from '@lodestone/core';
import { sql } from 'kysely';

import { anAccount } from './builders.ts';
import { onEach } from './databases.ts';

onEach('The size of what emails fill', ({ open }) => {
  test('is known to the database once they may have doubled, and not before', async () => {
    const { db, close } = await open();
    try {
      const account = await anAccount(db);
      const grew = watchGrowth();
      await addMails(account, 120);
      await grew(db, 90);
      const before = await knownSize(db);
      await grew(db, 30);
      expect(before).not.toBe(120);
      expect(await knownSize(db)).toBe(120);
      await addMails(account, 120);
      await grew(db, 120);
      expect(await knownSize(db)).toBe(240);
      expect(await knownAccounts(db)).toBe(1);
    } finally {
      await close();
    }
  });
});

async function addMails(account: Account, mails: number): Promise<void> {
  await account.insert(
    'mails',
    Array.from({ length: mails }, () => ({
      id: newId(),
      kind: 'test' as const,
      token: newId().replaceAll('-', ''),
      message_id: `${newId()}@acme.example`,
      to_address: 'maya@acme.example',
    })),
  );
}

/** How many emails the database believes there are. */
async function knownSize(db: Db): Promise<number> {
  const { rows } = await sql<{ rows: number }>`
    select reltuples::float8 as rows from pg_class where relname = 'mails' and relnamespace = current_schema()::regnamespace`.execute(
    db,
  );
  return rows[0]?.rows ?? -1;
}

/** Of how many accounts it believes them to be. */
async function knownAccounts(db: Db): Promise<number> {
  const { rows } = await sql<{ accounts: number }>`
    select n_distinct::float8 as accounts from pg_stats
    where tablename = 'mails' and attname = 'account_id' and schemaname = current_schema()`.execute(db);
  return rows[0]?.accounts ?? -1;
}
