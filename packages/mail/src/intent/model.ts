import { INTENTS, type IntentFound } from './intent.ts';
import { post } from './post.ts';
import { question } from './question.ts';

/** A model behind any endpoint that speaks as OpenAI's does, and what it costs. */
export interface Model {
  /** Base of the API, such as `https://api.example.com/v1`. */
  url: string;
  key: string | null;
  model: string;
  /** Micro-dollars per million tokens: 1,000,000 is one dollar. */
  prices: { input: number; output: number };
}

export interface Usage {
  inputTokens: number;
  outputTokens: number;
  /** In micro-dollars. */
  cost: number;
}

/** What a model made of a reply. A failure says what was wrong with its answer, and never comes with an intent. */
export type ModelAnswer = { usage: Usage | null } & (
  | { ok: true; found: IntentFound }
  | { ok: false; reason: string }
);

/** Of a reply: nobody pays for a novel. */
const MAX_TEXT = 4_000;

/** No single answer costs more tokens than this, whatever the endpoint claims. */
const MAX_TOKENS = 1_000_000;

const SECONDS = 20;

/**
 * Asks a model for the intent of a reply. The reply is handed over as data, and the answer is believed only if it names one of
 * the intents and quotes words that stand in the reply. Never throws.
 */
export async function askModel(model: Model, reply: string, seconds = SECONDS): Promise<ModelAnswer> {
  const text = reply.slice(0, MAX_TEXT);
  const answer = await post(
    `${model.url.replace(/\/+$/, '')}/chat/completions`,
    model.key,
    question(model.model, text),
    seconds,
  );
  if ('reason' in answer) return { ok: false, reason: answer.reason, usage: null };
  const usage = usageOf(answer.json, model.prices);
  const content = read(read(read(read(answer.json, 'choices'), 0), 'message'), 'content');
  if (typeof content !== 'string') return { ok: false, reason: 'The answer contains no message.', usage };
  // Without it nobody could hold a budget.
  if (!usage && model.prices.input + model.prices.output > 0) {
    return { ok: false, reason: 'The answer does not say how many tokens it took.', usage };
  }
  return { ...judge(content, text), usage };
}

function judge(
  content: string,
  text: string,
): { ok: true; found: IntentFound } | { ok: false; reason: string } {
  let said: unknown;
  try {
    said = JSON.parse(content.trim().replace(/^```(?:json)?\s*|\s*```$/g, ''));
  } catch {
    return { ok: false, reason: 'The model did not answer in JSON.' };
  }
  const intent = INTENTS.find((intent) => intent === read(said, 'intent'));
  if (!intent)
    return {
      ok: false,
      reason: `The model named an intent that does not exist: ${shown(read(said, 'intent'))}.`,
    };
  const confidence = read(said, 'confidence');
  if (typeof confidence !== 'number' || !(confidence >= 0 && confidence <= 1)) {
    return { ok: false, reason: `The model's confidence is not between 0 and 1: ${shown(confidence)}.` };
  }
  const evidence = read(said, 'evidence');
  if (typeof evidence !== 'string' || evidence.trim() === '' || !flat(text).includes(flat(evidence))) {
    return { ok: false, reason: 'The words the model quotes are not in the reply.' };
  }
  // An opt-out stands in a person's own words, which rules read; a model's guess opts nobody out.
  return { ok: true, found: { intent, confidence, evidence: evidence.trim().slice(0, 500), optOut: false } };
}

function flat(text: string): string {
  return text.replace(/\s+/g, ' ').trim().toLowerCase();
}

function shown(value: unknown): string {
  return String(JSON.stringify(value) ?? 'nothing').slice(0, 100);
}

function usageOf(json: unknown, prices: Model['prices']): Usage | null {
  const usage = read(json, 'usage');
  const inputTokens = tokens(read(usage, 'prompt_tokens'));
  const outputTokens = tokens(read(usage, 'completion_tokens'));
  if (inputTokens === null || outputTokens === null) return null;
  const cost = Math.ceil((inputTokens * prices.input + outputTokens * prices.output) / 1_000_000);
  return { inputTokens, outputTokens, cost };
}

function tokens(value: unknown): number | null {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MAX_TOKENS
    ? value
    : null;
}

function read(value: unknown, key: string | number): unknown {
  return value !== null && typeof value === 'object' && Object.hasOwn(value, key)
    ? Reflect.get(value, key)
    : undefined;
}
