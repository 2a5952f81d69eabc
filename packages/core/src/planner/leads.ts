import { seedOfLead } from './choices.ts';
import { grown } from './emails.ts';
import type { PlannedLeads, PlannedRetry } from './model.ts';

/** A lead as the database has it. */
export interface LeadRow {
  subscriber_id: string;
  campaign_id: string;
  step: number;
  /** Milliseconds since 1970. */
  due: number;
  email_account_id: string | null;
  domain?: string;
}

/** Takes rows of leads into the planner's form, which holds a million of them in some 30 MB. */
export class LeadCollector {
  readonly #campaigns: Map<string, number>;
  readonly #inboxes: Map<string, number>;
  readonly #domains = new Map<string, number>();
  #length = 0;
  #size: number;
  #seed: Uint32Array;
  #campaign: Uint16Array;
  #step: Uint8Array;
  #due: Float64Array;
  #inbox: Int16Array;
  #domain: Uint32Array;
  readonly #retries = new Map<number, PlannedRetry>();

  /** @param size how many there will be, about */
  constructor(campaigns: readonly { id: string }[], inboxes: readonly { id: string }[], size = 1_024) {
    this.#campaigns = new Map(campaigns.map(({ id }, place) => [id, place]));
    this.#inboxes = new Map(inboxes.map(({ id }, place) => [id, place]));
    this.#size = size;
    this.#seed = new Uint32Array(size);
    this.#campaign = new Uint16Array(size);
    this.#step = new Uint8Array(size);
    this.#due = new Float64Array(size);
    this.#inbox = new Int16Array(size);
    this.#domain = new Uint32Array(size);
  }

  /**
   * Adds a lead of one of the campaigns.
   * @param retry given where the step is tried again
   * @returns its place, or -1 for a campaign that is not planned
   */
  add(row: LeadRow, retry?: PlannedRetry): number {
    const { subscriber_id, campaign_id, step, due, email_account_id, domain = '' } = row;
    const campaign = this.#campaigns.get(campaign_id);
    if (campaign === undefined) return -1;
    if (this.#length === this.#size) this.#grow();
    const place = this.#length++;
    this.#seed[place] = seedOfLead(campaign_id, subscriber_id);
    this.#campaign[place] = campaign;
    this.#step[place] = step;
    this.#due[place] = due;
    this.#inbox[place] = this.#placeOf(email_account_id, step === 1 && !retry);
    this.#domain[place] = this.#domainOf(domain);
    if (retry) this.#retries.set(place, retry);
    return place;
  }

  finish(): PlannedLeads {
    return {
      length: this.#length,
      seed: this.#seed,
      campaign: this.#campaign,
      step: this.#step,
      due: this.#due,
      inbox: this.#inbox,
      domain: this.#domain,
      domains: [...this.#domains.keys()],
      retries: this.#retries,
    };
  }

  /** A first email may go from any inbox of the campaign; what comes after it waits for the one that wrote before. */
  #placeOf(inbox: string | null, isFirst: boolean): number {
    const place = inbox === null ? undefined : this.#inboxes.get(inbox);
    return place ?? (inbox === null || isFirst ? -1 : -2);
  }

  #domainOf(domain: string): number {
    const known = this.#domains.get(domain);
    if (known !== undefined) return known;
    this.#domains.set(domain, this.#domains.size);
    return this.#domains.size - 1;
  }

  #grow(): void {
    this.#size *= 2;
    this.#seed = grown(new Uint32Array(this.#size), this.#seed);
    this.#campaign = grown(new Uint16Array(this.#size), this.#campaign);
    this.#step = grown(new Uint8Array(this.#size), this.#step);
    this.#due = grown(new Float64Array(this.#size), this.#due);
    this.#inbox = grown(new Int16Array(this.#size), this.#inbox);
    this.#domain = grown(new Uint32Array(this.#size), this.#domain);
  }
}
