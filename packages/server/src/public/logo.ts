import { type Db, readLogo } from '@lodestone/core';

import type { PublicHandler } from './handler.ts';
import { sendNotFound } from './not-found.tsx';

const TOKEN = /^[\w-]{16}$/;

/** `GET /b/:token`: an account's logo. Another picture has another address, so browsers may keep it. */
export function logo(db: Db): PublicHandler {
  return async (request, response) => {
    const token = String(request.params['token']);
    const found = TOKEN.test(token) ? await readLogo(db, token) : null;
    if (found === null) return sendNotFound(response);
    response.setHeader('Content-Type', found.type);
    response.setHeader('X-Content-Type-Options', 'nosniff');
    response.setHeader('Content-Security-Policy', "default-src 'none'; sandbox");
    response.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
    // The form on other sites shows it, too.
    response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
    response.send(found.bytes);
  };
}
