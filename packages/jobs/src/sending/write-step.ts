import type { OutgoingStep, SenderProfile } from '@lodestone/core';
import { composeMail, type ComposedEmail, renderTemplate, replySubject } from '@lodestone/mail';

import { type KeptLink, trackedLinks } from '../mailing/tracked-links.ts';

/** A step as it goes to the server. */
export interface WrittenStep extends ComposedEmail {
  subject: string;
  body: string;
  /** Where its links lead. */
  links: KeptLink[];
}

interface StepIdentity {
  token: string;
  message_id: string;
  /** The time of the attempt. */
  date: Date;
  /** Address that gets it instead of the lead: a test goes to its owner. */
  to?: string;
}

/**
 * Writes a step for its lead: fields filled in, in the thread of what was sent before where it has no subject of its own, with
 * one-click opt-out, and tracked where the account and the campaign want it.
 * @param baseUrl the base of every link
 * @throws an Error that says what is wrong with the text, or which field the lead lacks
 */
export async function writeStep(
  step: OutgoingStep,
  sender: SenderProfile,
  { token, message_id, date, to }: StepIdentity,
  baseUrl: string,
): Promise<WrittenStep> {
  const { inbox, lead, campaign } = step;
  const { subject, thread } = await subjectOf(step, sender);
  const body = await fillIn('text', step.body, step, sender, step.step);
  const tracked =
    campaign.track_clicks && sender.track_clicks ? trackedLinks(`${baseUrl}/l/${token}`, baseUrl) : null;
  const unsubscribeUrl = `${baseUrl}/u/${token}`;
  const composed = await composeMail({
    from: { name: inbox.display_name ?? sender.brand_name ?? sender.name, address: inbox.address },
    to:
      to === undefined
        ? { name: [lead.first_name, lead.last_name].filter(Boolean).join(' '), address: lead.email }
        : { address: to },
    subject,
    body,
    messageId: message_id,
    date,
    thread,
    unsubscribeUrl,
    footer: { unsubscribeUrl, ...(sender.postal_address && { postalAddress: sender.postal_address }) },
    ...(inbox.signature && { signature: inbox.signature }),
    ...(tracked && { link: tracked.link, trap: tracked.trap }),
    ...(campaign.track_opens && sender.track_opens && { pixel: `${baseUrl}/o/${token}.gif` }),
  });
  return { ...composed, subject, body, links: tracked?.kept() ?? [] };
}

/** A step without a subject goes on in the latest thread, under the subject that began it. */
async function subjectOf(
  step: OutgoingStep,
  sender: SenderProfile,
): Promise<{ subject: string; thread: string[] }> {
  const own = await fillIn('subject', step.subject, step, sender, step.step);
  if (own.trim() !== '') return { subject: own, thread: [] };
  // What had no subject of its own continued another one's.
  const latest = step.before.findLastIndex(({ template }) => template.trim() !== '');
  for (const [nth, { subject, template }] of step.before.entries()) {
    if (nth < latest) continue;
    const began = subject ?? (await fillIn('subject', template, step, sender, nth + 1));
    if (began.trim() !== '') {
      const thread = step.before.slice(nth).map(({ message_id }) => message_id);
      return { subject: replySubject(began), thread };
    }
  }
  throw new Error('It has no subject, and there is no earlier email whose thread it could continue.');
}

async function fillIn(
  what: string,
  template: string,
  { lead }: OutgoingStep,
  sender: SenderProfile,
  nth: number,
): Promise<string> {
  const { first_name, last_name, email, fields } = lead;
  const values = { ...fields, first_name, last_name, email, sender_name: sender.brand_name ?? sender.name };
  const { text, missing } = await renderTemplate(template, values, { seed: `${lead.enrollment_id} ${nth}` });
  const [lacking] = missing;
  if (lacking === undefined) return text;
  throw new Error(
    `The ${what} uses {{ ${lacking} }}, which this lead lacks. Fill it in, or write {{ ${lacking} | default: "…" }}.`,
  );
}
