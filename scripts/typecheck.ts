// Type-checks everything: the packages (which builds them), then their tests and these scripts.
import { tsc } from './build.ts';

// In a run of its own: the tests find a package through its dist, and tsc looks for that before it has made it.
const built = tsc('-b', 'packages');
const rooms = ['cli', 'core', 'demo', 'jobs', 'mail', 'mcp', 'sdk', 'server'];
const checked = tsc('-b', ...rooms.map((room) => `packages/${room}/test`), 'scripts');

if (!built || !checked) process.exitCode = 1;
