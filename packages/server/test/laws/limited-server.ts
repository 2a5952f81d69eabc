// A server process of its own, whose quota is counted over Redis. Started by a test, with the URL of Redis and the quota.
import { redisLimiter } from '@lodestone/server/api/limiter.js';

import { DATABASES } from '../databases.ts';
import { startServer } from '../server.ts';

const [url = '', quota = ''] = process.argv.slice(2);
const limiter = await redisLimiter(url, Number(quota), console.error);
const server = await startServer(DATABASES[0], {}, { limiter });
process.once('message', async () => {
  await server.close();
  await limiter.close();
  process.disconnect();
});
process.send?.({ baseUrl: server.baseUrl, key: server.keys.full });
