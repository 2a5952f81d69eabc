import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** How long a body is waited for, in milliseconds. */
export interface BodyLimits {
  /** For a request and its body. */
  whole: number;
  /** A file may take as long as it keeps coming: so many bytes in so many milliseconds, and not forever. */
  upload: { bytes: number; within: number; longest: number };
  /** One that brings less than so many bytes in so many milliseconds is slow, and ends first where others wait. */
  slow: { bytes: number; within: number };
}

export const BODY_LIMITS: BodyLimits = {
  whole: 9_000,
  upload: { bytes: 4_096, within: 9_000, longest: 1_800_000 },
  slow: { bytes: 48_000, within: 3_000 },
};

/** Whether a file has to end now, for the sake of others. */
type GivesWay = (isSlow: boolean) => boolean;

/** Requests whose body is waited for, and what gives it more time. */
const awaited = new WeakMap<IncomingMessage, (givesWay: GivesWay) => void>();

/**
 * Watches that a request's body comes in time. Node has one limit for all requests, and a file over a slow line takes longer.
 * @param since when the request began, by `performance.now()`
 * @param late what is done when it did not, or when it gives way to others
 */
export function watchBody(
  request: IncomingMessage,
  since: number,
  late: (why: 'late' | 'gives way') => void,
  { whole, upload, slow }: BodyLimits,
): void {
  const { 'content-length': length, 'transfer-encoding': coding } = request.headers;
  if (coding === undefined && (length === undefined || length === '0')) return;
  const isLate = () => late('late');
  const timer = wait(isLate, whole - (performance.now() - since));
  awaited.set(request, (givesWay) => {
    clearTimeout(timer);
    wait(isLate, upload.longest);
    every(upload, (comes) => comes || isLate());
    every(slow, (comes) => {
      if (givesWay(!comes)) late('gives way');
    });
  });

  /** Looks each time whether so many bytes have come since the last. What has come and was not read yet is held up by us. */
  function every({ bytes, within }: { bytes: number; within: number }, look: (comes: boolean) => void): void {
    let seen = request.socket.bytesRead;
    const timer = setInterval(() => {
      const comes = request.socket.bytesRead - seen >= bytes || request.readableLength > 0;
      seen = request.socket.bytesRead;
      if (!request.complete) look(comes);
    }, within).unref();
    request.once('close', () => clearInterval(timer));
  }

  function wait(then: () => void, ms: number): NodeJS.Timeout {
    const timer = setTimeout(() => request.complete || then(), Math.max(0, ms)).unref();
    request.once('close', () => clearTimeout(timer));
    return timer;
  }
}

/**
 * Gives a request as long as a file in it keeps coming. Only for who is known: each holds a connection meanwhile.
 * @param givesWay asked now and then whether it has to end for the sake of others
 */
export function awaitUpload(request: IncomingMessage, givesWay: GivesWay = () => false): void {
  awaited.get(request)?.(givesWay);
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
