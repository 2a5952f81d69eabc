import { randomBytes } from 'node:crypto';

import { connect } from '@lodestone/core';
import { sql } from 'kysely';

/** Makes a database on a PostgreSQL server. */
export async function emptyDatabase(server: string): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `lodestone_torture_${randomBytes(6).toString('hex')}`;
  const admin = connect({ databaseUrl: server, poolSize: 1, patient: true });
  await sql`create database ${sql.id(name)}`.execute(admin);
  const own = new URL(server);
  own.pathname = `/${name}`;
  return {
    url: own.href,
    drop: async () => {
      await sql`drop database ${sql.id(name)} with (force)`.execute(admin);
      await admin.destroy();
    },
  };
}
