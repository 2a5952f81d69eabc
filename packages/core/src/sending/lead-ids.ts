const DASH = '-'.charCodeAt(0);

/** What each hexadecimal digit is worth, by its code. */
const VALUES = new Uint8Array(128);
for (const [value, digit] of [...'0123456789abcdef'].entries()) VALUES[digit.charCodeAt(0)] = value;

function valueOf(text: string, at: number): number {
  return VALUES[text.charCodeAt(at)] ?? 0;
}

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
    // A text without the dashes would be one more string for each of a million.
    for (let digit = 0, byte = at; digit < uuid.length; digit += 2) {
      if (uuid.charCodeAt(digit) === DASH) digit++;
      this.#bytes[byte++] = (valueOf(uuid, digit) << 4) | valueOf(uuid, digit + 1);
    }
  }

  get(place: number): string {
    const hex = this.#bytes.toString('hex', place * 16, place * 16 + 16);
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  }
}
