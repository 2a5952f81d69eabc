import { randomBytes } from 'node:crypto';

const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** Days for which a sign-in lasts. */
export const SESSION_DAYS = 30;

/** Minutes in which a sign-in link must be used. */
export const LINK_MINUTES = 30;

/** A new secret for a session or a sign-in link: 32 random bytes in 43 url-safe characters. Only its hash is stored. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Whether a text has the form of such a secret at all. */
export function isSecret(text: string): boolean {
  return TOKEN.test(text);
}
