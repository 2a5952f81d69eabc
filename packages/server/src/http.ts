import { randomUUID } from 'node:crypto';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * A server that slow clients cannot wear out, in milliseconds: headers and body must have come within 9 s, and a connection
 * on which nothing moves is closed after 9 s. Whoever keeps a connection to us open is told for how long.
 */
const TIMEOUTS = {
  headersTimeout: 6_000,
  requestTimeout: 9_000,
  keepAliveTimeout: 9_000,
  // Node looks for late requests this often; by default only every 30 s.
  connectionsCheckingInterval: 500,
};

/** Sockets are memory, too. What comes beyond waits in the system's queue or goes to another process. */
const MOST_CONNECTIONS = 5_000;

/** An HTTP server whose every answer, down to one to a request that cannot be parsed, has the contract's form. */
export function createHttpServer(listener: RequestListener): Server {
  // Node would refuse a request without Host itself, and without a body.
  const server = createServer({ ...TIMEOUTS, requireHostHeader: false }, (request, response) => {
    if (request.headers.host !== undefined || request.httpVersion !== '1.1')
      return listener(request, response);
    const body = errorText('The request has no Host header.');
    response.writeHead(400, {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(body),
      'Cache-Control': 'no-store',
      'X-Request-Id': randomUUID(),
      Connection: 'close',
    });
    response.end(body);
  });
  server.timeout = 9_000;
  server.maxConnections = MOST_CONNECTIONS;
  // An expectation other than 100-continue may be ignored (RFC 9110, 10.1.1); Node would answer it with a bare 417.
  server.on('checkExpectation', listener);
  server.on('clientError', refuseUnparsed);
  return server;
}

const REFUSALS: Record<string, [status: string, message: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request did not come in time.'],
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    'The request line and headers hold more than 16 kB.',
  ],
};

function refuseUnparsed(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, message] = REFUSALS[error.code ?? ''] ?? ['400 Bad Request', 'The request is not HTTP.'];
  const body = errorText(message);
  socket.write(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nCache-Control: no-store\r\n` +
      `X-Request-Id: ${randomUUID()}\r\nConnection: close\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
  // Not only our half: who was late with a request may be as late with closing.
  socket.destroySoon();
}

function errorText(message: string): string {
  return JSON.stringify({ error: { code: 'invalid_parameter', message } });
}
