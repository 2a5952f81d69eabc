import {
  type Account,
  accountsWithUnclassified,
  classifyReply,
  readModel,
  readUnclassified,
  type SecretKeys,
  type Unclassified,
} from '@lodestone/core';
import type { IntentFound } from '@lodestone/mail';

import { askAccountModel } from './inbox/ask-account-model.ts';
import { intentOf } from './inbox/intent-of.ts';
import type { Job } from './job.ts';
import type { Run } from './runtime/recorder.ts';

/** Replies of an account in a turn. */
const SHARE = 200;

/** Replies that an account's model is asked about in a turn. */
const ASKED = 3;

/** What `/v1/usage` calls it. */
const ENDPOINT = 'classify_replies';

/** Finds what replies say: by rules, and where they leave it open by the account's model, if it has one and budget left. */
export const classifyRepliesJob: Job = {
  name: 'classify_replies',
  schedule: { every: 2_000 },
  timeoutMs: 300_000,
  limit: 100_000,
  apart: true,
  run: async ({ db, forEach, settings, signal }) =>
    forEach(await accountsWithUnclassified(db), (account, run) =>
      classifyReplies(account, run, { secretKeys: () => settings.secretKeys(), signal }),
    ),
};

interface Options {
  secretKeys: () => Promise<SecretKeys>;
  signal: AbortSignal;
}

/**
 * Classifies the account's oldest replies that nobody looked at yet: first those that rules decide, since an opt-out is not to
 * wait for a slow model, then a few of the others.
 */
async function classifyReplies(account: Account, run: Run, options: Options): Promise<void> {
  const replies = await readUnclassified(account, { limit: SHARE });
  const open: Unclassified[] = [];
  for (const reply of replies) {
    if (options.signal.aborted) return;
    const told = intentOf(reply);
    if (!told) {
      open.push(reply);
      continue;
    }
    await keep(account, reply, told, 'rules');
    run.done();
  }
  const model = await readModel(account);
  for (const reply of model ? open.slice(0, ASKED) : open) {
    if (options.signal.aborted) return;
    const found = await ask(account, reply, run, options);
    await keep(account, reply, found ?? null, 'model');
    if (found !== undefined) run.done();
  }
}

async function keep(
  account: Account,
  reply: Unclassified,
  found: IntentFound | null,
  by: 'rules' | 'model',
): Promise<void> {
  await classifyReply(
    account,
    reply,
    found && {
      intent: found.intent,
      confidence: found.confidence,
      evidence: found.evidence,
      opt_out: found.optOut,
      by,
    },
  );
}

/**
 * Asks the account's model. Null when it has none or may not be asked; undefined when it gave no answer to rely on, which is reported
 * to the run.
 */
async function ask(
  account: Account,
  reply: Unclassified,
  run: Run,
  { secretKeys }: Options,
): Promise<IntentFound | null | undefined> {
  const model = await readModel(account);
  if (!model || model.over_budget || reply.body.trim() === '') return null;
  const answer = await askAccountModel(account, reply.body, { model, endpoint: ENDPOINT, secretKeys });
  if (answer.ok) return answer.found;
  run.failed(model.model, answer.reason);
  return undefined;
}
