import { AWAY } from '../replies/away.ts';
import { ENGLISH } from './lexicon/english.ts';
import { FRENCH } from './lexicon/french.ts';
import { GERMAN } from './lexicon/german.ts';
import { HINDI } from './lexicon/hindi.ts';
import type { Lexicon, Told } from './lexicon/lexicon.ts';
import { SPANISH } from './lexicon/spanish.ts';
import { asksForAnEnd } from './opt-out.ts';

/** What a reply says about the matter; the values are the API's. */
export const INTENTS = [
  'interested',
  'meeting_booked',
  'meeting_completed',
  'won',
  'out_of_office',
  'not_interested',
  'unsubscribed',
  'replied',
  'no_reply',
] as const;

export type Intent = (typeof INTENTS)[number];

export interface IntentFound {
  intent: Intent;
  /** From 0 to 1. */
  confidence: number;
  /** The words of the reply that say so. */
  evidence: string;
  /** Whether a person asked in their own words not to be written to any more. */
  optOut: boolean;
}

/** Longer replies say more than one thing; rules decide only what stands at their beginning. */
const HEAD = 1_200;

const LEXICONS: readonly Lexicon[] = [ENGLISH, GERMAN, FRENCH, SPANISH, HINDI];

const PATTERNS = new Map<Told, RegExp>(
  (Object.keys(ENGLISH) as Told[]).map((intent) => [
    intent,
    new RegExp(
      `(?<![\\p{L}\\p{M}])(?:${LEXICONS.flatMap((lexicon) => lexicon[intent]).join('|')})(?![\\p{L}\\p{M}])`,
      'giu',
    ),
  ]),
);

/** Signs that somebody means something else than their words: sarcasm, hearsay, a question back. */
const DOUBT =
  /yeah,? right|(?<!\p{L})so{2,}(?!\p{L})|just what i needed|nothing better to do|oh,? great|lol|haha|\/s(?!\p{L})|cancel(?:led)?|can't make|never said|are you interested|would you be interested|did you|how does your|misspelled|na toll|darauf habe ich gewartet|il ne manquait plus|justo lo que me faltaba|last year|letzte woche|encore une|otro boletín/iu;

/** Before the words that it turns round, within a few words. */
const NEGATION =
  /(?<!\p{L})(?:not|no|never|n't|don't|do not|didn't|isn't|nicht|kein\p{L}{0,2}|nie|ne|pas|non|jamais|nunca|नहीं|मत|nahi|mat|if|wenn|si|falls)(?!\p{L})[^.!?,;\n]{0,20}$/iu;

/** What nobody wants who asks to be left alone. */
const OPEN: readonly Told[] = ['interested', 'meeting_booked', 'won'];

/** The sure loser of two that stand in one reply. */
const INCLUDES: Partial<Record<Told, readonly Told[]>> = {
  won: ['interested', 'meeting_completed'],
  meeting_booked: ['interested'],
  meeting_completed: ['interested'],
};

/**
 * What a reply, its quoted history taken off, says for sure. Null where words do not decide: nothing known in it, two things
 * at once, or a sign that it is not meant as it is written.
 */
export function readIntent(reply: string): IntentFound | null {
  const text = reply.slice(0, HEAD).replaceAll('’', "'").replace(/\s+/g, ' ').trim();
  const end = asksForAnEnd(reply);
  if (text === '' || (end === null && DOUBT.test(text))) return null;
  const found = new Map<Told, string>();
  for (const [intent, pattern] of PATTERNS) {
    const words = firstMatch(text, intent, pattern);
    if (words !== null) found.set(intent, words);
  }
  // Whoever wants both is left to their reader: an end cannot be taken back.
  if (end !== null)
    return OPEN.some((intent) => found.has(intent)) ? null : decided('unsubscribed', end, reply);
  const away = AWAY.exec(text)?.[0];
  if (away !== undefined) return found.size === 0 ? decided('out_of_office', away, reply) : null;
  const all = [...found.keys()];
  const intent = all.find((one) => !all.some((other) => INCLUDES[other]?.includes(one)));
  const rivals = all.filter((one) => one !== intent && !INCLUDES[intent ?? one]?.includes(one));
  if (intent === undefined || rivals.length > 0) return null;
  return decided(intent, found.get(intent) ?? '', reply);
}

/** The first words of an intent that nothing before them turns round. */
function firstMatch(text: string, intent: Told, pattern: RegExp): string | null {
  for (const match of text.matchAll(pattern)) {
    const before = text.slice(Math.max(0, match.index - 30), match.index);
    if (!NEGATION.test(before)) return match[0].trim();
    if (intent === 'not_interested') return match[0].trim();
  }
  return null;
}

function decided(intent: Intent, evidence: string, reply: string): IntentFound {
  // The shorter a reply, the less else it can say.
  const confidence = reply.length < 200 ? 0.95 : 0.85;
  return { intent, confidence, evidence, optOut: intent === 'unsubscribed' };
}
