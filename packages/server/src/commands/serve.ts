import { ConfigError, portOf } from '../config.ts';
import type { Command } from './command.ts';

export const serveCommand: Command = {
  name: 'serve',
  summary:
    'Serves the API, its reference and the application. A first start fills an empty database with the demo.',
  options: [
    ['--port N', 'port to listen on (default 4400, or PORT)'],
    ['--no-demo', 'leave an empty database empty'],
    ['--workers N', 'processes that share the port (default 1); needs DATABASE_URL'],
  ],
  parse: { port: { type: 'string' }, 'no-demo': { type: 'boolean' }, workers: { type: 'string' } },
  async run(given, config) {
    const port = typeof given['port'] === 'string' ? portOf(given['port'], '--port') : config.port;
    // The other commands need nothing of it.
    const { serve } = await import('../serve.ts');
    await serve(
      { ...config, port },
      {
        demo: given['no-demo'] !== true,
        json: given['json'] === true,
        workers: workersOf(given['workers']),
      },
    );
  },
};

function workersOf(given: string | boolean | undefined): number {
  if (given === undefined) return 1;
  if (typeof given === 'string' && /^[1-9]\d?$/.test(given)) return Number(given);
  throw new ConfigError(`--workers must be a whole number from 1 to 99; got "${given}".`);
}
