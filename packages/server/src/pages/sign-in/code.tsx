import type { Request, RequestHandler, Response } from 'express';

import { CHALLENGE_MINUTES, type Db, meetChallenge, readChallenge } from '@lodestone/core';

import type { Config } from '../../config.ts';
import { secretKeys } from '../../secret-key.ts';
import { goTo, type Shown } from '../answer.ts';
import { Note } from '../components/card.tsx';
import { Input } from '../components/field.tsx';
import { formOf, queryOf } from '../form.ts';
import { addressOf } from '../query.ts';
import { send } from '../send.ts';
import type { Begin } from './begin.ts';
import { type Guard, tellToWait } from './guard.ts';
import { nextPath } from './next.ts';

const PATH = '/sign-in/code';
const COOKIE = 'lodestone_challenge';

/** The second step: the browser carries the secret of its sign-in, which is worth nothing without a code. */
export async function askForCode(
  request: Request,
  response: Response,
  challenge: string,
  next: string,
): Promise<void> {
  response.cookie(COOKIE, challenge, { ...options(request), maxAge: CHALLENGE_MINUTES * 60_000 });
  await send(request, response, null, goTo(addressOf(PATH, { next: next === '/' ? '' : next })));
}

export function showCodeForm(db: Db): RequestHandler {
  return async (request, response) => {
    const next = nextPath(queryOf(request).get('next'));
    const challenge = await readChallenge(db, challengeIn(request));
    await send(request, response, null, challenge ? codePage({ next }) : goTo('/sign-in'));
  };
}

export function byCode(
  { db, config, guard }: { db: Db; config: Config; guard: Guard },
  begin: Begin,
): RequestHandler {
  return async (request, response) => {
    const form = formOf(request);
    const next = nextPath(form.get('next'));
    const token = challengeIn(request);
    const challenge = await readChallenge(db, token);
    if (challenge === null) return send(request, response, null, goTo('/sign-in', 'sign_in_lapsed'));
    const tooMany = await guard.enter(request, challenge.email);
    if (tooMany !== null) {
      tellToWait(response, tooMany);
      return send(request, response, null, codePage({ next, problem: tooMany.problem, status: 429 }));
    }
    const code = form.get('code') ?? '';
    const session = await meetChallenge(db, () => secretKeys(db, config), {
      token,
      code,
      user_agent: request.get('user-agent'),
    });
    if (session === null) {
      return send(request, response, null, codePage({ next, problem: problemOf(code), status: 401 }));
    }
    await guard.forgive(request, challenge.email);
    response.clearCookie(COOKIE, options(request));
    return begin(request, response, session, { path: next });
  };
}

/** What is right instead: the app has another code in a moment, and a list of recovery codes has not. */
function problemOf(code: string): string {
  return /[a-z]/i.test(code)
    ? 'That recovery code is wrong or was already used. Each works once, and all 16 characters of it are needed.'
    : 'That code is wrong or was already used. Wait for the next one.';
}

function codePage({
  next,
  problem,
  status = 200,
}: {
  next: string;
  problem?: string;
  status?: number;
}): Shown {
  return {
    title: 'Enter your code',
    section: null,
    status,
    body: (
      <section class="card narrow">
        <h1>Enter your code</h1>
        {problem !== undefined && (
          <Note tone="bad">
            <p role="alert">{problem}</p>
          </Note>
        )}
        <form method="post" action={PATH} class="stack">
          <input type="hidden" name="next" value={next} />
          <Input
            name="code"
            label="Code"
            hint="The 6-digit code from your authenticator app, or one of your recovery codes."
            required
            autoComplete="one-time-code"
            maxLength={40}
          />
          <button type="submit" class="primary">
            Sign in
          </button>
        </form>
        <p class="small muted">
          Lost your phone and your recovery codes? Another owner of your account can turn off 2-step sign-in
          for you under Settings, Users. So can the person who runs this server, with{' '}
          <code>npx pnpm lodestone user two-step-off --email you@example.com</code>
        </p>
      </section>
    ),
  };
}

function options({ secure }: Request) {
  return { httpOnly: true, sameSite: 'lax', secure, path: PATH } as const;
}

function challengeIn(request: Request): string {
  const pairs = request.headers.cookie?.split(';').map((pair) => pair.trim().split('=', 2)) ?? [];
  return pairs.find(([name]) => name === COOKIE)?.[1] ?? '';
}
