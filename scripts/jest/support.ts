import { expect } from '@jest/globals';

const undos: (() => unknown)[] = [];

/** Undoes something when the test that asks for it has ended, whichever way; the last thing first. */
export function afterTest(undo: () => unknown): void {
  undos.push(undo);
}

/** Runs after every test, of every file. */
export async function undoAll(): Promise<void> {
  for (const undo of undos.splice(0).toReversed()) await undo();
}

/** Fails when there is no value (or an empty text), and tells TypeScript that there is one. */
export function present<T extends object | string | number | null | undefined>(
  value: T,
  message = 'A value is missing.',
): asserts value is NonNullable<T> {
  if (value === undefined || value === null || value === '') throw new Error(message);
}

/** Milliseconds of this process's CPU time that something takes: on a busy machine the clock on the wall says little. */
export async function cpuTime(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** The least of ten runs: a busy neighbour makes work dearer (caches, clock rate), never cheaper. In milliseconds. */
export async function leastCpuTime(work: () => unknown): Promise<number> {
  let least = Infinity;
  for (let run = 0; run < 10; run++) least = Math.min(least, await cpuTime(work));
  return least;
}

/** `expect`, for a check that is made in a loop: a failure begins with what was checked. */
export function expectFor<T>(what: unknown, actual: T): ReturnType<typeof expect<T>> {
  return naming(String(what), expect(actual));
}

function naming<Matchers extends object>(what: string, matchers: Matchers): Matchers {
  return new Proxy(matchers, {
    get(_, name) {
      const member: unknown = Reflect.get(matchers, name);
      if (typeof member === 'object' && member !== null) return naming(what, member);
      if (typeof member !== 'function') return member;
      return (...args: unknown[]) => {
        try {
          const outcome: unknown = member.apply(matchers, args);
          return outcome instanceof Promise ? outcome.catch((error) => fail(what, error)) : outcome;
        } catch (error) {
          return fail(what, error);
        }
      };
    },
  });
}

function fail(what: string, error: unknown): never {
  if (error instanceof Error) {
    const { message, stack = '' } = error;
    error.message = `${what}\n\n${message}`;
    error.stack = stack.replace(message, () => error.message);
  }
  throw error;
}
