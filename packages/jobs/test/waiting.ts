import { setTimeout } from 'node:timers/promises';

/** Milliseconds from the end of a look to the next. */
const PAUSE = 50;

/** Looks until there is something, for so many milliseconds. @throws when there is nothing by then */
export async function until<T>(
  what: () => Promise<T | undefined | false> | T | undefined | false,
  ms = 90_000,
): Promise<T> {
  const end = performance.now() + ms;
  while (performance.now() < end) {
    const found = await what();
    if (found !== undefined && found !== false) return found;
    await setTimeout(PAUSE);
  }
  throw new Error(`It did not come within ${ms} ms: ${what}`);
}

/**
 * Looks no oftener than there are looks in so many milliseconds of a machine left alone. On a busy one each takes longer, as all
 * else does, so that this is a bound on what is looked at and not on the machine.
 * @returns how many looks it took
 * @throws when there is nothing by then
 */
export async function soon(what: () => Promise<boolean>, ms: number): Promise<number> {
  for (let looks = 1; looks <= ms / PAUSE; looks++) {
    if (await what()) return looks;
    await setTimeout(PAUSE);
  }
  throw new Error(`It did not come within ${ms / PAUSE} looks: ${what}`);
}
