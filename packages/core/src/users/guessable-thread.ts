// Judges one password and ends: see guessable.ts.
import { parentPort, workerData } from 'node:worker_threads';

import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

/** Characters that are judged: as many as make any password good, and few enough to be judged in an instant. */
const JUDGED = 64;

/** At or below this score of 0 to 4 a password takes fewer than a million guesses. */
const GUESSABLE_UP_TO = 1;

const { password, own } = workerData as { password: string; own: string[] };
const words = own.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)]).filter((word) => word !== '');
const withoutOwn = words
  .toSorted((a, b) => b.length - a.length)
  .reduce((rest, word) => rest.replaceAll(word.toLowerCase(), ''), password.toLowerCase());
const zxcvbn = new ZxcvbnFactory({ graphs: adjacencyGraphs, dictionary });
const guessable =
  // Little more than an address or a name that everybody knows.
  withoutOwn.length < 4 || zxcvbn.check(password.slice(0, JUDGED), words).score <= GUESSABLE_UP_TO;
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage(guessable);
