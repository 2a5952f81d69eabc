import type { PlannedCampaign, PlannedInbox } from './model.ts';
import { WARM_UP_STEP } from './warm-up.ts';

/** What decides which lead comes first. */
interface Waiting {
  /** Place of the inbox that writes to them. */
  inbox: number;
  /** Whether it is the first email that waits. */
  first: boolean;
  domain: string;
  /** Milliseconds since 1970. */
  due: number;
}

/**
 * Which of a campaign's leads a plan has to know, where they are given in the order in which they are due: an inbox cannot get
 * further than its cap lets it in so many days, so whoever comes later changes nothing. Those who wait because their domain has
 * had its share let others pass, so where domains are limited there are as many more as could wait.
 */
export class Reach {
  readonly #most: readonly number[];
  readonly #mostOfDomain: number;
  readonly #taken: Uint32Array;
  readonly #byDomain = new Map<string, number>();
  readonly #share: number;
  /** Of which inboxes a share is less than a plan could have to know. */
  readonly #isCut: readonly boolean[];
  readonly #lastDue: Float64Array;

  /** @param share at most so many are taken of each inbox, of those who wait for their first email and of the others */
  constructor(
    campaign: PlannedCampaign,
    inboxes: readonly PlannedInbox[],
    { days, share = Infinity }: { days: number; share?: number | undefined },
  ) {
    const { daily_limit, domain_limit, inboxes: places } = campaign;
    // Whenever it begins, a plan touches one calendar day more.
    const calendarDays = days + 1;
    const inADay = inboxes.map((inbox, place) =>
      places.includes(place) ? Math.min(highestCap(inbox, days), daily_limit) : 0,
    );
    const together = Math.min(
      daily_limit,
      inADay.reduce((sum, one) => sum + one, 0),
    );
    const waiting = domain_limit === null ? 0 : together;
    const most = inADay.map((one) => (one === 0 ? 0 : (one + waiting) * calendarDays));
    this.#share = share;
    this.#isCut = most.map((one) => one > share);
    this.#most = most.map((one) => Math.min(one, share));
    this.#mostOfDomain = domain_limit === null ? Infinity : domain_limit * calendarDays;
    this.#taken = new Uint32Array(2 * inboxes.length);
    this.#lastDue = new Float64Array(2 * inboxes.length);
  }

  /** Whether a lead has to be known; takes them. */
  takes({ inbox, first, domain, due }: Waiting): boolean {
    const queue = queueOf(inbox, first);
    const taken = this.#taken[queue] ?? 0;
    if (taken >= (this.#most[inbox] ?? 0) || !this.#takesOf(domain, queue)) return false;
    this.#taken[queue] = taken + 1;
    this.#lastDue[queue] = due;
    return true;
  }

  /** How many more can be taken of those who wait for some inboxes. */
  room(inboxes: readonly number[], first: readonly boolean[]): number {
    let room = 0;
    for (const inbox of inboxes) {
      for (const one of first) room += (this.#most[inbox] ?? 0) - (this.#taken[queueOf(inbox, one)] ?? 0);
    }
    return room;
  }

  /** Where a share was all that was taken of an inbox, and when the last of these is due. */
  cuts(): { inbox: number; first: boolean; due: number }[] {
    return [...this.#taken].flatMap((taken, queue) => {
      const inbox = queue >> 1;
      if (!this.#isCut[inbox] || taken < this.#share) return [];
      return [{ inbox, first: queue % 2 === 1, due: this.#lastDue[queue] ?? 0 }];
    });
  }

  #takesOf(domain: string, queue: number): boolean {
    if (this.#mostOfDomain === Infinity) return true;
    const key = `${queue} ${domain}`;
    const taken = this.#byDomain.get(key) ?? 0;
    if (taken >= this.#mostOfDomain) return false;
    this.#byDomain.set(key, taken + 1);
    return true;
  }
}

function queueOf(inbox: number, first: boolean): number {
  return 2 * inbox + Number(first);
}

/** What an inbox may send on the last of so many days, however well its warm-up goes. */
function highestCap({ cap, warm_up }: PlannedInbox, days: number): number {
  return warm_up ? Math.min(warm_up.capacity, cap + (days + 1) * WARM_UP_STEP) : cap;
}
