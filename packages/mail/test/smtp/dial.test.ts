import { once } from 'node:events';
import { type AddressInfo, createServer, Socket } from 'node:net';

import { expect, test } from '@jest/globals';

import { dial } from '@lodestone/mail/smtp/dial.js';

const addressesOf = (...addresses: string[]) =>
  addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

test('a host is reached by the address that answers, and not at all when none does', async () => {
  const server = createServer((socket) => socket.end()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const where = { host: 'mail.acme.example', port };

  for (const addresses of [['127.0.0.2', '127.0.0.1'], ['::1', '127.0.0.1'], ['127.0.0.1']]) {
    const socket = new Socket();
    await dial(socket, where, addressesOf(...addresses));
    expect(socket.remoteAddress).toBe('127.0.0.1');
    socket.destroy();
  }
  const socket = new Socket();
  await expect(dial(socket, where, addressesOf('127.0.0.2', '127.0.0.3'))).rejects.toThrow();
  socket.destroy();
  server.close();
});
