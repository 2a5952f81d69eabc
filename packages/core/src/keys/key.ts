import { createHash, randomBytes } from 'node:crypto';

/** Every scope there is, in the contract's order. A test compares the list with the contract. */
export const SCOPES = [
  'account:read',
  'magnets:read',
  'magnets:write',
  'subscribers:read',
  'subscribers:write',
  'campaigns:read',
  'campaigns:write',
  'unibox:read',
  'unibox:write',
  'analytics:read',
] as const;

export type Scope = (typeof SCOPES)[number];

/** Pre-selected when a key is created; each write is chosen by name. */
export const READ_SCOPES = SCOPES.filter((scope) => scope.endsWith(':read'));

/** Days after which a key may expire; null for never. */
export const EXPIRY_DAYS = [30, 60, 90, 365, null] as const;

export type ExpiryDays = (typeof EXPIRY_DAYS)[number];

/** What is known of a key. Its secret is not. */
export interface Key {
  id: string;
  name: string;
  hint: string;
  scopes: string[];
  created_at: Date;
  expires_at: Date | null;
  last_used_at: Date | null;
  revoked_at: Date | null;
}

/** The columns that make a `Key`. */
export const KEY_COLUMNS = [
  'id',
  'name',
  'hint',
  'scopes',
  'created_at',
  'expires_at',
  'last_used_at',
  'revoked_at',
] as const satisfies (keyof Key)[];

const PREFIX = 'lodestone_live_';
const TOKEN = /^lodestone_live_[A-Za-z0-9_-]{43}$/;

/** A new secret: the prefix that makes a leak easy to find, and 32 random bytes in 43 url-safe characters. */
export function newToken(): string {
  return PREFIX + randomBytes(32).toString('base64url');
}

/** Whether a text has the form of a key at all. */
export function isToken(text: string): boolean {
  return TOKEN.test(text);
}

/** What is stored of a key, a session or a link: the SHA-256 of its exact text. */
export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Enough of a key to recognise it by, and too little to use it. */
export function hintOf(token: string): string {
  return `${PREFIX}…${token.slice(-4)}`;
}
