/** Milliseconds that emails under way get when the process has to end: cut off, they would be in doubt. */
const GRACE = 4_000;

/** A signal that fires that much later than another, for emails that are under way. Call `end` when they no longer are. */
export function withGrace(signal: AbortSignal): { signal: AbortSignal; end(): void } {
  const later = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const wait = () => void (timer = setTimeout(() => later.abort(signal.reason), GRACE));
  if (signal.aborted) wait();
  else signal.addEventListener('abort', wait, { once: true });
  return {
    signal: later.signal,
    end: () => {
      signal.removeEventListener('abort', wait);
      clearTimeout(timer);
    },
  };
}
