import type { LookupAddress } from 'node:dns';
import type { Socket } from 'node:net';

/** Connects to the first of a host's addresses that answers, both families in turn (RFC 8305). */
export function dial(
  socket: Socket,
  { host, port }: { host: string; port: number },
  addresses: LookupAddress[],
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  socket.once('connect', resolve);
  socket.once('error', reject);
  socket.connect({
    host,
    port,
    autoSelectFamily: true,
    // A server far away needs more than the quarter of a second that Node gives an address.
    autoSelectFamilyAttemptTimeout: 2_000,
    lookup: (_host, _options, callback) => callback(null, addresses),
  });
  return promise;
}
