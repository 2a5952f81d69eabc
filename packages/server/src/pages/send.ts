import type { Request, Response } from 'express';

import type { Sending } from '../installation.ts';
import type { Answer } from './answer.ts';
import { gzipAfter } from './compress.ts';
import { flashOf } from './flash.ts';
import { BEGINNING, restOfPage, type Viewer } from './layout.tsx';
import { keepOnce } from './once.ts';

const gzip = gzipAfter(BEGINNING);

/** Sends an answer as HTML, or as the redirect that follows a change. */
export async function send(
  request: Request,
  response: Response,
  viewer: Viewer | null,
  answer: Answer,
): Promise<void> {
  if ('to' in answer) {
    if (answer.once !== undefined) keepOnce(request, response, { path: answer.to, text: answer.once });
    response.redirect(303, answer.to);
    return;
  }
  if ('serve' in answer) return answer.serve(request, response);
  const { title, section, body, status = 200, scripted = false, secret = false, refresh } = answer;
  const flash = status === 200 ? flashOf(new URLSearchParams(request.originalUrl.split('?')[1])) : null;
  // Whoever is signed in reads it; what the operator does about it stands in the log and on the command line.
  const { sending } = request.app.locals as { sending?: Sending };
  const held = viewer === null ? null : (sending?.held() ?? null);
  const rest = restOfPage({ title, section, viewer, flash, held, scripted, children: body });
  response.status(status).setHeader('Content-Type', 'text/html; charset=utf-8');
  if (refresh !== undefined) response.setHeader('Refresh', String(refresh));
  response.setHeader('Vary', 'Accept-Encoding');
  // A page that shows a secret is sent as it is: beside text that a caller chose, its compressed length could reveal it.
  if (secret || !request.acceptsEncodings('gzip')) {
    response.send(BEGINNING + rest);
    return;
  }
  response.setHeader('Content-Encoding', 'gzip');
  response.send(gzip(rest));
}
