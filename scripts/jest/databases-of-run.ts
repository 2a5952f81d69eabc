import { Client } from 'pg';

/** The variable that says how the names of a run's databases begin. */
export const DATABASES_OF_RUN = 'LODESTONE_TEST_DATABASES';

/** Ends a run: drops the databases that its tests left behind, such as those of a test that broke off. */
export default async function dropLeft(): Promise<void> {
  const { TEST_DATABASE_URL: connectionString = '', [DATABASES_OF_RUN]: prefix = '' } = process.env;
  if (connectionString === '' || prefix === '') return;
  const server = new Client({ connectionString });
  await server.connect();
  const left = await server.query<{ datname: string }>(
    'select datname from pg_database where starts_with(datname, $1)',
    [prefix],
  );
  for (const { datname } of left.rows)
    await server.query(`drop database if exists ${server.escapeIdentifier(datname)} with (force)`);
  await server.end();
}
