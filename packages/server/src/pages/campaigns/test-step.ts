import { type Account, readSampleLead, Refusal } from '@lodestone/core';
import type { JobSettings } from '@lodestone/jobs';

import type { Asked } from '../page.ts';
import type { DraftValues } from './draft-values.ts';

/** What became of a test, for the page. */
export interface Tested {
  tone: 'good' | 'bad';
  message: string;
}

/**
 * Sends the email that a button of the editor asks for (`test:0:1`), as it is typed, to whoever is signed in.
 * @returns null where the button asks for something else
 */
export async function testStep(
  account: Account,
  values: DraftValues,
  {
    action,
    to,
    settings,
    outside,
  }: { action: string; to: string; settings: JobSettings; outside: Asked['outside'] },
): Promise<Tested | null> {
  const [what, ...places] = action.split(':');
  if (what !== 'test') return null;
  const [step = -1, nth = -1] = places.map(Number);
  const variant = values.steps[step]?.variants[nth];
  if (!variant) return null;
  try {
    const lead = await readSampleLead(account, values.lead);
    // What sends emails is loaded with the first one: many a process never sends any.
    const { sendStepTest } = await import('@lodestone/jobs/mailing/test-step.js');
    const { from, error, kept } = await outside(() =>
      sendStepTest(account, {
        to,
        lead,
        step: step + 1,
        ...variant,
        before: values.steps.slice(0, step).map(({ variants }) => variants[0]?.subject ?? ''),
        inboxes: values.inboxes,
        settings,
      }),
    );
    if (error !== null) return { tone: 'bad', message: `The test was not sent. ${error}` };
    const message = kept
      ? `Nothing was sent: the test from ${from} is in your outbox, as ${lead.email} would get it.`
      : `A test was sent from ${from} to ${to}, as ${lead.email} would get it.`;
    return { tone: 'good', message };
  } catch (error) {
    if (!(error instanceof Refusal) || error.code === 'not_found') throw error;
    return { tone: 'bad', message: error.message };
  }
}
