import { LodestoneError, type Me } from '@lodestone/sdk';

import { addressOf, connect, LOCAL } from '../client.ts';
import { type Command, type Given, textOf, UsageError } from '../command.ts';
import { clean } from '../output/text.ts';
import { err, out, variable } from '../environment.ts';
import { profilesFile, readProfiles, writeProfiles } from '../profiles.ts';
import { ask, askSecret, canAsk, piped } from '../prompt.ts';

export const login: Command = {
  name: 'login',
  summary: 'Save an API key on this machine',
  description:
    'Asks for the address of the API and a key, tests them, and saves both in your config folder, where only you can read them. The key is hidden while you type or paste it. Without a terminal, the key is read from stdin.\n\nCreate keys in the application under Settings, Developers.',
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
    throw new UsageError(`A profile name has letters, digits, dots, dashes and underscores; got "${name}".`);
  const { profiles } = readProfiles();
  const before = Object.hasOwn(profiles, name) ? profiles[name]?.baseUrl : undefined;
  const baseUrl = await askAddress(given, before ?? variable('LODESTONE_BASE_URL') ?? LOCAL);
  const apiKey = (canAsk() ? await askSecret('API key (hidden): ') : await piped()).trim();
  if (apiKey === '') throw new UsageError('No key was given.');
  warnOfPlainHttp(baseUrl);
  const me = await tried(given, { baseUrl, apiKey, from: name });
  const now = readProfiles();
  now.profiles[name] = { baseUrl, apiKey };
  writeProfiles({ ...now, current: name });
  await out(
    `${me ? `Logged in to ${clean(me.account.name)}` : 'Logged in'} as profile "${name}". The key is saved in ${profilesFile()}.\n`,
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
  err(`The key is sent to ${hostname} unencrypted. Use https:// if you can.`);
}
