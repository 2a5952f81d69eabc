import type { Account, SampleLead } from '@lodestone/core';
import { checkTemplate, renderTemplate, type TemplateProblem } from '@lodestone/mail';

import { templateFields } from '../../campaigns/unwritable.ts';
import type { StepValues } from './draft-values.ts';

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
  const known = await templateFields(account);
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
