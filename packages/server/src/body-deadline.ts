import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** How long a body is waited for, in milliseconds. */
export interface BodyLimits {
  /** For a request and its body. */
  whole: number;
  /** A file may take as long as it keeps coming: so many bytes in so many milliseconds, and not for ever. */
  upload: { bytes: number; within: number; longest: number };
}

export const BODY_LIMITS: BodyLimits = {
  whole: 9_000,
  upload: { bytes: 4_096, within: 9_000, longest: 1_800_000 },
};

/** Requests whose body is waited for, and what gives it more time. */
const awaited = new WeakMap<IncomingMessage, () => void>();

/**
 * Watches that a request's body comes in time. Node has one limit for all requests, and a file over a slow line takes longer.
 * @param since when the request began, by `performance.now()`
 * @param late what is done when it did not
 */
export function watchBody(
  request: IncomingMessage,
  since: number,
  late: () => void,
  { whole, upload }: BodyLimits,
): void {
  const { 'content-length': length, 'transfer-encoding': coding } = request.headers;
  if (coding === undefined && (length === undefined || length === '0')) return;
  let timer = wait(whole - (performance.now() - since), late);
  request.once('close', () => clearTimeout(timer));
  awaited.set(request, () => {
    clearTimeout(timer);
    const until = performance.now() + upload.longest;
    let seen = request.socket.bytesRead;
    const look = () => {
      const moved = request.socket.bytesRead - seen;
      // What has come and was not read yet is held up by us.
      const goesOn = moved >= upload.bytes || request.readableLength > 0;
      if (!goesOn || performance.now() > until) return late();
      seen = request.socket.bytesRead;
      timer = wait(upload.within, look);
    };
    timer = wait(upload.within, look);
  });

  function wait(ms: number, then: () => void): NodeJS.Timeout {
    return setTimeout(() => request.complete || then(), Math.max(0, ms)).unref();
  }
}

/** Gives a request as long as a file in it keeps coming. Only for who is known: each holds a connection meanwhile. */
export function awaitUpload(request: IncomingMessage): void {
  awaited.get(request)?.();
}

/** Remembers when connections were opened: their first request began then. */
export function requestStarts(): { opened(socket: Socket): void; of(request: IncomingMessage): number } {
  const opened = new WeakMap<Socket, number>();
  return {
    opened: (socket) => void opened.set(socket, performance.now()),
    of: ({ socket }) => {
      const at = opened.get(socket) ?? performance.now();
      opened.delete(socket);
      return at;
    },
  };
}
