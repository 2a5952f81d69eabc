import { LodestoneError, type Me } from '@lodestone/sdk';

import { addressOf, connect, LOCAL } from '../client.ts';
import { type Command, type Given, textOf, UsageError } from '../command.ts';
import { clean } from '../output/text.ts';
import { err, out, variable } from '../place.ts';
import { profilesFile, profileNamed, readProfiles, writeProfiles } from '../profiles.ts';
import { ask, askSecret, canAsk, piped } from '../prompt.ts';

export const login: Command = {
  name: 'login',
  summary: 'Keep a key for this machine',
  description:
    'Asks for the address of the API and a key, tries them, and keeps both in your config folder, for you alone to read. The key is not shown while it is typed or pasted. Without a terminal the key is read from stdin.\n\nKeys are made in the application under Settings, Developers.',
  flags: [],
  examples: [
    'lodestone login',
    'lodestone login --profile staging --base-url https://staging.example.com/api',
    'lodestone login < key.txt',
  ],
  run: keepKey,
};

async function keepKey(given: Given): Promise<void> {
  const name = textOf(given, 'profile') ?? 'default';
  if (!/^[\w.-]{1,60}$/.test(name) || name.startsWith('__'))
    throw new UsageError(`A profile's name is letters, digits, dots and dashes; got "${name}".`);
  const { profiles } = readProfiles();
  const before = Object.hasOwn(profiles, name) ? profiles[name]?.baseUrl : undefined;
  const baseUrl = await askAddress(given, before ?? variable('LODESTONE_BASE_URL') ?? LOCAL);
  const apiKey = (canAsk() ? await askSecret('API key (not shown): ') : await piped()).trim();
  if (apiKey === '') throw new UsageError('No key was given.');
  warnOfPlainHttp(baseUrl);
  const me = await tried(given, { baseUrl, apiKey, from: name });
  const now = readProfiles();
  now.profiles[name] = { baseUrl, apiKey };
  writeProfiles({ ...now, current: name });
  await out(
    `${me ? `Logged in to ${clean(me.account.name)}` : 'Logged in'} as profile "${name}". The key is kept in ${profilesFile()}.\n`,
  );
}

async function askAddress(given: Given, otherwise: string): Promise<string> {
  const said = textOf(given, 'base-url');
  if (said !== undefined || !canAsk()) return addressOf(said ?? otherwise);
  return addressOf((await ask(`Address of the API [${otherwise}]: `)) || otherwise);
}

/** The account that a key opens; undefined when the key is good and may not read it. */
async function tried(given: Given, access: Parameters<typeof connect>[1]): Promise<Me | undefined> {
  try {
    return await connect(given, access).me();
  } catch (error) {
    if (LodestoneError.is(error, 'insufficient_scope')) return undefined;
    throw error;
  }
}

function warnOfPlainHttp(baseUrl: string): void {
  const { protocol, hostname } = new URL(baseUrl);
  if (protocol === 'https:' || /^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname)) return;
  err(`The key goes to ${hostname} unencrypted. Use https:// where you can.`);
}

export const logout: Command = {
  name: 'logout',
  summary: 'Forget a key of this machine',
  description:
    'Removes a profile and its key. The key itself goes on working until it is revoked in the application.',
  flags: [],
  examples: ['lodestone logout', 'lodestone logout --profile staging'],
  run: async (given) => {
    const { current, profiles } = readProfiles();
    const name = textOf(given, 'profile') ?? current;
    if (name === '') throw new UsageError('Nobody is logged in.');
    profileNamed(name);
    delete profiles[name];
    const next = name === current ? (Object.keys(profiles)[0] ?? '') : current;
    writeProfiles({ current: next, profiles });
    await out(`Profile "${name}" is gone.${next === '' ? '' : ` "${next}" is used now.`}\n`);
  },
};

export const profiles: Command = {
  name: 'profiles',
  summary: 'List the keys of this machine, or choose one',
  arguments: [{ name: 'NAME', help: 'The profile to use from now on', optional: true }],
  flags: [],
  examples: ['lodestone profiles', 'lodestone profiles staging'],
  run: async ({ arguments: [name] }) => {
    if (name !== undefined) {
      profileNamed(name);
      writeProfiles({ ...readProfiles(), current: name });
    }
    const { current, profiles } = readProfiles();
    const lines = Object.entries(profiles).map(
      ([name, { baseUrl, apiKey }]) =>
        `${name === current ? '*' : ' '} ${name}  ${baseUrl}  …${apiKey.slice(-4)}\n`,
    );
    await out(lines.join(''));
    if (lines.length === 0) err('There is none. Make one with `lodestone login`.');
  },
};
