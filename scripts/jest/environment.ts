/** The environment of tests: Node's own, and no sandbox. See `runtime.ts`. */
class Environment {
  readonly global = globalThis;

  async setup(): Promise<void> {}

  async teardown(): Promise<void> {}

  getVmContext(): null {
    return null;
  }
}

export { Environment as default };
