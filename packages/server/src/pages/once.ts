import type { CookieOptions, Request, Response } from 'express';

/**
 * What is shown once after a redirect, such as a new API key: reloading that page neither makes another nor shows it again.
 * The browser itself carries it there, in a cookie that no script reads and that the next page takes away.
 */
const COOKIE = 'lodestone_once';

/** Seconds that a browser has to follow the redirect. */
const LASTS = 60;

function options(request: Request, path: string): CookieOptions {
  return { httpOnly: true, sameSite: 'strict', secure: request.secure, path };
}

/** Hands a text to the page that is redirected to, and to no other. Letters, digits, `_`, `.` and `-` only. */
export function keepOnce(
  request: Request,
  response: Response,
  { path, text }: { path: string; text: string },
): void {
  response.cookie(COOKIE, text, { ...options(request, path), maxAge: LASTS * 1_000 });
}

/** The text that was kept for this page, if there is one; it is gone after this answer. */
export function takeOnce(request: Request, response: Response): string | null {
  for (const pair of request.headers.cookie?.split(';') ?? []) {
    const [name, value = ''] = pair.trim().split('=', 2);
    if (name !== COOKIE) continue;
    response.clearCookie(COOKIE, options(request, request.path));
    return /^[\w.-]{1,500}$/.test(value) ? value : null;
  }
  return null;
}
