import { beginningOfIstDay, istDay } from '../days.ts';
import { draw, hash, mix } from './draw.ts';

/** How an inbox paces itself. */
export interface Pace {
  /** UUID of the inbox: what its days are drawn from. */
  id: string;
  /** Seconds between two emails. Both 0: as fast as the server takes them. */
  gap_from: number;
  gap_to: number;
}

const HOUR = 3_600_000;

/** Milliseconds for which a slot that was missed may still be used. What is older is lost, so that nothing piles up. */
export const GRACE = 60_000;

/** Seconds more than the least gap: who is a moment late for a slot must not be late for the next one as well. */
const SPARE = 1;

const days = new Map<string, Float64Array>();

/**
 * The moments of an IST day at which an inbox may send one email each, in milliseconds since 1970: its shape of that day. It
 * begins when it likes, leaves gaps with jitter, keeps below a ceiling by the hour, and is the same whenever it is asked for.
 */
export function slotsOf({ id, gap_from, gap_to }: Pace, day: string): Float64Array {
  const name = `${id} ${day} ${gap_from} ${gap_to}`;
  const known = days.get(name);
  if (known) return known;
  const start = beginningOfIstDay(day);
  const least = gap_from + SPARE;
  const most = Math.max(gap_to, least);
  const average = (least + most) / 2;
  // It clips bursts and no more: an hour that is used up by the middle of it would look odder than the burst.
  const ceiling = Math.ceil((3_600 / average) * (1 + 0.25 * draw(id, day, 'ceiling')));
  const slots: number[] = [];
  let seed = hash(id, day, 'gaps');
  let [hour, inHour] = [-1, 0];
  for (let at = start; ;) {
    seed = mix(seed + 0x9e3779b9);
    at += Math.round((least + (most - least) * (seed / 2 ** 32)) * 1_000);
    if (at >= start + 24 * HOUR) break;
    const thisHour = Math.floor((at - start) / HOUR);
    [hour, inHour] = thisHour === hour ? [hour, inHour + 1] : [thisHour, 1];
    if (inHour <= ceiling) slots.push(at);
  }
  if (days.size > 500) days.clear();
  const shape = Float64Array.from(slots);
  days.set(name, shape);
  return shape;
}

/** Whether the inbox keeps gaps at all. */
export function isPaced({ gap_to }: Pace): boolean {
  return gap_to > 0;
}

/** The first slot at or after a moment. */
export function nextSlot(pace: Pace, from: number): number {
  for (let at = from; ;) {
    const day = istDay(new Date(at));
    const slots = slotsOf(pace, day);
    const found = slots[firstAtLeast(slots, from)];
    if (found !== undefined) return found;
    at = beginningOfIstDay(day) + 24 * HOUR;
  }
}

/** The last slot at or before a moment, on its IST day; null before the first. */
export function lastSlot(pace: Pace, at: number): number | null {
  const slots = slotsOf(pace, istDay(new Date(at)));
  return slots[firstAtLeast(slots, at + 1) - 1] ?? null;
}

function firstAtLeast(slots: Float64Array, at: number): number {
  let [low, high] = [0, slots.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((slots[middle] ?? 0) < at) low = middle + 1;
    else high = middle;
  }
  return low;
}
