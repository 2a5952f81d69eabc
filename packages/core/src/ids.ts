import { v7 } from 'uuid';

/**
 * Identifiers: a UUIDv7 in the database, a TypeID on the wire, that is, a prefix that names the kind, an underscore and
 * the 128 bits in 26 digits of Crockford's base 32, lower case. Both sort by time of creation.
 */
export type Kind =
  | 'acc'
  | 'usr'
  | 'ses'
  | 'key'
  | 'mag'
  | 'sub'
  | 'dlv'
  | 'cmp'
  | 'var'
  | 'enr'
  | 'snd'
  | 'msg'
  | 'ans'
  | 'eml'
  | 'job'
  | 'sup'
  | 'mal'
  | 'aud'
  | 'flt'
  | 'inv';

const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';
const WIRE = /^([a-z]{3})_([0-7][0-9a-hjkmnp-tv-z]{25})$/;

/** A new id for the database. */
export function newId(): string {
  return v7();
}

/** A UUID that sorts before all that are made from that time on, and after those before it. */
export function firstIdOf(time: Date): string {
  const hex = time.getTime().toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

/** Every two digits, by the ten bits that they stand for. */
const PAIRS = [...DIGITS].flatMap((first) => [...DIGITS].map((second) => first + second));

/** The wire's form of a UUID. A page shows hundreds, and with big integers each would take three times as long. */
export function toWire(kind: Kind, uuid: string): string {
  const hex = uuid.replaceAll('-', '');
  let digits = PAIRS[Number.parseInt(hex.slice(0, 2), 16)];
  for (let at = 2; at < hex.length; at += 5) {
    const bits = Number.parseInt(hex.slice(at, at + 5), 16);
    digits += `${PAIRS[bits >> 10]}${PAIRS[bits & 1023]}`;
  }
  return `${kind}_${digits}`;
}

/** The UUID of a wire id, or null for any text that is not the one canonical id of that kind. */
export function fromWire(kind: Kind, text: string): string | null {
  const [, prefix, digits] = WIRE.exec(text) ?? [];
  if (prefix !== kind || digits === undefined) return null;
  let bits = 0n;
  for (const digit of digits) bits = (bits << 5n) | BigInt(DIGITS.indexOf(digit));
  const hex = bits.toString(16).padStart(32, '0');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
