import {
  type Account,
  createSignInLink,
  finishRun,
  invite,
  listInvitations,
  newId,
  startRun,
  startSession,
  toWire,
} from '@lodestone/core';
import * as model from '@lodestone/core/ai/model.js';
import { progressRun, sweepRuns } from '@lodestone/core/jobs/runs.js';
import { createChallenge } from '@lodestone/core/sessions/challenge.js';
import * as sessions from '@lodestone/core/sessions/manage.js';
import * as recovery from '@lodestone/core/two-step/recovery.js';
import * as twoStep from '@lodestone/core/two-step/two-step.js';
import * as emailChange from '@lodestone/core/users/change-email.js';
import { removeUser, setRole } from '@lodestone/core/users/roles.js';

import { PASSWORD } from '../twins.ts';
import { each, KEYS, type Works } from './rows.ts';

/** What those do who sign in, and what an account has by itself. */
export const PEOPLE: Works = {
  'a user asks for another email': (account) =>
    each(account, 'users', async (user_id) => [
      await emailChange.askToChangeEmail(account, {
        user_id,
        password: PASSWORD,
        email: `n${user_id}@people.example`,
      }),
      await emailChange.readEmailChange(account, { user_id }),
    ]),
  'a user withdraws it': (account) =>
    each(account, 'users', (user_id) => emailChange.withdrawEmailChange(account, { user_id })),
  'a user follows the link to another email': (account) =>
    each(account, 'users', async (user_id) => {
      const token = await linkToEmail(account, user_id);
      return [
        await emailChange.readEmailLink(account, { user_id, token }),
        await emailChange.confirmEmailChange(account, { user_id, session_id: newId(), token }),
      ];
    }),
  'users change roles': (account) =>
    each(account, 'users', async (id) => [
      await setRole(account, { id: toWire('usr', id), role: 'member' }).catch(String),
      await removeUser(account, { id: toWire('usr', id) }),
    ]),
  'people are invited': async (account) => [
    await invite(account, { email: 'somebody.new@people.example', role: 'member' }),
    await invite(account, { email: 'somebody.new@people.example', role: 'owner' }).catch(String),
    (await listInvitations(account)).length,
  ],
  'a user sets up two steps': (account) =>
    each(account, 'users', async (user_id) => [
      await twoStep.startTwoStep(account, KEYS, { user_id }).catch(String),
      await twoStep.readTwoStep(account, { user_id }),
      (await recovery.newRecoveryCodes(account, user_id)).length,
      await recovery.recoveryCodesLeft(account, user_id),
      await twoStep.confirmTwoStep(account, async () => KEYS, { user_id, code: '000000' }).catch(String),
    ]),
  'two steps are taken away': (account) =>
    each(account, 'users', (id) => twoStep.resetTwoStep(account, { id: toWire('usr', id) })),
  'a user uses a recovery code': (account) =>
    each(account, 'users', async (user_id) => {
      const [code = ''] = await recovery.newRecoveryCodes(account, user_id);
      return [
        await recovery.takeRecoveryCode(account, user_id, code),
        await recovery.takeRecoveryCode(account, user_id, code),
        await recovery.recoveryCodesLeft(account, user_id),
      ];
    }),
  'a user signs in and out': (account) =>
    each(account, 'users', async (user_id) => {
      await createChallenge(account, { user_id });
      await createSignInLink(account, { user_id });
      await startSession(account, { user_id });
      const all = await sessions.listSessions(account, { user_id, session_id: newId() });
      const [first] = all;
      if (first) await sessions.endSession(account, { id: first.id, user_id });
      return [all.length, await sessions.endOtherSessions(account, { user_id, session_id: newId() })];
    }),
  'a model is set up': async (account) => {
    const settings = {
      url: 'https://model.example/v1',
      model: 'small',
      input_price: 1,
      output_price: 2,
      monthly_budget: 5,
    };
    return [
      await model.setModel(account, KEYS, { ...settings, key: 'a key' }).catch(String),
      await model.readModel(account),
      await model.setModel(account, KEYS, settings).catch(String),
      String(await model.readModelKey(account, KEYS).catch(String)),
      await model.recordAiCall(account, {
        model: 'small',
        endpoint: 'classify',
        input_tokens: 1,
        output_tokens: 1,
        cost_micros: 1,
      }),
      await model.removeModel(account),
    ];
  },
  'jobs run': async (account) => {
    const id = await startRun(account, 'count_events');
    await progressRun(account, id, { processed: 1, failed: 0, failures: [] });
    await finishRun(account, id, { processed: 2, failed: 0, failures: [] });
    return sweepRuns(account);
  },
};

/** A link that confirms another email of a user. */
async function linkToEmail(account: Account, user_id: string): Promise<string> {
  await emailChange.askToChangeEmail(account, {
    user_id,
    password: PASSWORD,
    email: `n${user_id}@people.example`,
  });
  const [mail] = await account
    .select('mails')
    .select('token')
    .where('kind', '=', 'email_change')
    .orderBy('created_at', 'desc')
    .limit(1)
    .execute();
  return mail?.token ?? '';
}
