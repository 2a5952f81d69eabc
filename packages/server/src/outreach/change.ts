import type { Account } from '@lodestone/core';

import type { Path } from './file.ts';

/** One thing that is not as the file says. */
export interface Change {
  kind: 'create' | 'change' | 'remove';
  /** Such as `inbox maya@acme.example`. */
  what: string;
  /** Each setting with its present and its wanted value. */
  details: string[];
  /** Where the file asks for it. */
  path: Path;
  /**
   * Makes it.
   * @param rehearsing whether it is taken back afterwards: then without what leaves the database, or takes long
   */
  apply(account: Account, rehearsing: boolean): Promise<void>;
}

const SIGNS = { create: '+', change: '~', remove: '-' };

/** Changes for people to read. */
export function printed(changes: readonly Change[]): string {
  return changes
    .flatMap(({ kind, what, details }) => [
      `${SIGNS[kind]} ${what}`,
      ...details.map((detail) => `    ${detail}`),
    ])
    .join('\n');
}

/** What of `wanted` is not so in `actual`, by setting; what is not wanted stays as it is. */
export function differences<Settings extends object>(
  actual: { readonly [Name in keyof Settings]?: unknown },
  wanted: Settings,
): { [Name in keyof Settings]: { from: unknown; to: unknown } } {
  const found: Record<string, { from: unknown; to: unknown }> = {};
  for (const [name, to] of Object.entries(wanted)) {
    if (to === undefined) continue;
    const from: unknown = (actual as Record<string, unknown>)[name];
    if (JSON.stringify(from) !== JSON.stringify(to)) found[name] = { from, to };
  }
  return found as { [Name in keyof Settings]: { from: unknown; to: unknown } };
}

/** Differences as lines. */
export function described(found: Readonly<Record<string, { from: unknown; to: unknown }>>): string[] {
  return Object.entries(found).map(([name, { from, to }]) => `${name}: ${shown(from)} → ${shown(to)}`);
}

function shown(value: unknown): string {
  const text = typeof value === 'string' ? JSON.stringify(value) : JSON.stringify(value ?? null);
  return text.length > 120 ? `${text.slice(0, 117)}…` : text;
}
