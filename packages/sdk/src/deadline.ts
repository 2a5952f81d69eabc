/** The reason with which work is stopped when its time is up. */
export const timeIsUp = Symbol();

// A timer set for longer than this fires at once.
const longest = 2 ** 31 - 1;

/**
 * Runs `work` until it ends, `ms` milliseconds have passed or one of the signals is aborted, whichever comes first, and
 * rejects with `timeIsUp` or the signal's reason. The work's own signal is aborted then too, but it is not relied on: a
 * `fetch` that ignores its signal is left behind all the same. (`AbortSignal.any` is missing in some edge runtimes.)
 */
export async function within<T>(
  ms: number,
  signals: readonly AbortSignal[],
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  let end: (reason: unknown) => void;
  // Rejected by hand: a listener on the work's own signal costs more than the rest of this together.
  const ended = new Promise<never>((_, reject) => {
    end = (reason) => {
      reject(reason as Error);
      controller.abort(reason);
    };
  });
  const stop = () => end(signals.find(({ aborted }) => aborted)?.reason);
  const timer = ms <= longest ? setTimeout(() => end(timeIsUp), ms) : undefined;
  try {
    for (const outer of signals) {
      if (outer.aborted) stop();
      outer.addEventListener('abort', stop);
    }
    return await Promise.race([ended, controller.signal.aborted ? ended : work(controller.signal)]);
  } finally {
    clearTimeout(timer);
    for (const outer of signals) outer.removeEventListener('abort', stop);
  }
}

/** Waits, unless one of the signals is aborted: then it rejects with the signal's reason at once. */
export const sleep = (ms: number, signals: readonly AbortSignal[]): Promise<void> =>
  within(ms, signals, () => new Promise<never>(() => {})).catch((reason: unknown) => {
    if (reason !== timeIsUp) throw reason;
  });
