import type { Shown } from '../answer.ts';
import { Note } from '../components/card.tsx';
import { Input } from '../components/field.tsx';

interface SignInProps {
  next: string;
  email?: string;
  /** Why the last attempt failed. Never whether the address is known. */
  problem?: string;
  status?: number;
}

export function signInPage({ next, email = '', problem, status = 200 }: SignInProps): Shown {
  return {
    title: 'Sign in',
    section: null,
    status,
    body: (
      <section class="card narrow">
        <h1>Sign in</h1>
        {problem !== undefined && (
          <Note tone="bad">
            <p role="alert">{problem}</p>
          </Note>
        )}
        <form method="post" action="/sign-in" class="stack">
          <input type="hidden" name="next" value={next} />
          <Input name="email" label="Email" type="email" value={email} required autoComplete="username" />
          <Input name="password" label="Password" type="password" required autoComplete="current-password" />
          <button type="submit" class="primary">
            Sign in
          </button>
        </form>
        <div class="small muted stack tight">
          <p>
            No password yet, or forgotten it? The person who runs this server can make you a one-time link:{' '}
            <code>npx pnpm lodestone user sign-in-link --email you@example.com</code>
          </p>
          <p>
            Lost your phone and your recovery codes? Another owner of your account can turn off 2-step sign-in
            for you, or the person who runs this server:{' '}
            <code>npx pnpm lodestone user two-step-off --email you@example.com</code>
          </p>
        </div>
      </section>
    ),
  };
}

/** Asks before a link is used that was perhaps not typed, and says whose account it opens. */
export function confirmLinkPage(token: string, email: string): Shown {
  return {
    title: 'Sign in',
    section: null,
    body: (
      <section class="card narrow">
        <h1>Sign in</h1>
        <p>
          This link signs you in as <bdi>{email}</bdi>. It works once.
        </p>
        <form method="post" action="/sign-in/link">
          <input type="hidden" name="token" value={token} />
          <button type="submit" class="primary">
            Sign in
          </button>
        </form>
      </section>
    ),
  };
}

export function deadLinkPage(): Shown {
  return signInPage({
    next: '/',
    status: 400,
    problem:
      'This sign-in link was already used, has expired or was mistyped. A link works once, within an hour. Ask for a new one.',
  });
}
