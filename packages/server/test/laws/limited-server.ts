// A server process of its own, whose quota is counted over Redis. Started by a test, with the URL of Redis and the quota.
import type { AddressInfo } from 'node:net';

import { connect } from '@lodestone/core';
import { redisLimiter } from '@lodestone/server/api/limiter.js';
import { createApp } from '@lodestone/server/app.js';
import { readConfig } from '@lodestone/server/config.js';
import { createHttpServer } from '@lodestone/server/http.js';

import { copyImage } from '../../../core/test/copies.ts';
import { DEMO } from '../../../demo/test/filling.ts';

const [url = '', quota = ''] = process.argv.slice(2);
const { files, made: demo } = await copyImage(DEMO);
const db = connect({ memory: true, files });
const limiter = await redisLimiter(url, Number(quota), console.error);
const config = { ...readConfig({}), logLevel: 'silent' as const };
const server = createHttpServer(await createApp({ db, clock: () => new Date(), limiter, config }));
// A busy machine may let calls wait for long.
server.keepAliveTimeout = 60_000;
server.timeout = 0;
process.once('message', async () => {
  server.close();
  server.closeAllConnections();
  await db.destroy();
  await limiter.close();
  process.disconnect();
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.send?.({ baseUrl: `http://127.0.0.1:${port}/api`, key: demo.accounts[0]?.keys.full });
});
