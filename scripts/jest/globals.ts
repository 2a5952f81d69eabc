import { forwarded } from './runtime.ts';

/** Stands in for `@jest/globals`. */
export const { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test } = forwarded;
