import { audit } from '../audit.ts';
import { istDay } from '../days.ts';
import type { Account } from '../db/account.ts';
import { sql } from '../db/sql.ts';
import { sumOf } from '../figures/sums.ts';
import { newId } from '../ids.ts';
import { decrypt, encrypt, type SecretKeys } from '../installation/secrets.ts';
import { Refusal } from '../refusal.ts';

/** The model that an account asks about replies that rules leave open. Money in micro-dollars. */
interface ModelSettings {
  /** Base of an API that speaks as OpenAI's does. */
  url: string;
  model: string;
  /** For a million tokens. */
  input_price: number;
  output_price: number;
  /** For a month in IST. Once it is used up, the model is not asked until the next. */
  monthly_budget: number;
}

const MAX_MICROS = 1_000_000_000_000;

/**
 * Sets the account's model up, or changes it. The key stays as it is when none is given and the endpoint stays, too.
 * @throws Refusal `invalid_parameter`, which names the field
 */
export async function setModel(
  account: Account,
  keys: SecretKeys,
  { key, ...settings }: ModelSettings & { key?: string | null },
): Promise<void> {
  check(settings, key ?? null);
  await account.transaction(async (account) => {
    const known = await account
      .select('ai_models')
      .select(['url', 'key_secret'])
      .forUpdate()
      .executeTakeFirst();
    // A key is for the endpoint that it was entered with, and is not sent to another.
    const kept = known?.url === settings.url ? known.key_secret : null;
    const key_secret = key === undefined ? kept : key === null ? null : seal(account, keys, key);
    if (known)
      await account
        .update('ai_models')
        .set({ ...settings, key_secret })
        .execute();
    else await account.insert('ai_models', { ...settings, key_secret });
    await audit(account, 'ai_model.set', account.id, { url: settings.url, model: settings.model });
  });
}

/** Takes the model away; replies that rules leave open stay open. */
export async function removeModel(account: Account): Promise<void> {
  await account.transaction(async (account) => {
    const removed = await account.remove('ai_models').returning('model').execute();
    if (removed.length > 0) await audit(account, 'ai_model.remove', account.id, removed[0]);
  });
}

/** The account's model with what it cost this month, without its key; null while there is none. */
export async function readModel(account: Account) {
  const found = await account
    .select('ai_models')
    .select(['url', 'model', 'input_price', 'output_price', 'monthly_budget', 'key_secret'])
    .executeTakeFirst();
  if (!found) return null;
  const { key_secret, ...settings } = found;
  const spent = await spentThisMonth(account);
  return {
    url: settings.url,
    model: settings.model,
    input_price: Number(settings.input_price),
    output_price: Number(settings.output_price),
    monthly_budget: Number(settings.monthly_budget),
    has_key: key_secret !== null,
    spent,
    over_budget: spent >= Number(settings.monthly_budget),
  };
}

/** The key that the account's model is asked with. @throws SecretError */
export async function readModelKey(account: Account, keys: SecretKeys): Promise<string | null> {
  const found = await account.select('ai_models').select('key_secret').executeTakeFirst();
  if (!found?.key_secret) return null;
  return decrypt(keys, Buffer.from(found.key_secret).toString(), contextOf(account));
}

/** Writes down a call to a model, with what it cost in micro-dollars. */
export async function recordAiCall(
  account: Account,
  call: { model: string; endpoint: string; input_tokens: number; output_tokens: number; cost_micros: number },
): Promise<void> {
  await account.insert('ai_calls', { id: newId(), ...call });
}

async function spentThisMonth(account: Account): Promise<number> {
  const first = `${istDay(account.now()).slice(0, 7)}-01`;
  const [row] = await account.rows<{ spent: number }>(
    (own) =>
      sql`select ${sumOf('ai_days', 'cost_micros')} as spent from ${own('ai_days')} as d where d.day >= ${first}::date`,
  );
  return Number(row?.spent ?? 0);
}

function seal(account: Account, keys: SecretKeys, key: string): Buffer {
  return Buffer.from(encrypt(keys, key, contextOf(account)));
}

function contextOf(account: Account) {
  return { account: account.id, purpose: 'key of the model' };
}

function check({ url, model, ...amounts }: ModelSettings, key: string | null): void {
  if (url.length > 500 || !URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    refuse('url', `"${url.slice(0, 100)}" is not the URL of an API, such as https://api.openai.com/v1.`);
  }
  if (new URL(url).username !== '' || new URL(url).password !== '') {
    refuse('url', 'The URL must not contain a user name or password. Enter the key separately.');
  }
  if (model.trim() === '' || model.length > 200) refuse('model', 'Name the model, such as gpt-4o-mini.');
  // oxlint-disable-next-line no-control-regex
  if (key !== null && (key.length > 1_000 || /[^\u0021-\u007e]/.test(key) || key === '')) {
    refuse('key', 'A key has up to 1,000 characters and no spaces.');
  }
  for (const [field, amount] of Object.entries(amounts)) {
    if (Number.isInteger(amount) && amount >= 0 && amount <= MAX_MICROS) continue;
    refuse(field, 'Enter an amount from 0 to 1,000,000 dollars.');
  }
}

function refuse(field: string, message: string): never {
  throw new Refusal('invalid_parameter', message, field);
}
