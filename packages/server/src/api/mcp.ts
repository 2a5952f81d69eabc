import { request as connectTo } from 'node:http';
import { text } from 'node:stream/consumers';

import type { Access } from '@lodestone/mcp';
import type { Request as ExpressRequest, RequestHandler, Response as ExpressResponse } from 'express';

import type { Admit } from './api.ts';
import { collect } from './body.ts';
import { ApiError } from './errors.ts';
import { isSameOrigin } from './same-origin.ts';

/**
 * Answers agents over the Model Context Protocol (Streamable HTTP). A tool's call goes on as requests to this server's own API with the
 * caller's key, so that scopes, quota, validation and the audit log are those of the API by construction. The library is loaded with the
 * first request: who has no agents pays nothing for them.
 * @param version of the API, which agents are told
 */
export function mcp(admit: Admit, version: string): RequestHandler {
  let handler: Promise<(request: Request, access: Access) => Promise<Response>> | undefined;
  return async (request, response) => {
    response.setHeader('Cache-Control', 'no-store');
    response.setHeader('X-Content-Type-Options', 'nosniff');
    refuseOtherPages(request);
    if (request.method !== 'POST') throw notPosted();
    const { key } = await admit(request, response);
    if (key === null) throw keyNeeded();
    const body = await collect(request);
    if (/^\s*\[/.test(body.toString('latin1', 0, 1_000))) throw oneAtATime();
    const { Lodestone } = await import('@lodestone/sdk');
    const lodestone = new Lodestone({
      apiKey: bearer(request),
      baseUrl: `${SELF}/api`,
      fetch: fetchFrom(request),
      // A model has more time than a connection that waits.
      retries: 0,
    });
    handler ??= import('@lodestone/mcp/http.js').then(({ httpHandler }) => httpHandler(version));
    const answer = await (
      await handler
    )(webRequest(request, body), {
      lodestone,
      scopes: key.scopes,
      allowWrites: request.query['writes'] === 'allow',
    });
    await send(answer, response);
  };
}

/** Whoever is asked; it is never looked up. */
const SELF = 'http://lodestone.internal';

/** A page of another site that was led here by its name server (DNS rebinding) says where it comes from. */
function refuseOtherPages(request: ExpressRequest): void {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if ((origin === undefined && site === undefined) || isSameOrigin(request)) return;
  throw new ApiError('unauthorized', "Requests from other sites' pages are refused here.", { status: 403 });
}

const notPosted = (): ApiError =>
  new ApiError('not_found', 'Agents send POST here; no stream is open for notifications.', {
    status: 405,
    headers: { Allow: 'POST' },
  });

const keyNeeded = (): ApiError =>
  new ApiError(
    'unauthorized',
    "Agents need an API key: send it as 'Authorization: Bearer lodestone_live_…'.",
    {
      headers: { 'WWW-Authenticate': 'Bearer' },
    },
  );

/** Each would be worked on, and only the whole would count. */
const oneAtATime = (): ApiError =>
  new ApiError('invalid_parameter', 'Send one message at a time; batches are not supported.');

const bearer = ({ headers }: ExpressRequest): string =>
  headers.authorization?.replace(/^bearer +/i, '').trim() ?? '';

function webRequest({ headers, method }: ExpressRequest, body: Buffer): Request {
  const given = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined || name.startsWith(':') ? [] : [[name, String(value)] as [string, string]],
  );
  return new Request(`${SELF}/mcp`, { method, headers: given, body: new Uint8Array(body) });
}

async function send(answer: Response, response: ExpressResponse): Promise<void> {
  const bytes = Buffer.from(await answer.arrayBuffer());
  const type = answer.headers.get('content-type');
  if (type !== null) response.setHeader('Content-Type', type);
  response.status(answer.status).end(bytes);
}

/** Asks this very server, at the address where the request came in. A connection each: one that is shared would let callers wait for each other. */
function fetchFrom({ socket }: ExpressRequest) {
  const { localAddress: host, localPort: port } = socket;
  return (url: string, init: RequestInit): Promise<Response> =>
    new Promise((resolve, reject) => {
      const { pathname, search } = new URL(url);
      const outgoing = connectTo(
        {
          host,
          port,
          agent: false,
          method: init.method ?? 'GET',
          path: pathname + search,
          headers: Object.fromEntries(new Headers(init.headers)),
          ...(init.signal ? { signal: init.signal } : {}),
        },
        (incoming) => {
          const { statusCode: status = 502, headers } = incoming;
          const given = Object.entries(headers).map(([name, value]): [string, string] => [
            name,
            String(value),
          ]);
          text(incoming).then((body) => resolve(new Response(body, { status, headers: given })), reject);
        },
      );
      outgoing.on('error', reject).end((init.body as string | null) ?? undefined);
    });
}
