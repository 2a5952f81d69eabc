import type { RequestHandler } from 'express';

import { STYLES_HASH } from './styles.ts';

const POLICY = [
  "default-src 'none'",
  `style-src ${STYLES_HASH}`,
  "script-src 'self'",
  "img-src 'self'",
  // The preview of an email while it is written.
  "connect-src 'self'",
  // Emails in the outbox.
  "frame-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Nothing runs, loads, frames or posts but what is the page's own. */
export const pageHeaders: RequestHandler = (_request, response, next) => {
  response.setHeader('Content-Security-Policy', POLICY);
  // With `no-referrer` browsers send `Origin: null` on our own forms, and the same-origin rule reads it.
  response.setHeader('Referrer-Policy', 'same-origin');
  response.setHeader('X-Frame-Options', 'DENY');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('Cache-Control', 'private, no-store');
  next();
};
