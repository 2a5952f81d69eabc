import { type Account, type readModel, readModelKey, recordAiCall, type SecretKeys } from '@lodestone/core';
import { askModel, type ModelAnswer } from '@lodestone/mail';

interface Options {
  model: NonNullable<Awaited<ReturnType<typeof readModel>>>;
  /** What `/v1/usage` calls it. */
  endpoint: string;
  secretKeys(): Promise<SecretKeys>;
  /** How long the answer may take; by default what `askModel` allows. */
  seconds?: number;
}

/** Asks the account's model what a reply says, and records what the call cost. @throws SecretError */
export async function askAccountModel(
  account: Account,
  reply: string,
  { model, endpoint, secretKeys, seconds }: Options,
): Promise<ModelAnswer> {
  const key = model.has_key ? await readModelKey(account, await secretKeys()) : null;
  const prices = { input: model.input_price, output: model.output_price };
  const answer = await askModel({ url: model.url, key, model: model.model, prices }, reply, seconds);
  if (answer.usage) {
    await recordAiCall(account, {
      model: model.model,
      endpoint,
      input_tokens: answer.usage.inputTokens,
      output_tokens: answer.usage.outputTokens,
      cost_micros: answer.usage.cost,
    });
  }
  return answer;
}
