import { v7 } from 'uuid';

import { notFound } from './refusal.ts';

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

const [HYPHEN, LETTER_A, ZERO] = [45, 97, 48];

/**
 * The wire's form of a UUID, which is in lower case, as the database writes it. A page shows hundreds: by its parts as numbers each
 * would take twice as long, and with big integers six times.
 */
export function toWire(kind: Kind, uuid: string): string {
  let wire = `${kind}_`;
  // 128 bits are the last 8 of a first pair of digits, and 12 pairs.
  let [bits, count] = [0, 2];
  for (let at = 0; at < uuid.length; at++) {
    const code = uuid.charCodeAt(at);
    if (code === HYPHEN) continue;
    bits = (bits << 4) | (code < LETTER_A ? code - ZERO : code - LETTER_A + 10);
    count += 4;
    if (count < 10) continue;
    count -= 10;
    wire += PAIRS[bits >> count];
    bits &= (1 << count) - 1;
  }
  return wire;
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

/**
 * The UUID of a wire id.
 * @param noun what it names, for the message
 * @throws Refusal `not_found` for any other text, as for an id that does not exist
 */
export function uuidOf(kind: Kind, id: string, noun: string): string {
  const uuid = fromWire(kind, id);
  if (uuid === null) throw notFound(noun);
  return uuid;
}
