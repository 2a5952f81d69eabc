import closeWithGrace from 'close-with-grace';

import { readPublicUrl } from '@lodestone/core';

import { type Config, direct, hasPublicUrl } from './config.ts';
import { currentOrStop, openDatabase, placeOf, Stop } from './database.ts';
import { howToResume, watchSending } from './installation.ts';
import { startJobs } from './jobs.ts';
import { createLog } from './log.ts';
import { ignoreRepeatedSignals } from './workers.ts';

/** A process that only does jobs, until a signal ends it. */
export async function work(given: Config, { json }: { json: boolean }): Promise<void> {
  if (given.databaseUrl === undefined) {
    throw new Stop(
      'work needs PostgreSQL: the embedded database belongs to one process, the server, which runs the jobs itself. Set DATABASE_URL.',
    );
  }
  const log = createLog(given.logLevel);
  const traces = given.traces ? await import('./traces.ts') : undefined;
  traces?.warnOfUnheardTraces(log);
  const patient = await openDatabase(given, 'lodestone work', { patient: true });
  try {
    await currentOrStop(patient.db, given);
  } finally {
    await patient.close();
  }
  const config = direct(given);
  const { db, close } = await openDatabase({ ...config, poolSize: 1 }, 'lodestone work');
  const sending = await watchSending(db, config, log);
  const publicUrl = hasPublicUrl(config) ? config.publicUrl : ((await readPublicUrl(db)) ?? config.publicUrl);
  const jobs = await startJobs({ db, config: { ...config, publicUrl }, sending, log });
  closeWithGrace({ delay: 15_000, logger: false }, async ({ err }) => {
    ignoreRepeatedSignals();
    if (err) log.fatal({ err }, 'The process is stopping because of an uncaught error.');
    sending.stop();
    await jobs.stop();
    await traces?.flushTraces();
    await close();
  });
  const database = `PostgreSQL at ${placeOf(config.databaseUrl ?? given.databaseUrl)}`;
  const held = sending.held();
  const lines = [
    `Lodestone is running its jobs on ${database}. Press Ctrl-C to stop.`,
    ...(held === null ? [] : [`Sending is held: ${held}. ${howToResume(given)}`]),
  ];
  console.log(json ? JSON.stringify({ database, sendingHeld: held }) : lines.join('\n'));
}
