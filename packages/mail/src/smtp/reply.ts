import { storable } from '../parse/storable.ts';

/** A server's answer, as far as it can be read. */
export type Reply = { code: number | null; status: string | null; text: string };

/** Characters kept of a server's words. */
const RESPONSE_LENGTH = 2_000;

/**
 * Reads a reply of one line or several (`550-5.1.1 …\n550 5.1.1 …`). Some servers write the enhanced status code (RFC 3463) as
 * `#5.1.1` or `(5.1.1)`; it stands at the beginning or is not one.
 */
export function readReply(text: string): Reply {
  const [, basic, status] = /^\s*(\d{3})(?:[ -]+[#(]?([245]\.\d{1,3}\.\d{1,3})\b)?/.exec(text) ?? [];
  const code = Number(basic);
  const isReply = code >= 200 && code < 600 && /^\s*\d{3}(?:[ -]|$)/.test(text);
  return {
    code: isReply ? code : null,
    status: (isReply ? status : null) ?? null,
    text: wordsOf(text),
  };
}

/** A server's words as they are kept. */
export function wordsOf(text: string): string {
  return storable(text, RESPONSE_LENGTH).trim();
}
