import { Client } from 'pg';

import { type Db, embeddedOf } from './connect.ts';

/** Milliseconds until a listening connection that broke is made again. */
const AGAIN = 2_000;

/**
 * Hears what is said on a channel by `pg_notify`. On PostgreSQL it holds a connection of its own, which is made again when it
 * breaks; what is said meanwhile is lost, so look for yourself now and then.
 * @returns stops it
 */
export async function listen(
  where: Db | string,
  channel: string,
  heard: (message: string) => void,
): Promise<() => Promise<void>> {
  return typeof where === 'string'
    ? listenToPostgres(where, channel, heard)
    : (await embeddedOf(where)).listen(channel, heard);
}

function listenToPostgres(
  connectionString: string,
  channel: string,
  heard: (message: string) => void,
): () => Promise<void> {
  let stopped = false;
  let client: Client;
  let timer: NodeJS.Timeout | undefined;

  function open(): void {
    client = new Client({
      connectionString,
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    });
    client.on('notification', ({ payload }) => heard(payload ?? ''));
    client.on('error', () => {});
    client.once('end', again);
    client.connect().then(
      () => client.query(`listen ${client.escapeIdentifier(channel)}`).catch(() => client.end()),
      () => again(),
    );
  }

  function again(): void {
    if (stopped || timer) return;
    timer = setTimeout(() => {
      timer = undefined;
      open();
    }, AGAIN).unref();
  }

  open();
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await client.end().catch(() => {});
  };
}
