import type { Db } from '@lodestone/core';
import type { Job } from '@lodestone/jobs';

import { answerHistory } from './answers.ts';
import { chance } from './chance.ts';
import { playRecipients } from './recipients.ts';
import { askForMagnet } from './visitors.ts';

/** Milliseconds between two turns. */
const EVERY = 2_000;

/** In how many turns somebody asks for a magnet, and somebody answers an email of the past, while the world is new. */
const ASKS = 0.25;
const ANSWERS = 0.1;

/** Minutes for which a start is lively, so that a newcomer sees the loop turn; then it goes on at an everyday pace. */
const LIVELY = 5;
const EVERYDAY = 0.02;

const began = performance.now();

/** Where the last turn ended; what would have happened while nothing ran does not happen. */
let playedUntil: Date | undefined;

/**
 * Plays the demo accounts' visitors and recipients, so that whoever starts it sees the loop turn: magnets are asked for,
 * confirmed, opened and clicked, and emails answered. Everything goes the way of real visitors; nothing leaves by a mail server.
 */
export const demoWorldJob: Job = {
  name: 'demo_world',
  schedule: { every: EVERY },
  timeoutMs: 20_000,
  limit: 1_000,
  run: async ({ db, account, clock, signal }) => {
    const until = clock();
    const from = playedUntil ?? until;
    playedUntil = until;
    const pace = performance.now() - began < LIVELY * 60_000 ? 1 : EVERYDAY;
    let happened = 0;
    for (const id of await simulatedAccounts(db)) {
      if (signal.aborted) break;
      const seed = `${id} ${until.toISOString()}`;
      const world = account(id);
      happened += await playRecipients(db, world, from, until);
      if (chance(`${seed} asks`) < ASKS * pace && (await askForMagnet(db, world, seed))) happened++;
      if (chance(`${seed} answers`) < ANSWERS * pace) await answerHistory(world, seed, until);
    }
    return happened;
  },
};

/** UUIDs of the accounts that the demo made. */
async function simulatedAccounts(db: Db): Promise<string[]> {
  const accounts = await db
    .selectFrom('accounts')
    .select('id')
    .where('simulated', '=', true)
    .orderBy('id')
    .execute();
  return accounts.map(({ id }) => id);
}
