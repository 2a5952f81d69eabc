import { type Field, first, readFields, structured } from './headers.ts';

/** A leaf of a message: its headers, its media type, the multipart around it, and its body, still encoded. */
export interface Part {
  fields: Field[];
  type: string;
  /** Media type of the innermost multipart around it, or null for a message of one part. */
  within: string | null;
  body: Buffer;
}

const MAX_DEPTH = 100;
const MAX_PARTS = 1_000;

/** Lines that look like a boundary and are none cost time; after so many the rest is taken as text. */
const MAX_CANDIDATES = 50_000;

/** RFC 2046 allows 70 characters. */
const LONGEST_DELIMITER = 200;

const HYPHEN = 45;

interface Open {
  boundary: string;
  type: string;
}

interface Delimiter {
  start: number;
  end: number;
  /** How many multiparts stay open after it. */
  open: number;
  closes: boolean;
}

/**
 * The headers of a message and its leaves, in order. One pass over the bytes, whatever the nesting: a stack of open
 * boundaries, looked up by line, so that neither depth nor hostile boundaries multiply the work. What lacks a boundary, or
 * its end, is taken as far as it goes.
 */
export function readParts(raw: Buffer): { fields: Field[]; parts: Part[] } {
  const open: Open[] = [];
  const parts: Part[] = [];
  const reader = delimiters(raw, open);
  let { fields, end } = readFields(raw, firstLine(raw), () => false);
  const root = fields;
  // Null while in a preamble or an epilogue, which nobody is to read.
  let leaf: Omit<Part, 'body'> | null = enter(fields, open);
  for (;;) {
    const next = parts.length < MAX_PARTS ? reader.next(end) : null;
    if (leaf) parts.push({ ...leaf, body: raw.subarray(end, Math.max(end, next?.start ?? raw.length)) });
    if (!next) return { fields: root, parts };
    open.length = next.open;
    end = next.end;
    leaf = null;
    if (next.closes) continue;
    ({ fields, end } = readFields(raw, next.end, (lineStart) => reader.at(lineStart) !== null));
    leaf = enter(fields, open);
  }
}

/** Opens a multipart and gives null, or gives the leaf that these headers begin. */
function enter(fields: Field[], open: Open[]): Omit<Part, 'body'> | null {
  const content = structured(first(fields, 'content-type') ?? '');
  const type = /^[\w.+-]+\/[\w.+-]+$/.test(content.value) ? content.value : 'text/plain';
  const boundary = content.parameter('boundary');
  if (!type.startsWith('multipart/')) return { fields, type, within: open.at(-1)?.type ?? null };
  if (!boundary || open.length >= MAX_DEPTH) return { fields, type: 'text/plain', within: type };
  open.push({ boundary, type });
  return null;
}

function delimiters(raw: Buffer, open: Open[]) {
  const candidates = { left: MAX_CANDIDATES };
  const at = (start: number): Delimiter | null => {
    if (open.length === 0 || raw[start] !== HYPHEN || raw[start + 1] !== HYPHEN) return null;
    candidates.left--;
    const window = raw.toString('latin1', start + 2, start + 2 + LONGEST_DELIMITER);
    const lineFeed = window.indexOf('\n');
    const line = (lineFeed < 0 ? window : window.slice(0, lineFeed)).trimEnd();
    const end = lineFeed < 0 ? start + 2 + window.length : start + 2 + lineFeed + 1;
    const between = depthOf(open, line);
    if (between >= 0) return { start, end, open: between + 1, closes: false };
    const closing = line.endsWith('--') ? depthOf(open, line.slice(0, -2)) : -1;
    return closing >= 0 ? { start, end, open: closing, closes: true } : null;
  };
  const next = (from: number): Delimiter | null => {
    if (open.length === 0) return null;
    for (let start = from; candidates.left > 0;) {
      const found = at(start);
      if (found) return found;
      const lineFeed = raw.indexOf('\n--', start);
      if (lineFeed < 0) return null;
      start = lineFeed + 1;
    }
    return null;
  };
  return { at, next };
}

function depthOf(open: Open[], boundary: string): number {
  return open.findLastIndex((multipart) => multipart.boundary === boundary);
}

/** Broken relays put empty lines before the headers; before anything else an empty line ends headers that are not there. */
function firstLine(raw: Buffer): number {
  let at = 0;
  while (at < 100 && (raw[at] === 10 || raw[at] === 13)) at++;
  return /^[\w-]+:/.test(raw.toString('latin1', at, at + 100)) ? at : 0;
}
