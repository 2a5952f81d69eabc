import type { Plan } from './model.ts';

/** Grows as emails are added. */
export class Emails {
  length = 0;
  #at = new Float64Array(1_024);
  #lead = new Uint32Array(1_024);
  #inbox = new Uint16Array(1_024);
  #step = new Uint8Array(1_024);
  #variant = new Uint8Array(1_024);

  add(at: number, lead: number, inbox: number, step: number, variant: number): void {
    if (this.length === this.#at.length) this.#grow();
    const place = this.length++;
    this.#at[place] = at;
    this.#lead[place] = lead;
    this.#inbox[place] = inbox;
    this.#step[place] = step;
    this.#variant[place] = variant;
  }

  /** @param until the moment to which the plan holds */
  finish(until: number): Plan {
    const { length } = this;
    return {
      until,
      length,
      at: this.#at.subarray(0, length),
      lead: this.#lead.subarray(0, length),
      inbox: this.#inbox.subarray(0, length),
      step: this.#step.subarray(0, length),
      variant: this.#variant.subarray(0, length),
    };
  }

  #grow(): void {
    const size = this.#at.length * 2;
    this.#at = grown(new Float64Array(size), this.#at);
    this.#lead = grown(new Uint32Array(size), this.#lead);
    this.#inbox = grown(new Uint16Array(size), this.#inbox);
    this.#step = grown(new Uint8Array(size), this.#step);
    this.#variant = grown(new Uint8Array(size), this.#variant);
  }
}

/** Moves numbers into a larger array. */
export function grown<T extends { set(from: T): void }>(empty: T, from: T): T {
  empty.set(from);
  return empty;
}
