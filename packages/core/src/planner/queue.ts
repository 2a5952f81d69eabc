/**
 * Leads in the order in which they are due; of equal ones the one that was read first comes first. Those who are in here before it is
 * first looked at stand in a line, which is sorted then, and so do those who come later and after the last of it. A binary heap has
 * the others.
 */
export class DueQueue {
  /** There may be more than are in here, all due at this moment or later; infinity where there are none. */
  knownUntil = Infinity;
  readonly #due: Float64Array;
  #line: number[] = [];
  /** Where the line begins. */
  #from = 0;
  #isSorted = false;
  readonly #heap: number[] = [];

  /** @param due when each lead is due. It must not change while the lead is in here. */
  constructor(due: Float64Array) {
    this.#due = due;
  }

  get head(): number | undefined {
    return this.#isInLine() ? this.#line[this.#from] : this.#heap[0];
  }

  /** When the head is due; infinity when there is none. */
  get dueAt(): number {
    const { head } = this;
    return head === undefined ? Infinity : this.#at(head);
  }

  /** When the next is due, whether or not they are in here. */
  get nextAt(): number {
    return Math.min(this.dueAt, this.knownUntil);
  }

  /** Whether somebody who is not in here may come before the head. */
  get isUnknown(): boolean {
    return this.dueAt > this.knownUntil;
  }

  push(lead: number): void {
    const last = this.#line.at(-1);
    if (last === undefined || !this.#isSorted || this.#before(last, lead)) this.#line.push(lead);
    else this.#pushOnHeap(lead);
  }

  pop(): number | undefined {
    if (!this.#isInLine()) return this.#popFromHeap();
    const head = this.#line[this.#from++];
    if (this.#from === this.#line.length) [this.#line, this.#from] = [[], 0];
    return head;
  }

  /** Whether the head stands in the line. */
  #isInLine(): boolean {
    if (!this.#isSorted) this.#sort();
    const [first, top] = [this.#line[this.#from], this.#heap[0]];
    return first !== undefined && (top === undefined || this.#before(first, top));
  }

  #sort(): void {
    this.#line.sort((one, other) => this.#at(one) - this.#at(other) || one - other);
    this.#isSorted = true;
  }

  #pushOnHeap(lead: number): void {
    const leads = this.#heap;
    let place = leads.length;
    leads.push(lead);
    while (place > 0) {
      const parent = (place - 1) >> 1;
      const above = leads[parent] ?? 0;
      if (!this.#before(lead, above)) break;
      leads[place] = above;
      place = parent;
    }
    leads[place] = lead;
  }

  #popFromHeap(): number | undefined {
    const leads = this.#heap;
    const head = leads[0];
    const last = leads.pop();
    if (last === undefined || leads.length === 0) return head;
    let place = 0;
    for (;;) {
      let child = 2 * place + 1;
      if (child >= leads.length) break;
      if (child + 1 < leads.length && this.#before(leads[child + 1] ?? 0, leads[child] ?? 0)) child++;
      const below = leads[child] ?? 0;
      if (!this.#before(below, last)) break;
      leads[place] = below;
      place = child;
    }
    leads[place] = last;
    return head;
  }

  #before(one: number, other: number): boolean {
    const [a, b] = [this.#at(one), this.#at(other)];
    return a < b || (a === b && one < other);
  }

  #at(lead: number): number {
    return this.#due[lead] ?? Infinity;
  }
}
