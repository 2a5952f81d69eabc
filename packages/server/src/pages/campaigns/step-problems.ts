import { type Account, fieldNames, type SampleLead, type StepDraft } from '@lodestone/core';
import { checkTemplate, renderTemplate, type TemplateProblem } from '@lodestone/mail';

import type { StepValues } from './draft-values.ts';

/** What every template may use, besides the fields that the account's leads have. */
const BUILT_IN = ['first_name', 'last_name', 'email', 'sender_name'];

/** A text of a campaign by which no email can be written. */
export interface Unwritable {
  /** `steps[0].variants[0].subject` */
  field: string;
  /** Which text it is, in words, and what is wrong with it. */
  where: string;
  problem: string;
}

/** The first text of a campaign by which no email can be written: its template is wrong, or wants a field that nobody has. */
export async function unwritable(
  account: Account,
  steps: readonly Pick<StepDraft, 'variants'>[],
): Promise<Unwritable | null> {
  const known = [...BUILT_IN, ...(await fieldNames(account))];
  for (const [step, { variants }] of steps.entries()) {
    for (const [nth, { label, ...texts }] of variants.entries()) {
      for (const part of ['subject', 'body'] as const) {
        const problem = await stopping(texts[part], known);
        if (problem === undefined) continue;
        return {
          field: `steps[${step}].variants[${nth}].${part}`,
          where: `${part === 'subject' ? 'Subject' : 'Text'} of variant ${label}, step ${step + 1}`,
          problem: inText(problem),
        };
      }
    }
  }
  return null;
}

async function stopping(text: string, known: readonly string[]): Promise<TemplateProblem | undefined> {
  const problems = await checkTemplate(text, known);
  const wrong = problems.find(({ unknownField }) => !unknownField);
  if (wrong || problems.length === 0) return wrong;
  const everything = Object.fromEntries(known.map((name) => [name, 'Sample']));
  const { missing } = await renderTemplate(text, everything, { seed: '' });
  return missing.length > 0 ? problems[0] : undefined;
}

/** A problem with its place in the text. */
export function inText({ line, column, message }: TemplateProblem): string {
  return `Line ${line}, column ${column}: ${message}`;
}

/** What is wrong with a variant's texts, and how they read for one lead. */
export interface CheckedVariant {
  subject: TemplateProblem[];
  body: TemplateProblem[];
  preview: { lead: string; subject: string; body: string; missing: string[] } | null;
}

/** Checks every variant of every step, and writes each for a lead. */
export async function checkSteps(
  account: Account,
  steps: readonly StepValues[],
  sample: SampleLead,
): Promise<CheckedVariant[][]> {
  const fields = await fieldNames(account);
  const known = [...BUILT_IN, ...fields];
  return Promise.all(
    steps.map(({ variants }, step) =>
      Promise.all(variants.map((variant) => check(variant, known, sample, `preview ${step + 1}`))),
    ),
  );
}

async function check(
  { subject, body }: StepValues['variants'][number],
  known: readonly string[],
  { fields, ...lead }: SampleLead,
  seed: string,
): Promise<CheckedVariant> {
  const values = { ...fields, ...lead, sender_name: 'You' };
  const [ofSubject, ofBody] = await Promise.all([checkTemplate(subject, known), checkTemplate(body, known)]);
  if (ofSubject.length + ofBody.length > 0 || (subject === '' && body === '')) {
    return { subject: ofSubject, body: ofBody, preview: null };
  }
  const [renderedSubject, renderedBody] = await Promise.all([
    renderTemplate(subject, values, { seed }),
    renderTemplate(body, values, { seed }),
  ]);
  return {
    subject: [],
    body: [],
    preview: {
      lead: lead.email,
      subject: renderedSubject.text,
      body: renderedBody.text,
      missing: [...new Set([...renderedSubject.missing, ...renderedBody.missing])],
    },
  };
}
