import { beginningOfIstDay, istDay } from '../days.ts';

/** What an inbox that warms up may send on each day of its warm-up: 5, 10, 15 ... */
export const WARM_UP_STEP = 5;

/** Share of bounces from which on a warm-up steps back. */
const WARM_UP_BOUNCES = 0.02;

/** IST days over which the bounces are looked at. */
export const WARM_UP_DAYS = 7;

/** Minutes after the beginning of an IST day at which warm-ups move on. */
export const WARM_UP_MINUTE = 2;

const DAY = 86_400_000;

/** Emails of an inbox that left on a day, and those that came back. */
interface DayOfInbox {
  sent: number;
  bounced: number;
}

/** How far an inbox's warm-up has come. */
interface WarmUpState {
  /** Its day, from 1 on. */
  day: number;
  /** Emails a day that the inbox may send once it is warm. */
  capacity: number;
}

/** A warm-up as the planner sees it. */
export interface PlannedWarmUp extends WarmUpState {
  /** Whether it has moved on today. */
  moved: boolean;
  /** The last IST days, today first. */
  days: readonly DayOfInbox[];
}

/** What an inbox may send in a day: its capacity, or what its warm-up allows where that is less. */
export function warmUpCap({ day, capacity }: WarmUpState): number {
  return Math.min(capacity, day * WARM_UP_STEP);
}

/**
 * The next day of a warm-up: one more if the inbox sent yesterday and few emails bounced, one less if many did.
 * @param days the IST days before, yesterday first
 * @returns null when the inbox is warm
 */
export function nextWarmUpDay({ day, capacity }: WarmUpState, days: readonly DayOfInbox[]): number | null {
  let [sent, bounced] = [0, 0];
  for (const one of days.slice(0, WARM_UP_DAYS)) {
    sent += one.sent;
    bounced += one.bounced;
  }
  if (bounced > 0 && bounced >= (sent + bounced) * WARM_UP_BOUNCES) return Math.max(day - 1, 1);
  const next = (days[0]?.sent ?? 0) > 0 ? day + 1 : day;
  return next * WARM_UP_STEP >= capacity ? null : next;
}

/** A warm-up while its days go by. Of what is planned, nothing bounces. */
interface WarmingUp {
  /** When it moves on next; infinity when the inbox is warm. */
  movesAt: number;
  /** Moves it on. @returns what the inbox may send a day from then on */
  move(): number;
  sent(): void;
  /** Another IST day begins. */
  dayEnds(): void;
}

export function startWarmUp(warmUp: PlannedWarmUp, from: number): WarmingUp {
  const { capacity } = warmUp;
  let { day } = warmUp;
  const days = warmUp.days.map((one) => ({ ...one }));
  const today = beginningOfIstDay(istDay(new Date(from))) + WARM_UP_MINUTE * 60_000;
  const warming: WarmingUp = {
    movesAt: !warmUp.moved && from < today ? today : today + DAY,
    move: () => {
      const next = nextWarmUpDay({ day, capacity }, days.slice(1));
      warming.movesAt = next === null ? Infinity : warming.movesAt + DAY;
      day = next ?? day;
      return next === null ? capacity : warmUpCap({ day, capacity });
    },
    sent: () => {
      const [of] = days;
      if (of) of.sent++;
    },
    dayEnds: () => {
      days.unshift({ sent: 0, bounced: 0 });
      days.length = Math.min(days.length, WARM_UP_DAYS + 1);
    },
  };
  return warming;
}
