import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

import { type Intent, INTENTS, readIntent, stripQuoted } from '@lodestone/mail';

import { path } from '../paths.ts';

interface Labelled {
  intent: Intent;
  language: string;
  text: string;
}

/** How much of the set no rule may be fitted to. */
const HELD_OUT = 0.4;

/**
 * Holds the rules against a set of labelled replies: how often they decide, and how often they are right then. Two fifths of
 * the set are held out by a hash of their text; whoever works on the rules looks at the mistakes of the rest alone.
 */
export function benchIntent(): boolean {
  const labelled = readLabelled();
  const [heldOut, tuned] = [labelled.filter(isHeldOut), labelled.filter((one) => !isHeldOut(one))];
  console.log(
    `${labelled.length} labelled replies, ${new Set(labelled.map(({ language }) => language)).size} languages\n`,
  );
  for (const mistake of tuned.map(judge).filter(({ isWrong }) => isWrong)) {
    console.log(
      `wrong: ${mistake.intent}, read as ${mistake.read} by "${mistake.evidence}": ${mistake.text.slice(0, 80)}`,
    );
  }
  print('tuned on', tuned);
  print('held out', heldOut);
  print('all', labelled);
  for (const intent of INTENTS) {
    print(
      `  ${intent}`,
      labelled.filter((one) => one.intent === intent),
    );
  }
  return precision(heldOut) >= 0.97 && precision(labelled) >= 0.97;
}

function readLabelled(): Labelled[] {
  const lines = readFileSync(path('packages/mail/test/intent/labelled.txt'), 'utf8').split('\n');
  return lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [label = '', language = '', ...text] = line.split(' | ');
      const intent = INTENTS.find((intent) => intent === label);
      if (!intent) throw new Error(`No intent is called "${label}".`);
      return { intent, language, text: text.join(' | ').replaceAll('\\n', '\n') };
    });
}

function isHeldOut({ text }: Labelled): boolean {
  return (createHash('sha256').update(text).digest()[0] ?? 0) / 256 < HELD_OUT;
}

function judge({ intent, text }: Labelled) {
  const found = readIntent(stripQuoted(text).reply);
  const isWrong = found !== null && found.intent !== intent;
  return { text, intent, read: found?.intent ?? null, evidence: found?.evidence, isWrong };
}

function precision(set: readonly Labelled[]): number {
  const decided = set.map(judge).filter(({ read }) => read !== null);
  return decided.filter(({ isWrong }) => !isWrong).length / Math.max(1, decided.length);
}

function print(name: string, set: readonly Labelled[]): void {
  const decided = set.map(judge).filter(({ read }) => read !== null);
  const right = decided.filter(({ isWrong }) => !isWrong).length;
  const share = ((100 * decided.length) / Math.max(1, set.length)).toFixed(0);
  const precise = decided.length === 0 ? '-' : (right / decided.length).toFixed(3);
  console.log(
    `${name.padEnd(20)} ${String(set.length).padStart(4)} replies, decided ${share.padStart(3)} %, precision ${precise}`,
  );
}
