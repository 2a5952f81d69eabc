import { ConfigError, portOf, withPort } from '../config.ts';
import type { Command, FollowLine, Given } from './command.ts';

/** @param followLine runs what operators ask of the server, which has the embedded database to itself */
export const serveCommand = (followLine: FollowLine): Command => ({
  name: 'serve',
  summary:
    'Serves the API, its reference and the application. A first start fills an empty database with the demo.',
  options: [
    ['--port N', 'port to listen on (default 4400, or PORT)'],
    ['--no-demo', 'leave an empty database empty'],
    ['--no-jobs', 'leave background jobs to `lodestone work`'],
    ['--workers N', 'processes that share the port (default 1); needs DATABASE_URL'],
  ],
  parse: {
    port: { type: 'string' },
    'no-demo': { type: 'boolean' },
    'no-jobs': { type: 'boolean' },
    workers: { type: 'string' },
  },
  async run(given, config) {
    const port = typeof given['port'] === 'string' ? portOf(given['port'], '--port') : config.port;
    // The other commands need nothing of it.
    const { serve } = await import('../serve.ts');
    await serve(withPort(config, port), {
      demo: given['no-demo'] !== true,
      jobs: given['no-jobs'] !== true,
      json: given['json'] === true,
      workers: workersOf(given['workers']),
      followLine,
    });
  },
});

function workersOf(given: Given[string]): number {
  if (given === undefined) return 1;
  if (typeof given === 'string' && /^[1-9]\d?$/.test(given)) return Number(given);
  throw new ConfigError(`--workers must be a whole number from 1 to 99; got "${String(given)}".`);
}
