import { randomUUID } from 'node:crypto';
import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Duplex } from 'node:stream';

import { BODY_LIMITS, requestStarts, watchBody } from './body-deadline.ts';
import { refusalPage } from './pages/refusals.tsx';

/**
 * A server that slow clients cannot wear out, in milliseconds: headers within 6 s, the whole request within 9 s
 * (`body-deadline.ts`), and a connection on which nothing moves is closed. Clients that keep a connection open are told for how long.
 */
const TIMEOUTS = {
  headersTimeout: 6_000,
  requestTimeout: 0,
  keepAliveTimeout: 9_000,
  // Node looks for late requests this often; by default only every 30 s.
  connectionsCheckingInterval: 250,
};

/** Later than a request can be late, which has an answer; a connection that is closed for standing still has none. */
const STANDSTILL = 9_800;

/** Sockets are memory, too. Connections beyond are closed as they come; another process may have room. */
const MAX_CONNECTIONS = 5_000;

/** An HTTP server whose every answer, down to one to a request that cannot be parsed, has the contract's form. */
export function createHttpServer(listener: RequestListener, limits = BODY_LIMITS): Server {
  /** The latest answer on each connection. */
  const answers = new WeakMap<Duplex, ServerResponse>();
  const starts = requestStarts();
  const take: RequestListener = (request, response) => {
    answers.set(request.socket, response);
    const late = (why: 'late' | 'gives way') => server.emit('clientError', ENDED[why](), request.socket);
    watchBody(request, starts.of(request), late, limits);
    const fault = faultOf(request);
    if (fault === undefined) listener(inOriginForm(request), response);
    else refuse(response, fault);
  };
  // Node would refuse a request without Host itself, and without a body.
  const server = createServer({ ...TIMEOUTS, requireHostHeader: false }, take);
  server.timeout = STANDSTILL;
  server.maxConnections = MAX_CONNECTIONS;
  // An expectation other than 100-continue may be ignored (RFC 9110, 10.1.1); Node would answer it with a bare 417.
  server.on('checkExpectation', take);
  server.on('connection', starts.opened);
  server.on('connect', (_request, socket) => {
    end(socket, '404 Not Found', 'not_found', 'This server is not a proxy and opens no tunnels.');
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const answer = answers.get(socket);
    const isAnswered = answer?.headersSent === true;
    // Who was answered before their body had come, and then lets it wait, is not answered twice.
    if (error.code === 'ECONNRESET' || !socket.writable || (isAnswered && !answer.req.complete)) {
      socket.destroy();
      return;
    }
    const refusal = REFUSALS[error.code ?? ''] ?? NO_HTTP;
    if (answer && !isAnswered && wantsPage(answer.req)) showRefusal(socket, refusal, answer);
    else end(socket, refusal.status, refusal.code ?? 'invalid_parameter', refusal.message, refusal.headers);
  });
  return server;
}

const ENDED = {
  /** What Node says when the headers come too late. */
  late: () => Object.assign(new Error('The request was late.'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }),
  'gives way': () => Object.assign(new Error('The upload gave way.'), { code: 'UPLOAD_GIVES_WAY' }),
};

/** What RFC 9112 (3.2) has a server refuse: more than one Host, or none in HTTP/1.1. */
function faultOf({ rawHeaders, httpVersion }: IncomingMessage): string | undefined {
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length;
  if (hosts > 1) return 'The request has several Host headers.';
  if (hosts === 0 && httpVersion === '1.1') return 'The request has no Host header.';
  return undefined;
}

/** A target such as `http://host/path`, which every server has to take (RFC 9112, 3.2.2), as the path that it names. */
function inOriginForm(request: IncomingMessage): IncomingMessage {
  const [, host, rest] = /^https?:\/\/([^/?#]*)(.*)$/is.exec(request.url ?? '') ?? [];
  if (host === undefined || rest === undefined) return request;
  request.url = rest.startsWith('/') ? rest : `/${rest}`;
  // The target's host counts, whatever the header says.
  request.headers.host = host;
  return request;
}

interface BareRefusal {
  status: string;
  /** The page's heading. */
  title: string;
  message: string;
  code?: string;
  headers?: Record<string, string>;
}

const NO_HTTP: BareRefusal = {
  status: '400 Bad Request',
  title: 'Bad request',
  message: 'The request is not valid HTTP.',
};

const REFUSALS: Record<string, BareRefusal> = {
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    title: 'Too slow',
    message: 'The request did not arrive in time.',
  },
  HPE_INVALID_EOF_STATE: {
    status: '400 Bad Request',
    title: 'Cut off',
    message: 'The request ended before it was complete.',
  },
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    title: 'Bad request',
    message: 'The request line and headers are larger than 16 kB.',
  },
  UPLOAD_GIVES_WAY: {
    status: '503 Service Unavailable',
    title: 'Busy',
    message:
      'Others are waiting to upload, and this upload was slow, or one of several from this account. Try again later, one file at a time.',
    code: 'internal_error',
    headers: { 'Retry-After': '60' },
  },
};

function refuse(response: ServerResponse, message: string): void {
  const body = errorText('invalid_parameter', message);
  response.writeHead(400, { ...headersOf(body), Connection: 'close' });
  response.end(body);
}

/** Whether a browser asks for what is not the API's. */
function wantsPage({ headers, url = '' }: IncomingMessage): boolean {
  return /\btext\/html\b/i.test(headers.accept ?? '') && !/^\/(?:api|mcp)\b/.test(url);
}

/** @param answer what would have been answered: the headers that it has are those of its pages, and its id is on the log */
function showRefusal(
  socket: Duplex,
  { status, title, message, headers }: BareRefusal,
  answer: ServerResponse,
): void {
  const page = refusalPage(title, message);
  const own = { ...headersOf(page), 'Content-Type': 'text/html; charset=utf-8', ...headers };
  for (const [name, value] of Object.entries(own)) if (!answer.hasHeader(name)) answer.setHeader(name, value);
  close(socket, status, answer.getHeaders(), page);
}

/** Answers in JSON on a bare connection, and closes it. */
function end(
  socket: Duplex,
  status: string,
  code: string,
  message: string,
  more: Record<string, string> = {},
): void {
  const body = errorText(code, message);
  close(socket, status, { ...headersOf(body), ...more }, body);
}

function close(socket: Duplex, status: string, headers: OutgoingHttpHeaders, body: string): void {
  const head = Object.entries({ ...headers, connection: 'close' }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  // Not only our half: who was late with a request may be as late with closing.
  socket.end(`HTTP/1.1 ${status}\r\n${head.join('')}\r\n${body}`, () => socket.destroy());
}

function headersOf(body: string) {
  return {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    'X-Request-Id': randomUUID(),
  };
}

function errorText(code: string, message: string): string {
  return JSON.stringify({ error: { code, message } });
}
