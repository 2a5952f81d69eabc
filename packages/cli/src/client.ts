import { Lodestone } from '@lodestone/sdk';

import { type Given, isSet, numberOf, textOf, UsageError } from './command.ts';
import { err, variable } from './environment.ts';
import { type Profile, profileNamed, readProfiles } from './profiles.ts';
import { VERSION } from './version.ts';

export const LOCAL = 'http://localhost:4400/api';

/** Which key is used, for which address, and where both are from. */
export interface Access extends Profile {
  /** `LODESTONE_API_KEY`, or a profile's name. */
  readonly from: string;
}

/**
 * Which key to use: that of a named profile, else of the environment, else of the current profile. A profile's key is
 * only ever sent to its own address.
 * @throws UsageError when there is no key
 */
export function accessOf(given: Given): Access {
  const named =
    textOf(given, 'profile') ?? (variable('LODESTONE_API_KEY') ? undefined : variable('LODESTONE_PROFILE'));
  const address = textOf(given, 'base-url');
  const key = variable('LODESTONE_API_KEY');
  if (named === undefined && key !== undefined) {
    const baseUrl = address ?? variable('LODESTONE_BASE_URL') ?? LOCAL;
    return { apiKey: key, baseUrl: addressOf(baseUrl), from: 'LODESTONE_API_KEY' };
  }
  const name = named ?? readProfiles().current;
  if (name === '') throw new NoKey();
  const profile = profileNamed(name);
  if (address !== undefined && addressOf(address) !== profile.baseUrl) {
    throw new UsageError(
      `The key of profile "${name}" is only sent to ${profile.baseUrl}. For ${address}, log in there or set LODESTONE_API_KEY.`,
    );
  }
  return { ...profile, from: name };
}

/** Nobody logged in. */
export class NoKey extends Error {
  override readonly name = 'NoKey';
  override readonly message = 'No API key. Log in with `lodestone login`, or set LODESTONE_API_KEY.';
}

/** A client for the command line. */
export function connect(given: Given, access: Access = accessOf(given)): Lodestone {
  const { apiKey, baseUrl } = access;
  const quiet = isSet(given, 'quiet');
  return new Lodestone({
    apiKey,
    baseUrl,
    timeoutMs: numberOf(given, 'timeout', 30) * 1000,
    maxRetryAfterMs: numberOf(given, 'max-wait', 60) * 1000,
    headers: { 'user-agent': `lodestone-cli/${VERSION}` },
    onRetry: ({ error, delayMs }) => {
      if (!quiet) err(`${error.code}: trying again in ${Math.ceil(delayMs / 1000)} s`);
    },
    ...(isSet(given, 'verbose') && { logLevel: 'debug', logger: LINES }),
  });
}

const LINES = { debug: err, info: err, warn: err, error: () => {} };

/** An address as it was typed, in full: `https://outreach.example.com` is that of the API beneath. @throws UsageError */
export function addressOf(typed: string): string {
  const url = URL.canParse(typed) ? new URL(typed) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.search || url.hash) {
    throw new UsageError(`The address must look like https://outreach.example.com/api; got "${typed}".`);
  }
  const path = url.pathname.replace(/\/+$/, '');
  return `${url.origin}${path === '' ? '/api' : path}`;
}
