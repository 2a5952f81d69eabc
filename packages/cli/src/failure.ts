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

/** As the help shows them. */
export const EXIT_CODES: readonly [code: number, meaning: string][] = [
  [0, 'success'],
  [EXIT.found, '`lodestone check` found a problem'],
  [EXIT.usage, 'the command or one of its values is invalid'],
  [EXIT.authentication, 'no API key, or one that is unknown, expired or revoked'],
  [EXIT.scope, 'the key lacks the scope'],
  [EXIT.notFound, 'not found in this account'],
  [EXIT.conflict, 'the campaign or magnet is in a state that does not allow it'],
  [EXIT.rateLimited, 'too many requests'],
  [EXIT.unavailable, 'the server could not be reached, timed out or failed'],
  [EXIT.unexpected, 'anything else'],
];

/** For every code: the exit code, and what to do. Complete by type. */
const CLASSES: Record<LodestoneErrorCode, [exit: number, advice?: string]> = {
  unauthorized: [EXIT.authentication, 'Log in with `lodestone login`, or set LODESTONE_API_KEY.'],
  invalid_key: [
    EXIT.authentication,
    'Check that you copied the whole key, and that it belongs to this address.',
  ],
  expired_key: [
    EXIT.authentication,
    'Create a new key under Settings, Developers, and use it with `lodestone login`.',
  ],
  revoked_key: [
    EXIT.authentication,
    'Create a new key under Settings, Developers, and use it with `lodestone login`.',
  ],
  insufficient_scope: [
    EXIT.scope,
    'Create a key with this scope under Settings, Developers. Scopes cannot be added to an existing key.',
  ],
  not_found: [EXIT.notFound],
  invalid_parameter: [EXIT.usage],
  test_send_required: [EXIT.conflict, 'Send a test of the magnet from the application first.'],
  invalid_state: [
    EXIT.conflict,
    'Check its status with `lodestone campaigns list`. Running the command again will not help.',
  ],
  system_paused: [
    EXIT.conflict,
    'Open the campaign in the application to see what went wrong and how to fix it.',
  ],
  rate_limited: [EXIT.rateLimited, 'Wait a moment, then run the command again.'],
  internal_error: [EXIT.unavailable, 'Try again later. If it keeps failing, report the request.'],
  connection_failed: [EXIT.unavailable, 'Check the address, and that the server is running.'],
  timeout: [EXIT.unavailable, 'Try again, or allow more time with --timeout.'],
  aborted: [EXIT.unexpected],
  unexpected_response: [
    EXIT.unexpected,
    'Something other than Lodestone answers at this address. The address should end in /api.',
  ],
  invalid_usage: [EXIT.usage],
};

/** The command that lists the ids of what was not found. */
function whereToLook({ code, url = '' }: LodestoneError): string | undefined {
  if (code !== 'not_found') return undefined;
  const [, noun = ''] = /\/v1\/([\w-]+)\//.exec(url) ?? [];
  const list = OPERATIONS.find(({ command }) => command === `${noun} list` || command === noun);
  if (!list) return 'See `lodestone --help` for all commands.';
  const search = list.parameters.some(({ name }) => name === 'search') ? ' --search …' : '';
  return `Look up its id with \`lodestone ${list.command}${search}\`. A name or an email address is not an id.`;
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
