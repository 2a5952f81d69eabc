/**
 * Draws without dice: the same question always has the same answer, in every process and whatever was drawn before. FNV-1a
 * with a final mix, 32 bits.
 */
export function hash(...parts: readonly (string | number)[]): number {
  let bits = 0x811c9dc5;
  for (const part of parts) {
    const text = String(part);
    for (let at = 0; at < text.length; at++) {
      bits = Math.imul(bits ^ text.charCodeAt(at), 0x01000193);
    }
    bits = Math.imul(bits ^ 0x1f, 0x01000193);
  }
  return mix(bits);
}

/** From 0 to below 1. */
export function draw(...parts: readonly (string | number)[]): number {
  return hash(...parts) / 2 ** 32;
}

/** A well mixed number of another, 32 bits. */
export function mix(bits: number): number {
  let mixed = bits | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/**
 * One of several by a hash, each as likely as its weight (rendezvous): where one is added or taken away, only those that it
 * wins or had are chosen again. -1 where there is none.
 */
export function choose(seed: number, of: readonly { seed: number; weight: number }[]): number {
  let chosen = -1;
  let best = -Infinity;
  for (let at = 0; at < of.length; at++) {
    const one = of[at];
    if (!one) continue;
    const drawn = (mix(seed ^ one.seed) + 1) / (2 ** 32 + 1);
    const score = -Math.max(one.weight, 1) / Math.log(drawn);
    if (score > best) [best, chosen] = [score, at];
  }
  return chosen;
}
