import { createRequire, registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';

import type * as jest from '@jest/globals';

type Globals = Pick<
  typeof jest,
  'afterAll' | 'afterEach' | 'beforeAll' | 'beforeEach' | 'describe' | 'expect' | 'it' | 'test'
>;

let current: Globals;

/** What `@jest/globals` exports: always of the file that runs, for modules that several files share. */
export const forwarded = Object.fromEntries(
  (['afterAll', 'afterEach', 'beforeAll', 'beforeEach', 'describe', 'expect', 'it', 'test'] as const).map(
    (name) => [
      name,
      new Proxy(() => {}, {
        apply: (_, self, args) => Reflect.apply(current[name] as () => unknown, self, args),
        get: (_, key) => Reflect.get(current[name], key),
      }),
    ],
  ),
) as unknown as Globals;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === '@jest/globals'
      ? { url: new URL('globals.ts', import.meta.url).href, shortCircuit: true }
      : next(specifier, context),
});

// jest tells a worker to end by a message, 2 in its protocol. What the files share, a browser for one, would keep it alive.
const { exit } = process;
process.on('message', (message: unknown) => {
  if (Array.isArray(message) && message[0] === 2) exit();
});

const EVENT_HANDLERS = Symbol.for('EVENT_HANDLERS');

/**
 * Loads test files as Node loads any module, in place of jest's own loader, which runs each file in a sandbox of its own.
 * So what is dear is loaded and compiled once a worker and not once a file: the server, the embedded database, a browser.
 * And nothing behaves otherwise than outside of tests: an error of Node's own modules is an `instanceof Error`.
 */
class Runtime {
  /** jest's test framework. It holds the tests that were declared, so each file gets a fresh one. */
  requireInternalModule(path: string): unknown {
    const require = createRequire(path);
    delete require.cache[path];
    Reflect.deleteProperty(globalThis, EVENT_HANDLERS);
    return require(path);
  }

  setGlobalsForRuntime(globals: Globals): void {
    current = globals;
  }

  unstable_shouldLoadAsEsm(): boolean {
    return true;
  }

  async unstable_importModule(path: string): Promise<void> {
    // Loaded again for each test file, unlike what it imports.
    await import(`${pathToFileURL(path).href}?${performance.now()}`);
  }

  requireModule(path: string): unknown {
    return createRequire(path)(path);
  }

  getSourceMaps(): null {
    return null;
  }

  getAllCoverageInfoCopy(): null {
    return null;
  }

  enterTestCode(): void {}

  leaveTestCode(): void {}

  teardown(): void {}
}

export { Runtime as 'module.exports' };
