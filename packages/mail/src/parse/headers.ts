import { addressParser, decodeWords } from 'postal-mime';

import { storableLine } from './storable.ts';

/** One header field: its name in lower case, its value unfolded and otherwise as it came. */
export interface Field {
  name: string;
  value: string;
}

/** A person or a mailbox in a header. The address is in lower case, since no server of our time tells cases apart. */
export interface Mailbox {
  name: string | null;
  address: string;
}

/** A block of headers is read up to this many bytes and lines; what is beyond is no header that matters. */
const MAX_BYTES = 128 * 1024;
const MAX_LINES = 2_000;

/** Of one field's value, so that no parser of addresses or encoded words gets more. */
const MAX_VALUE = 16 * 1024;

const LINE_FEED = 10;

/**
 * Reads the fields that begin at `start`, up to the empty line.
 * `isDelimiter` tells a line that ends the block before its empty line, which broken senders leave out between parts.
 */
export function readFields(
  raw: Buffer,
  start: number,
  isDelimiter: (lineStart: number) => boolean,
): { fields: Field[]; end: number } {
  const fields: Field[] = [];
  let at = start;
  for (let lines = 0; at < raw.length; lines++) {
    if (lines === MAX_LINES || at - start > MAX_BYTES) return { fields, end: afterEmptyLine(raw, at) };
    if (isDelimiter(at)) return { fields, end: at };
    const lineFeed = raw.indexOf(LINE_FEED, at);
    const next = lineFeed < 0 ? raw.length : lineFeed + 1;
    const line = decode(raw.subarray(at, Math.min(next, at + MAX_VALUE)));
    at = next;
    if (line === '') break;
    addLine(fields, line);
  }
  return { fields, end: at };
}

function addLine(fields: Field[], line: string): void {
  const last = fields.at(-1);
  if (line.startsWith(' ') || line.startsWith('\t')) {
    if (last && last.value.length < MAX_VALUE) last.value = `${last.value} ${line.trim()}`;
    return;
  }
  const colon = line.indexOf(':');
  if (colon < 1) return;
  fields.push({ name: line.slice(0, colon).trim().toLowerCase(), value: line.slice(colon + 1).trim() });
}

const WINDOWS_1252 = new TextDecoder('windows-1252');

/** Headers are ASCII or UTF-8 (RFC 6532); what is neither was most likely meant as Windows-1252. */
function decode(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  const line = text.includes('\ufffd') ? WINDOWS_1252.decode(bytes) : text;
  return line.endsWith('\r\n') ? line.slice(0, -2) : line.endsWith('\n') ? line.slice(0, -1) : line;
}

function afterEmptyLine(raw: Buffer, at: number): number {
  const found = [
    { at: raw.indexOf('\n\n', at), length: 2 },
    { at: raw.indexOf('\n\r\n', at), length: 3 },
  ].filter((candidate) => candidate.at >= 0);
  if (found.length === 0) return raw.length;
  const first = found.reduce((a, b) => (a.at < b.at ? a : b));
  return first.at + first.length;
}

export function first(fields: readonly Field[], name: string): string | null {
  return fields.find((field) => field.name === name)?.value ?? null;
}

export function all(fields: readonly Field[], name: string): string[] {
  return fields.filter((field) => field.name === name).map((field) => field.value);
}

/** A field's words for people, such as a subject: encoded words decoded, on one storable line. */
export function words(fields: readonly Field[], name: string, most: number): string | null {
  const value = first(fields, name);
  return value === null ? null : storableLine(decodeWords(value), most);
}

/** Mailboxes of every field of that name, groups opened, at most `most`. */
export function mailboxes(fields: readonly Field[], name: string, most: number): Mailbox[] {
  return all(fields, name)
    .slice(0, 10)
    .flatMap((value) => addressParser(value.slice(0, 4_000), { flatten: true }))
    .flatMap((found) => (found.address ? [mailbox(found.address, found.name)] : []))
    .slice(0, most);
}

function mailbox(address: string, name: string): Mailbox {
  return { address: storableLine(address, 320).toLowerCase(), name: storableLine(name, 200) || null };
}

/** A structured value such as that of Content-Type: what stands before the first semicolon, and its parameters. */
export function structured(value: string): { value: string; parameter: (name: string) => string | null } {
  const bounded = value.slice(0, 2_000);
  const parameters = new Map<string, string>();
  for (const [, name = '', quoted, token = ''] of bounded.matchAll(
    /;\s*([\w*-]{1,40})\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]*))/g,
  )) {
    const key = name.toLowerCase();
    if (!parameters.has(key)) parameters.set(key, quoted?.replace(/\\(.)/g, '$1') ?? token);
  }
  return {
    value: (bounded.split(';', 1)[0] ?? '').trim().toLowerCase(),
    parameter: (name) => parameters.get(name) ?? null,
  };
}
