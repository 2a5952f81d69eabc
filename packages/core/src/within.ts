/** Of a wait, each of which is begun only once the one before is over: a process that stands still loses one, and not all. */
const PARTS = 10;

/**
 * Waits no longer than so many milliseconds, of which those in which the process itself stood still do not count.
 * @param who is waited for, for the message
 * @throws an Error when it takes longer; the work itself goes on
 */
export async function within<Value>(ms: number, work: Promise<Value>, who: string): Promise<Value> {
  const late = Promise.withResolvers<never>();
  let timer: NodeJS.Timeout | undefined;
  let left = PARTS;
  const wait = () => {
    if (left-- > 0) timer = setTimeout(wait, ms / PARTS);
    else late.reject(new Error(`${who} did not answer within ${ms} ms.`));
  };
  wait();
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
