import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, test } from '@jest/globals';
import { runCommandLine } from '@lodestone/server/commands/index.js';
import { serveCommand } from '@lodestone/server/commands/serve.js';
import { workCommand } from '@lodestone/server/commands/work.js';
import { migrateCommand } from '@lodestone/server/commands/migrate.js';
import { parse } from 'yaml';

import { needing } from '../../../../scripts/jest/needs.ts';
import { afterTest, expectFor } from '../../../../scripts/jest/support.ts';
import { LODESTONE, path } from '../../../../scripts/paths.ts';

const folder = fileURLToPath(new URL('../../deploy/', import.meta.url));
const read = (name: string) => readFileSync(join(folder, name), 'utf8');
const units = readdirSync(folder).filter((name) => name.endsWith('.service'));

interface Service {
  image: string;
  command?: string[];
  environment?: Record<string, string>;
  depends_on?: Record<string, unknown>;
  volumes?: string[];
}

const { services, volumes } = parse(read('compose.yaml'), { merge: true }) as {
  services: Record<string, Service>;
  volumes: Record<string, unknown>;
};

const program = relative(path('.'), LODESTONE);

/** What stands after the program where it is started. */
const started = [
  ...Object.values(services).flatMap(({ command }) => (command?.[1] === program ? [command.slice(2)] : [])),
  ...units.map((unit) => read(unit).split(` ${program} `)[1]?.split('\n', 1)[0]?.split(' ') ?? []),
];

test('whatever is started is a command, with options that it has', () => {
  const commands = [serveCommand(runCommandLine), workCommand, migrateCommand];
  expect(started).toHaveLength(5);
  for (const [name, ...options] of started) {
    const command = commands.find((candidate) => candidate.name === name);
    expectFor(name, command).toBeDefined();
    for (const option of options)
      expectFor(option, Object.keys(command!.parse)).toContain(option.replace('--', ''));
  }
});

test('every setting is one that the README knows', () => {
  const known = readFileSync(join(folder, '../README.md'), 'utf8');
  const set = [
    ...Object.values(services).flatMap(({ command, environment }) =>
      command?.[0] === 'node' ? Object.keys(environment ?? {}) : [],
    ),
    ...units.flatMap((unit) => [...read(unit).matchAll(/\b([A-Z_]{4,})=/g)].map(([, name]) => name!)),
  ];
  for (const name of new Set(set)) if (name !== 'NODE_ENV') expectFor(name, known).toContain(`\`${name}\``);
});

test('the services name an image, and only each other and files that are there', () => {
  for (const [name, { image, depends_on = {}, volumes: mounted = [] }] of Object.entries(services)) {
    expectFor(name, image).toMatch(/^[\w./-]+:[\w.-]+$/);
    for (const other of Object.keys(depends_on)) expectFor(name, Object.keys(services)).toContain(other);
    for (const volume of mounted) {
      const [from = ''] = volume.split(':');
      const isThere = from.startsWith('.') ? existsSync(join(folder, from)) : from in volumes;
      expectFor(volume, isThere).toBe(true);
    }
  }
});

const SYSTEMD_ANALYZE = '/usr/bin/systemd-analyze';

needing('systemd-analyze', existsSync(SYSTEMD_ANALYZE)).test('systemd takes the units', () => {
  const there = mkdtempSync(join(tmpdir(), 'lodestone-units-'));
  afterTest(() => rmSync(there, { recursive: true }));
  const paths = units.map((unit) => join(there, unit.replace('@', '@1')));
  for (const [at, unit] of units.entries()) cpSync(join(folder, unit), paths[at]!);
  let said = '';
  try {
    said = execFileSync(SYSTEMD_ANALYZE, ['verify', ...paths], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  } catch (error) {
    said = String((error as { stderr: string }).stderr);
  }
  // Node may be elsewhere here.
  expect(said.split('\n').filter((line) => line !== '' && !line.includes('/usr/bin/node'))).toStrictEqual([]);
});
