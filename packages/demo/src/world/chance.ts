import { createHash } from 'node:crypto';

/** A number from 0 to 1 that follows from a text alone: the same email always fares the same. */
export function chance(of: string): number {
  return createHash('sha256').update(of).digest().readUInt32BE(0) / 0xffff_ffff;
}

/** One of several, by the same rule. */
export function oneOf<T>(of: string, choices: readonly T[]): T | undefined {
  return choices[Math.floor(chance(of) * choices.length * 0.999_999)];
}
