import { connect } from 'node:net';

import { needing } from '../../../scripts/jest/needs.ts';

/** Where the tests look for Redis. */
export const REDIS = { host: '127.0.0.1', port: 6379 };

const answers = await new Promise<boolean>((resolve) => {
  const socket = connect(REDIS.port, REDIS.host, () => resolve(true)).on('error', () => resolve(false));
  socket.on('connect', () => socket.destroy());
});

/** Declares tests that need Redis. */
export const onRedis = needing('Redis', answers);
