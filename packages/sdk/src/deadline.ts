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
  const { signal } = controller;
  const stop = () => controller.abort(signals.find(({ aborted }) => aborted)?.reason);
  const timer = ms <= longest ? setTimeout(() => controller.abort(timeIsUp), ms) : undefined;
  const stopped = new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason)),
  );
  try {
    for (const outer of signals) {
      if (outer.aborted) stop();
      outer.addEventListener('abort', stop);
    }
    return await Promise.race([stopped, signal.aborted ? stopped : work(signal)]);
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
