import type { Config } from './config.ts';
import { howToResume } from './installation.ts';
import { operatorCommand } from './operator-command.ts';

/** What a start has to tell. */
export interface Started {
  origin: string;
  /** Signs the first user in, once; undefined while there is no user, or where the operator's command makes the links. */
  signIn: string | undefined;
  /** A key of the demo, on the one start that made it. */
  demoKey: string | undefined;
  /** Where the data lies. */
  data: string;
  embedded: boolean;
  /** Nobody can sign in yet. */
  empty: boolean;
  /** Why nothing is sent. */
  sendingHeld: string | null;
}

/** The text that a person reads after a start. */
export function bannerOf(
  { origin, signIn, demoKey, data, embedded, empty, sendingHeld }: Started,
  config: Config,
): string {
  const lines: [label: string, text: string][] = [
    ['Application', `${origin}/`],
    ...pair('Sign in', signIn && `${signIn}\n(once, within an hour; each start prints a new one)`),
    ['Reference', `${origin}/docs`],
    ['API', `${origin}/api/v1`],
    ...pair('Demo key', demoKey && `${demoKey}\n(shown this once)`),
    ...pair('Try it', demoKey && `curl -sS -H "Authorization: Bearer ${demoKey}" ${origin}/api/v1/me`),
    ...pair(
      'No account',
      empty ? operatorCommand('account create --name "…" --email you@example.com', config) : undefined,
    ),
    ...pair('Sending', sendingHeld === null ? undefined : `held: ${sendingHeld}.\n${howToResume(config)}`),
    [
      'Data',
      embedded
        ? `${data}\n(embedded PostgreSQL: one process; a power cut may lose the last few seconds)`
        : data,
    ],
    ...pair(
      'Production',
      embedded ? 'DATABASE_URL=postgres://user:password@host/database npx pnpm start' : undefined,
    ),
  ];
  const width = Math.max(...lines.map(([label]) => label.length));
  const body = lines.map(
    ([label, text]) => `  ${label.padEnd(width)}  ${text.replaceAll('\n', `\n${' '.repeat(width + 4)}`)}`,
  );
  return ['', 'Lodestone is running. Press Ctrl-C to stop.', '', ...body, ''].join('\n');
}

function pair(label: string, text: string | undefined): [string, string][] {
  return text === undefined ? [] : [[label, text]];
}
