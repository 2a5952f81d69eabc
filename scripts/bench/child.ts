import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { Bench } from './databases.ts';

/** What the bench handed to the process that it started. */
export function benchOf(): Bench {
  return JSON.parse(process.env['BENCH'] ?? '{}') as Bench;
}

/** Listens on a free port and tells the bench which. */
export function listening(server: Server): void {
  server.listen(0, '127.0.0.1', () => {
    console.log(JSON.stringify({ origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }));
  });
}
