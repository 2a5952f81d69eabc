import { randomBytes } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  adoptInstallation,
  createAccount,
  type Db,
  decrypt,
  encrypt,
  enterInstallation,
  forAccount,
  keepSecretKeyId,
  type Local,
  newId,
  readSecretKeyId,
  secretKeyId,
  type SecretKeys,
  stopInstallation,
} from '@lodestone/core';
import { sql } from 'kysely';

import { DATABASES } from './databases.ts';

const STRANGER: Local = { name: null, generations: {} };

for (const database of DATABASES) {
  database.describe(`An installation on ${database.name}`, () => {
    let db: Db;
    let close: () => Promise<void>;
    beforeAll(async () => {
      ({ db, close } = await database.open());
    });
    afterAll(() => close());

    async function send(): Promise<void> {
      const { account_id } = await createAccount(db, { name: 'Acme', email: 'maya@acme.example' });
      await forAccount(db, account_id, { kind: 'system' }).insert('mails', {
        id: newId(),
        kind: 'test',
        token: randomBytes(16).toString('base64url'),
        message_id: 'one@acme.example',
        to_address: 'lee@example.com',
        state: 'sent',
        sent_at: new Date(),
      });
    }

    test('a database that has never sent belongs to whoever comes, also to several', async () => {
      expect((await enterInstallation(db, STRANGER)).held).toBeNull();
      expect((await enterInstallation(db, STRANGER)).held).toBeNull();
      expect((await enterInstallation(db, { name: 'production', generations: {} })).held).toBeNull();
    });

    test('once it has sent, a stranger is held, and so is one of another name; who knows it is not', async () => {
      await adoptInstallation(db, STRANGER);
      await send();
      expect(await enterInstallation(db, STRANGER)).toEqual({ held: 'unknown' });
      expect(await enterInstallation(db, { name: 'staging', generations: {} })).toEqual({ held: 'other' });
      expect((await enterInstallation(db, { name: 'production', generations: {} })).held).toBeNull();
    });

    test('it is held where it was restored from a dump, whoever comes, until somebody says that it may', async () => {
      const local: Local = { name: 'production', generations: {} };
      await adoptInstallation(db, local);
      expect((await enterInstallation(db, local)).held).toBeNull();
      // As in a dump: the ids of where it lay before.
      await sql`update installation set place = '1/2'`.execute(db);
      expect(await enterInstallation(db, local)).toEqual({ held: 'moved' });
      expect(await enterInstallation(db, STRANGER)).toEqual({ held: 'moved' });
      await adoptInstallation(db, local);
      expect((await enterInstallation(db, local)).held).toBeNull();
    });

    test('an operator holds it for everybody', async () => {
      const local: Local = { name: 'production', generations: {} };
      await stopInstallation(db);
      expect(await enterInstallation(db, local)).toEqual({ held: 'stopped' });
      await adoptInstallation(db, local);
      expect((await enterInstallation(db, local)).held).toBeNull();
    });

    test('adopting lets a process in, without shutting out another that knows the database', async () => {
      const first = await adoptInstallation(db, STRANGER);
      const second = await adoptInstallation(db, STRANGER);
      expect(second).toEqual({ databaseId: first.databaseId, generation: first.generation + 1 });
      for (const { databaseId, generation } of [first, second]) {
        const entered = await enterInstallation(db, {
          name: null,
          generations: { [databaseId]: generation },
        });
        expect(entered.held).toBeNull();
      }
    });

    test('a database that is behind what was seen of it was restored, and is held until it is adopted', async () => {
      const { databaseId, generation } = await adoptInstallation(db, STRANGER);
      const ahead: Local = { name: 'production', generations: { [databaseId]: generation + 7 } };
      expect(await enterInstallation(db, ahead)).toEqual({ held: 'restored' });
      expect(await adoptInstallation(db, ahead)).toEqual({ databaseId, generation: generation + 8 });
      expect((await enterInstallation(db, ahead)).held).toBeNull();
    });

    test('it knows which key its secrets are encrypted with', async () => {
      expect(await readSecretKeyId(db)).toBeNull();
      await keepSecretKeyId(db, 'ab12');
      expect(await readSecretKeyId(db)).toBe('ab12');
    });
  });
}

describe('A secret', () => {
  const key = randomBytes(32);
  const keys: SecretKeys = [key];
  const context = { account: newId(), purpose: 'smtp password' };

  test('is read back, and is sealed afresh each time', () => {
    for (const secret of ['', 'pässwörd 🔑', 'x'.repeat(10_000)]) {
      const sealed = encrypt(keys, secret, context);
      expect(decrypt(keys, sealed, context)).toBe(secret);
      expect(encrypt(keys, secret, context)).not.toBe(sealed);
    }
  });

  test('opens neither for another account, nor for another purpose, nor when a byte was changed', () => {
    const sealed = encrypt(keys, 'hunter2', context);
    expect(() => decrypt(keys, sealed, { ...context, account: newId() })).toThrow('moved');
    expect(() => decrypt(keys, sealed, { ...context, purpose: 'imap password' })).toThrow('moved');
    const [version, id, text = ''] = sealed.split('.');
    const bytes = Buffer.from(text, 'base64url');
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => decrypt(keys, `${version}.${id}.${changed.toString('base64url')}`, context)).toThrow();
    }
  });

  test('is read after its key was replaced, as long as the old one is kept', () => {
    const sealed = encrypt(keys, 'hunter2', context);
    const newer = randomBytes(32);
    expect(decrypt([newer, key], sealed, context)).toBe('hunter2');
    expect(() => decrypt([newer], sealed, context)).toThrow(secretKeyId(key));
    expect(encrypt([newer, key], 'x', context)).toContain(secretKeyId(newer));
  });

  test.each(['', 'hunter2', 'v1.0011223344556677.short', 'v2.0011223344556677.aaaa'])(
    'is never made of other text: %j',
    (text) => {
      expect(() => decrypt(keys, text, context)).toThrow('not an encrypted secret');
    },
  );
});
