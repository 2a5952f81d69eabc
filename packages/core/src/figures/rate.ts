/** A fraction from 0 to 1, rounded to four decimals; null when there is nothing to divide by. */
export function rate(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((part * 10_000) / whole) / 10_000;
}

/** Micro-dollars, as they are stored, in dollars. */
export function dollars(micros: number): number {
  return micros / 1_000_000;
}
