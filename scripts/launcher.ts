import { readFileSync } from 'node:fs';

/**
 * Ends this process with SIGTERM once `npx` or `pnpm` above it is gone. A SIGTERM sent to `npx` ends it and the shell it
 * started pnpm with, but reaches nothing below (dash passes no signal on), which would leave a server behind that holds
 * its port and its data. Needs /proc; elsewhere the shell of npm replaces itself by pnpm, which passes signals on.
 */
export function endWithLauncher(): void {
  // The chain is: npx > sh > pnpm > sh > this, or npx > pnpm > sh > this where sh replaces itself. What stands above pnpm
  // without npx is whoever called, and may well leave first (nohup).
  const underNpx = process.env['npm_config_npm_version'] !== undefined;
  const underPnpm = process.env['npm_lifecycle_event'] !== undefined;
  if (!underPnpm) return;

  const launchers = ancestors(underNpx ? 3 : 2);
  const watch = setInterval(() => {
    if (launchers.every(({ pid, parent }) => parentOf(pid) === parent)) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 1000).unref();
}

/** The links of this process to its parent, of that to its own, and so on: `length` of them, or fewer without /proc. */
function ancestors(length: number): { pid: number; parent: number }[] {
  const links: { pid: number; parent: number }[] = [];
  let pid = process.pid;
  while (links.length < length) {
    const parent = parentOf(pid);
    if (parent === undefined || parent <= 1) break;
    links.push({ pid, parent });
    pid = parent;
  }
  return links;
}

/** Undefined when there is no such process, or no /proc. */
function parentOf(pid: number): number | undefined {
  try {
    // pid (command) state parent ...; the command may hold anything, parentheses too.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return undefined;
  }
}
