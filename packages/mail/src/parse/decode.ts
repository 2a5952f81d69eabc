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
  if (encoding.includes('base64')) return Buffer.from(encoded.toString('latin1'), 'base64');
  if (encoding.includes('quoted-printable')) return fromQuotedPrintable(encoded);
  return encoded;
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
  if (encoded[at] === 10) return at;
  return encoded[at] === 13 && encoded[at + 1] === 10 ? at + 1 : -1;
}

/** What a hexadecimal digit is worth, or -1. */
function hex(byte = 0): number {
  if (byte >= 48 && byte <= 57) return byte - 48;
  const letter = byte | 32;
  return letter >= 97 && letter <= 102 ? letter - 87 : -1;
}

/** What names no charset, or lies about UTF-8, is UTF-8 if it can be and Windows-1252 if it cannot. */
function fromCharset(bytes: Buffer, charset: string, isCut: boolean): string {
  const isUnicode = charset === '' || charset === 'us-ascii' || charset === 'utf-8' || charset === 'utf8';
  const charsets = isUnicode ? ['utf-8'] : [charset, 'utf-8'];
  for (const label of charsets) {
    try {
      // As a stream, so that a character that was cut off is no error.
      return new TextDecoder(label, { fatal: true }).decode(bytes, { stream: isCut });
    } catch {
      continue;
    }
  }
  return bytes.toString('latin1');
}
