import {
  type Account,
  confirmTwoStep,
  readSetUp,
  readTwoStep,
  readUser,
  renewRecoveryCodes,
  startTwoStep,
  turnOffTwoStep,
  type Unproven,
} from '@lodestone/core';

import { secretKeys } from '../../../secret-key.ts';
import { type Answer, goTo, type Shown } from '../../answer.ts';
import { Card, Note, PageTitle } from '../../components/card.tsx';
import { Copied } from '../../components/copied.tsx';
import type { Asked, PageHandler, PagesParts } from '../../page.ts';
import { ChangeForm, ConfirmForm, type ProofErrors, StartForm } from './forms.tsx';

type Parts = Pick<PagesParts, 'db' | 'config' | 'guard'>;

const PATH = '/settings/sign-in/two-step';
const WRONG = {
  password: 'Wrong password.',
  code: 'That code is wrong or was already used. Wait for the next one.',
};

/** Settings, 2-step sign-in: setting it up, and changing it while it is on. */
export function showTwoStep(parts: Parts): PageHandler {
  return (account, asked) => twoStepPage(parts, account, asked, {});
}

async function twoStepPage(
  { db, config }: Parts,
  account: Account,
  { session }: Asked,
  errors: ProofErrors,
): Promise<Shown> {
  const twoStep = await readTwoStep(account, session);
  const setUp =
    twoStep.state === 'being_set_up' ? await readSetUp(account, await secretKeys(db, config), session) : null;
  const refused = Object.keys(errors).length > 0;
  return {
    title: refused ? 'Error: 2-step sign-in' : '2-step sign-in',
    section: 'settings',
    status: refused ? 400 : 200,
    scripted: setUp !== null,
    secret: setUp !== null,
    body: (
      <>
        <PageTitle up={{ path: '/settings/sign-in', label: 'Your sign-in' }}>2-step sign-in</PageTitle>
        {setUp !== null && <ConfirmForm {...setUp} error={errors.code} />}
        {setUp === null && twoStep.state !== 'on' && <StartForm />}
        {twoStep.state === 'on' && (
          <ChangeForm
            left={twoStep.recovery_codes_left}
            hasPassword={(await readUser(account, session)).has_password}
            errors={errors}
          />
        )}
      </>
    ),
  };
}

/** Makes a new secret; a set-up that was begun before ends. */
export function startIt({ db, config }: Parts): PageHandler {
  return async (account, { session }) => {
    await startTwoStep(account, await secretKeys(db, config), session);
    return goTo(PATH);
  };
}

/** Turns it on with the first code, and goes to the page that shows the recovery codes. */
export function confirmIt(parts: Parts): PageHandler {
  return guarded(parts, async (account, { session, form }) => {
    const codes = await confirmTwoStep(account, keysOf(parts), {
      user_id: session.user_id,
      code: form.get('code') ?? '',
    });
    return codes === null ? { wrong: 'code' } : showingOnce(codes);
  });
}

export function renewCodes(parts: Parts): PageHandler {
  return guarded(parts, async (account, asked) => {
    const codes = await renewRecoveryCodes(account, keysOf(parts), proofOf(asked));
    return 'wrong' in codes ? codes : showingOnce(codes);
  });
}

export function turnOff(parts: Parts): PageHandler {
  return guarded(
    parts,
    async (account, asked) =>
      (await turnOffTwoStep(account, keysOf(parts), proofOf(asked))) ??
      goTo('/settings/sign-in', 'two_step_off'),
  );
}

/** A wrong password or code is counted like one at the door. */
function guarded(
  parts: Parts,
  change: (account: Account, asked: Asked) => Promise<Answer | Unproven>,
): PageHandler {
  return async (account, asked) => {
    const { request, session } = asked;
    const tooMany = await parts.guard.enter(request, session.email);
    if (tooMany !== null) return twoStepPage(parts, account, asked, { code: tooMany.problem });
    const outcome = await change(account, asked);
    if ('wrong' in outcome) {
      return twoStepPage(parts, account, asked, { [outcome.wrong]: WRONG[outcome.wrong] });
    }
    await parts.guard.forgive(request, session.email);
    return outcome;
  };
}

/** The recovery codes that were made just now, shown this once. */
export async function showCodes(_account: Account, { once }: Asked): Promise<Answer> {
  if (once === null) return goTo(PATH);
  return {
    title: 'Your recovery codes',
    section: 'settings',
    scripted: true,
    secret: true,
    body: (
      <>
        <PageTitle up={{ path: '/settings/sign-in', label: 'Your sign-in' }}>Your recovery codes</PageTitle>
        <Card title="2-step sign-in is on">
          <Note tone="warn">
            <p>
              <strong>Save them now,</strong> somewhere you can reach without your phone. They are shown only
              once, and each one signs you in once.
            </p>
          </Note>
          <Copied id="codes" label="Copy the recovery codes" text={once.split('.').join('\n')} block />
          <p>
            <a href="/settings/sign-in">I have saved them</a>
          </p>
        </Card>
      </>
    ),
  };
}

function showingOnce(codes: readonly string[]): Answer {
  return { to: `${PATH}/codes`, once: codes.join('.') };
}

function proofOf({ session, form }: Asked) {
  return {
    user_id: session.user_id,
    password: form.get('password') ?? '',
    code: form.get('code') ?? '',
  };
}

function keysOf({ db, config }: Parts) {
  return () => secretKeys(db, config);
}
