/** UUIDs by place, 16 bytes each: a million of them as text would take a hundred megabytes. */
export class LeadIds {
  #bytes = Buffer.alloc(16 * 1_024);

  set(place: number, uuid: string): void {
    if (place < 0) return;
    const at = place * 16;
    if (at + 16 > this.#bytes.length) {
      const grown = Buffer.alloc(Math.max(this.#bytes.length * 2, at + 16));
      this.#bytes.copy(grown);
      this.#bytes = grown;
    }
    this.#bytes.write(uuid.replaceAll('-', ''), at, 'hex');
  }

  get(place: number): string {
    const hex = this.#bytes.toString('hex', place * 16, place * 16 + 16);
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  }
}
