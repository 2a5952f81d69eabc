import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * One-time passwords by time, RFC 6238, as every authenticator app makes them: HMAC-SHA-1, 6 digits, steps of 30 seconds.
 * They are an HMAC and four bytes of it, which is less than what it takes to look after a library.
 */
const STEP_SECONDS = 30;
const DIGITS = 6;

/** Bytes of a secret, as many as the HMAC has (RFC 4226, section 4). */
export const TOTP_SECRET_BYTES = 20;

/** Steps before and after the present one whose codes are taken, for clocks that differ (RFC 6238, section 5.2). */
const DRIFT = 1;

/** The number of steps since 1970. */
export function stepAt(at: Date): number {
  return Math.floor(at.getTime() / 1_000 / STEP_SECONDS);
}

/** The code of a step (RFC 4226, section 5.3). */
export function codeOf(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const number = mac.readUInt32BE(mac.readUInt8(mac.length - 1) & 0xf) & 0x7fff_ffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

/** The step that a code is of; null when it is of none that counts at that time. */
export function stepOfCode(secret: Uint8Array, code: string, at: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const now = stepAt(at);
  for (let step = now - DRIFT; step <= now + DRIFT; step++) {
    if (timingSafeEqual(Buffer.from(codeOf(secret, step)), Buffer.from(code))) return step;
  }
  return null;
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Bytes in base 32 (RFC 4648, section 6), as apps take a secret that is typed. Their number must be a multiple of 5. */
export function base32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{5}/g) ?? []).map((five) => BASE32.charAt(Number.parseInt(five, 2))).join('');
}

/** What a QR code tells an authenticator app. */
export function authenticatorUri(secret: Uint8Array, email: string): string {
  const issuer = 'Lodestone';
  return `otpauth://totp/${issuer}:${encodeURIComponent(email)}?${new URLSearchParams({ secret: base32(secret), issuer })}`;
}
