import { Worker } from 'node:worker_threads';

/** Milliseconds for judging; a password that nobody could judge is let pass, since its length was. */
const LONGEST_JUDGING = 10_000;

/**
 * Whether a password is among the first that are tried: a common one, a row of keys, a date, or what is known of its user with
 * little more. Such a one falls to a few tries from each of many addresses, which no limit of tries can stop.
 *
 * It is judged in a thread that then ends, since the lists of words that it takes are 40 MB that a server has no other use for.
 * @param own what is known of the user, such as their address
 */
export function isGuessable(password: string, own: readonly string[]): Promise<boolean> {
  // The thread's own file, as it lies beside this one when built.
  const thread = new Worker(new URL('./guessable-thread.js', import.meta.url), {
    workerData: { password, own },
  });
  const timer = setTimeout(() => void thread.terminate(), LONGEST_JUDGING);
  return new Promise<boolean>((resolve, reject) => {
    thread.once('message', (guessable: boolean) => resolve(guessable));
    thread.once('error', reject);
    thread.once('exit', () => resolve(false));
  }).finally(() => clearTimeout(timer));
}
