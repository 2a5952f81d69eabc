import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { UsageError } from './command.ts';
import { configFolder, err } from './environment.ts';

/** A key together with the address that it is for, so that neither is ever used with another. */
export interface Profile {
  readonly baseUrl: string;
  readonly apiKey: string;
}

interface Profiles {
  /** The one that is used when none is named. */
  current: string;
  profiles: Record<string, Profile>;
}

export const profilesFile = (): string => join(configFolder(), 'profiles.json');

/** What was logged in to. @throws UsageError when the file is damaged */
export function readProfiles(): Profiles {
  const file = profilesFile();
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { current: '', profiles: {} };
    throw new UsageError(`${file} cannot be read: ${(error as Error).message}`);
  }
  warnOfReaders(file);
  try {
    const { current, profiles } = JSON.parse(text) as Profiles;
    if (typeof current === 'string' && typeof profiles === 'object' && profiles !== null)
      return { current, profiles };
  } catch {
    // Told below.
  }
  throw new UsageError(`${file} is damaged. Delete it and log in again.`);
}

/** Writes in one piece, for nobody but its owner to read. */
export function writeProfiles(profiles: Profiles): void {
  const file = profilesFile();
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const beside = `${file}.${process.pid}`;
  try {
    writeFileSync(beside, `${JSON.stringify(profiles, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
    // The mode above is cut by the umask only, never widened; this holds for a file system that ignores it.
    chmodSync(beside, 0o600);
    renameSync(beside, file);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
}

/** The profile of a name. @throws UsageError when there is none */
export function profileNamed(name: string): Profile {
  const { profiles } = readProfiles();
  if (Object.hasOwn(profiles, name)) return profiles[name] as Profile;
  const known = Object.keys(profiles);
  throw new UsageError(
    `There is no profile "${name}". ${known.length > 0 ? `Profiles: ${known.join(', ')}.` : 'Create one with `lodestone login`.'}`,
  );
}

function warnOfReaders(file: string): void {
  if (process.platform === 'win32') return;
  if ((statSync(file).mode & 0o077) !== 0) err(`Others can read your keys. Run: chmod 600 ${file}`);
}
