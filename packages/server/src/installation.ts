import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import {
  adoptInstallation,
  type Db,
  enterInstallation,
  type HeldReason,
  type Local,
  type Remembered,
  makeFolder,
} from '@lodestone/core';
import type { Logger } from 'pino';

import type { Config } from './config.ts';
import { Stop } from './database.ts';
import { operatorCommand } from './operator-command.ts';

/** Whether this process may send, which a restored or copied database does not before an operator says so. */
export interface Sending {
  /** Why nothing is sent, for a person; null while it is. */
  held(): string | null;
  /** Sends from this database from now on. A process on another machine has to be told separately. */
  resume(): Promise<void>;
  stop(): void;
}

/** For an app without an installation, as in tests: sending is never held. */
export const NEVER_HELD: Sending = { held: () => null, resume: () => Promise.resolve(), stop: () => {} };

/** Milliseconds between checks: short while it is held, since an operator may resume it from the command line. */
const LOOK = { held: 5_000, free: 60_000 };

const REASONS: Record<HeldReason | 'copied', string> = {
  unknown:
    'this database has sent emails before, but not from here, so it may be a copy or a restored backup',
  other: 'this database belongs to an installation with another name than LODESTONE_INSTALLATION',
  restored: 'this database is older than the one last used here, so it may be a restored backup',
  moved: 'this database was restored from a dump, or copied, since emails were last sent from it',
  stopped: 'an operator held it with `lodestone sending hold`',
  copied: 'this data directory is a copy of another, or was restored from a backup',
};

/** What the data directory remembers. */
interface Memory {
  /** The file's own number in its file system. A copy has another. */
  inode: string;
  generations: Record<string, number>;
}

/** Finds out whether this process may send, and goes on looking. */
export async function watchSending(db: Db, config: Config, log: Logger): Promise<Sending> {
  let held: string | null = null;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  function hold(reason: string | null): void {
    if (reason !== null && held === null) log.error(`Sending is held: ${reason}. ${howToResume(config)}`);
    if (reason === null && held !== null) log.warn('Sending is resumed.');
    held = reason;
  }

  async function look(): Promise<void> {
    try {
      hold(await checkSending(db, config));
    } catch (error) {
      // It may send, and cannot remember that it may.
      if (!(error instanceof Stop)) throw error;
      log.warn(error.message);
      hold(null);
    }
  }

  function lookAgain(): void {
    if (stopped) return;
    timer = setTimeout(
      () => {
        // What cannot be found out now stays as it was.
        look()
          .catch((err: unknown) => log.warn({ err }, 'Could not find out whether sending is held.'))
          .finally(lookAgain);
      },
      held === null ? LOOK.free : LOOK.held,
    ).unref();
  }

  await look();
  lookAgain();
  return {
    held: () => held,
    resume: async () => {
      await resumeSending(db, config);
      hold(null);
    },
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

/** What an operator does about it, as sentences. */
export function howToResume(config: Config): string {
  const restored =
    'If it is a restored backup, first pause the campaigns that have sent since the backup was made: it does not know what left after that, and would send it again.';
  return `${restored} If nothing else sends from it or from the original, run: ${operatorCommand('sending resume', config)}`;
}

/** Why nothing may be sent from here, for a person; null when it may. */
export async function checkSending(db: Db, config: Config): Promise<string | null> {
  const { local, copied } = readLocal(config);
  if (copied) {
    // A copied directory remembers what the original saw, which is nothing that this one has seen.
    const entered = await enterInstallation(db, { ...local, generations: {} });
    return entered.held === null ? keep(config, entered.remember) : REASONS.copied;
  }
  const entered = await enterInstallation(db, local);
  return entered.held === null ? keep(config, entered.remember) : REASONS[entered.held];
}

/** Sends from this database from now on: running processes with the same data directory see it within seconds. */
export async function resumeSending(db: Db, config: Config): Promise<void> {
  keep(config, await adoptInstallation(db, readLocal(config).local));
}

function readLocal({ dataDir, installation }: Config): { local: Local; copied: boolean } {
  const name = installation ?? null;
  try {
    const file = fileIn(dataDir);
    const { inode, generations } = JSON.parse(readFileSync(file, 'utf8')) as Memory;
    return { local: { name, generations }, copied: inode !== inodeOf(file) };
  } catch {
    return { local: { name, generations: {} }, copied: false };
  }
}

/** Remembers what was seen. Where the data directory cannot be written, `LODESTONE_INSTALLATION` has to tell who we are. */
function keep(config: Config, { databaseId, generation }: Remembered): null {
  const { local, copied } = readLocal(config);
  const generations = { ...(copied ? {} : local.generations), [databaseId]: generation };
  try {
    makeFolder(config.dataDir);
    const draft = join(config.dataDir, `installation.${process.pid}.json`);
    writeFileSync(draft, '');
    writeFileSync(draft, `${JSON.stringify({ inode: inodeOf(draft), generations } satisfies Memory)}\n`);
    renameSync(draft, fileIn(config.dataDir));
  } catch (error) {
    if (config.installation === undefined) {
      throw new Stop(
        `The data directory ${config.dataDir} cannot be written (${error instanceof Error ? error.message : String(error)}), so nothing would tell this database from a copy. Set LODESTONE_DATA_DIR, or LODESTONE_INSTALLATION to a name that all machines of this installation have in common.`,
      );
    }
  }
  return null;
}

function fileIn(dataDir: string): string {
  return join(dataDir, 'installation.json');
}

function inodeOf(file: string): string {
  return String(statSync(file, { bigint: true }).ino);
}
