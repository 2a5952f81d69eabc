import type { Request, RequestHandler, Response } from 'express';
import { RateLimiterMemory } from 'rate-limiter-flexible';

import { type Db, judge, type Recorded, recordVisits, type Visit } from '@lodestone/core';

import { type GroupCommit, groupCommit } from './group-commit.ts';
import { networkOf } from './network.ts';
import { sendNotFound } from './not-found.tsx';

/** Opens and downloads of one email that are written down within a minute. More are answered, and told nothing new. */
const MAX_PER_EMAIL = 120;

const TOKEN = /^[\w-]{16,32}$/;

export type Visits = GroupCommit<Visit, Recorded | null>;

/** Writes visits down, each committed before it is answered. */
export function visitWriter(db: Db): Visits {
  const group = groupCommit<Visit, Recorded | null>((visits) => recordVisits(db, visits));
  const perMail = new RateLimiterMemory({ points: MAX_PER_EMAIL, duration: 60 });
  return {
    ...group,
    add: async (visit) => {
      if (visit.kind === 'click') return group.add(visit);
      const calm = await perMail.consume(visit.token).then(
        () => true,
        () => false,
      );
      if (!calm) return { url: null };
      const recorded = await group.add(visit);
      // Made-up tokens are without end, and are not remembered.
      if (recorded === null) await perMail.delete(visit.token);
      return recorded;
    },
  };
}

// The smallest transparent GIF.
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/** `GET /o/:token.gif` */
export function pixel(visits: Visits): RequestHandler {
  return async (request, response) => {
    const [, token] = /^([\w-]+)\.gif$/.exec(String(request.params['file'])) ?? [];
    const seen = await record(visits, request, { kind: 'open', token, link: null });
    if (seen === null) return sendNotFound(response);
    answerHeaders(response);
    // Programs that show emails as web pages load it from there.
    response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
    response.type('image/gif').send(PIXEL);
  };
}

/** `GET /l/:token.:number`: leads on to where the link leads, which only the database knows. */
export function link(visits: Visits): RequestHandler {
  return async (request, response) => {
    // A program that finds links in plain text may take the full stop behind one for a part of it.
    const [, token, number] = /^([\w-]+)\.(\d{1,4})[.,;:!?)]*$/.exec(String(request.params['link'])) ?? [];
    const seen = await record(visits, request, { kind: 'click', token, link: Number(number) });
    if (seen?.url === null || seen?.url === undefined) return sendNotFound(response);
    answerHeaders(response);
    response.redirect(302, seen.url);
  };
}

/** Writes down that a file was fetched. */
export async function recordDownload(visits: Visits, request: Request, token: string): Promise<void> {
  await record(visits, request, { kind: 'download', token, link: null });
}

async function record(
  visits: Visits,
  request: Request,
  { kind, token, link }: { kind: Visit['kind']; token: string | undefined; link: number | null },
): Promise<Recorded | null> {
  if (token === undefined || !TOKEN.test(token)) return null;
  const user_agent = request.get('user-agent');
  const purposes = ['purpose', 'sec-purpose', 'x-purpose', 'x-moz'].map((name) => request.get(name));
  return visits.add({
    kind,
    token,
    link,
    ...judge({ method: request.method, user_agent, purposes }),
    user_agent: user_agent ?? null,
    network: networkOf(request),
  });
}

function answerHeaders(response: Response): void {
  response.setHeader('Cache-Control', 'private, no-store');
  response.setHeader('Referrer-Policy', 'no-referrer');
}
