import { first, structured } from './headers.ts';
import type { Part } from './structure.ts';

/** Of a part's encoded body; what is beyond is not read. */
const MAX_BYTES = 512 * 1024;

/** A part's text: its transfer encoding and its charset undone. Never fails: what cannot be decoded is shown as it is. */
export function textOf(part: Part): string {
  const charset = structured(first(part.fields, 'content-type') ?? '').parameter('charset') ?? '';
  const isCut = part.body.length > MAX_BYTES;
  return fromCharset(fromTransfer(part), charset.toLowerCase(), isCut);
}

function fromTransfer({ fields, body }: Part): Buffer {
  const encoded = body.subarray(0, MAX_BYTES);
  const encoding = (first(fields, 'content-transfer-encoding') ?? '').toLowerCase();
  if (encoding.includes('base64')) return fromBase64(encoded.toString('latin1'));
  if (encoding.includes('quoted-printable')) return fromQuotedPrintable(encoded);
  return encoded;
}

/** What is no base64 any more: the footer of a mailing list, or of a scanner, put behind a part that is encoded. */
const APPENDED = /^[^\S\n]*(?:--|__|==)|^[^\n]*\S[ \t]\S/m;

/** RFC 2045 6.8; pieces that were each encoded for themselves follow each other behind their padding. */
function fromBase64(encoded: string): Buffer {
  const end = APPENDED.exec(encoded)?.index ?? encoded.length;
  const pieces = encoded.slice(0, end).replace(/\s+/g, '').split(/=+/);
  return Buffer.concat(pieces.map((piece) => Buffer.from(piece, 'base64')));
}

const EQUALS = 61;

/** RFC 2045 6.7; an equals sign that begins no escape stands for itself. */
function fromQuotedPrintable(encoded: Buffer): Buffer {
  const decoded = Buffer.alloc(encoded.length);
  let length = 0;
  for (let at = 0; at < encoded.length; at++) {
    const byte = encoded[at] ?? 0;
    if (byte !== EQUALS) {
      decoded[length++] = byte;
      continue;
    }
    const lineEnd = softBreak(encoded, at + 1);
    const high = hex(encoded[at + 1]);
    const low = hex(encoded[at + 2]);
    if (lineEnd > 0) at = lineEnd;
    else if (high < 0 || low < 0) decoded[length++] = byte;
    else {
      decoded[length++] = high * 16 + low;
      at += 2;
    }
  }
  return decoded.subarray(0, length);
}

/** Where the line feed of a soft line break stands, or -1. */
function softBreak(encoded: Buffer, at: number): number {
  let end = at;
  // Blanks that servers put behind a line (RFC 2045 6.7, rule 3).
  while (end - at < 80 && (encoded[end] === 32 || encoded[end] === 9)) end++;
  if (encoded[end] === 10) return end;
  return encoded[end] === 13 && encoded[end + 1] === 10 ? end + 1 : -1;
}

/** What a hexadecimal digit is worth, or -1. */
function hex(byte = 0): number {
  if (byte >= 48 && byte <= 57) return byte - 48;
  const letter = byte | 32;
  return letter >= 97 && letter <= 102 ? letter - 87 : -1;
}

/** Charsets that are named for what is Windows-1252, and for what is UTF-8 as often: no text in the one reads as the other. */
const WESTERN =
  /^(?:|(?:us-)?ascii|ansi.*|(?:x-)?unknown.*|utf-?8|iso[-_]?8859[-_]1|latin[-_]?1|windows-?1252|cp-?1252)$/;

/** Names of Windows' own that `TextDecoder` does not know. */
const CHARSETS: Readonly<Record<string, string>> = {
  cp932: 'shift_jis',
  cp936: 'gbk',
  cp949: 'euc-kr',
  cp950: 'big5',
};

/** What names no charset, lies about it, or names one that nobody knows is UTF-8 if it can be, and Windows-1252 if it cannot. */
function fromCharset(bytes: Buffer, charset: string, isCut: boolean): string {
  const charsets = WESTERN.test(charset) ? ['utf-8'] : [CHARSETS[charset] ?? charset, 'utf-8'];
  for (const label of [...charsets, 'windows-1252']) {
    if (label === 'windows-1252' && charset.startsWith('utf')) {
      const text = bytes.toString('utf8');
      if (isNearlyWhole(text)) return text;
    }
    try {
      // As a stream, so that a character that was cut off is no error.
      return new TextDecoder(label, { fatal: true }).decode(bytes, { stream: isCut });
    } catch {
      continue;
    }
  }
  return bytes.toString('latin1');
}

/** Whether a text of UTF-8 is broken in so few places that it cannot be anything else. */
function isNearlyWhole(text: string): boolean {
  const beyond = text.match(/[^\p{ASCII}]/gu) ?? [];
  return beyond.filter((letter) => letter === '\ufffd').length * 4 <= beyond.length;
}
