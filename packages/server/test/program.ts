import { LODESTONE } from '../../../scripts/paths.ts';

/**
 * What Node is given to run the operator's command. As in `pnpm lodestone`, V8 compiles the embedded database once and not a second time
 * for speed: a command that takes a second has nothing of that, and takes a third more.
 */
export function lodestoneArgs(...args: string[]): string[] {
  return ['--liftoff-only', LODESTONE, ...args];
}
