import { said } from '@lodestone/mcp/failure.js';
import { LodestoneError, type LodestoneErrorCode } from '@lodestone/sdk';

import { NoKey } from './client.ts';
import { UsageError } from './command.ts';
import { OPERATIONS } from './generated/operations.ts';
import { clean } from './output/text.ts';

/** Exit codes, by what went wrong. */
export const EXIT = {
  /** `check` found something. */
  found: 1,
  usage: 2,
  authentication: 3,
  scope: 4,
  notFound: 5,
  conflict: 6,
  rateLimited: 7,
  unavailable: 8,
  unexpected: 9,
} as const;

/** As the help tells them. */
export const EXIT_CODES: readonly [code: number, meaning: string][] = [
  [0, 'it worked'],
  [EXIT.found, '`lodestone check` found something'],
  [EXIT.usage, 'the command line, or a value in it, is not acceptable'],
  [EXIT.authentication, 'no key, or one that is unknown, expired or revoked'],
  [EXIT.scope, 'the key lacks a scope'],
  [EXIT.notFound, 'the account has no such object'],
  [EXIT.conflict, 'the state of the campaign or magnet does not allow it'],
  [EXIT.rateLimited, 'too many requests'],
  [EXIT.unavailable, 'the server was not reached, took too long, or failed'],
  [EXIT.unexpected, 'anything else'],
];

/** For every code: the exit code, and what to do. Complete by type. */
const CLASSES: Record<LodestoneErrorCode, [exit: number, advice?: string]> = {
  unauthorized: [EXIT.authentication, 'Log in with `lodestone login`, or set LODESTONE_API_KEY.'],
  invalid_key: [
    EXIT.authentication,
    'Check that the key was copied whole, and that the address is the one it is for.',
  ],
  expired_key: [
    EXIT.authentication,
    'Make a new key under Settings, Developers, and `lodestone login` with it.',
  ],
  revoked_key: [
    EXIT.authentication,
    'Make a new key under Settings, Developers, and `lodestone login` with it.',
  ],
  insufficient_scope: [
    EXIT.scope,
    'Make a key that has it under Settings, Developers: a key never gains a scope.',
  ],
  not_found: [EXIT.notFound],
  invalid_parameter: [EXIT.usage],
  test_send_required: [EXIT.conflict, 'Send a test of the magnet in the application first.'],
  invalid_state: [
    EXIT.conflict,
    'Look at its status with `lodestone campaigns list`; repeating the command does not help.',
  ],
  system_paused: [
    EXIT.conflict,
    'Open the campaign in the application: it says what was wrong and what has to be done.',
  ],
  rate_limited: [EXIT.rateLimited, 'Wait, then repeat the command.'],
  internal_error: [EXIT.unavailable, 'Repeat the command in a while; report the request when it goes on.'],
  connection_failed: [EXIT.unavailable, 'Check the address, and that the server runs.'],
  timeout: [EXIT.unavailable, 'Repeat it, or give it longer with --timeout.'],
  aborted: [EXIT.unexpected],
  unexpected_response: [EXIT.unexpected, 'Something else answers at this address. It should end in /api.'],
  invalid_usage: [EXIT.usage],
};

/** The command that tells the ids of what was not found. */
function whereToLook({ code, url = '' }: LodestoneError): string | undefined {
  if (code !== 'not_found') return undefined;
  const [, noun = ''] = /\/v1\/([\w-]+)\//.exec(url) ?? [];
  const list = OPERATIONS.find(({ command }) => command === `${noun} list` || command === noun);
  if (!list) return 'See `lodestone --help` for what there is.';
  const search = list.parameters.some(({ name }) => name === 'search') ? ' --search …' : '';
  return `Look its id up with \`lodestone ${list.command}${search}\`: a name or an email is none, and one of another account is not found either.`;
}

/** What a failure prints on stderr, and its exit code. */
export function explain(error: unknown): { text: string; exitCode: number } {
  if (error instanceof UsageError)
    return { text: `lodestone: ${clean(error.message)}`, exitCode: EXIT.usage };
  if (error instanceof NoKey) return { text: `lodestone: ${error.message}`, exitCode: EXIT.authentication };
  if (!LodestoneError.is(error)) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { text: `lodestone: ${text}`, exitCode: EXIT.unexpected };
  }
  const [exitCode, advice = whereToLook(error)] = CLASSES[error.code] ?? [EXIT.unexpected];
  const { requiredScope } = error as Partial<LodestoneError<'insufficient_scope'>>;
  const lines = [
    `lodestone: ${clean(said(error))}`,
    ...(requiredScope === undefined ? [] : [`  required scope: ${clean(requiredScope)}`]),
    ...(advice === undefined ? [] : [`  ${advice}`]),
    `  (${[error.code, error.method && `${error.method} ${error.url}`, error.requestId && `request ${error.requestId}`].filter(Boolean).join(', ')})`,
  ];
  return { text: lines.join('\n'), exitCode };
}
