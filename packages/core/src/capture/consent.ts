import { createHash } from 'node:crypto';

/** Counts up with every change of the words below, so that it can be said to which of them somebody agreed. */
const VERSION = '2';

/** The words that stand under a form: what somebody who submits it agrees to. @param sender the name they will get emails from */
export function consentWords(sender: string): string {
  return `By sending this form you agree to receive it from ${sender} by email, and follow-up emails about it. You can unsubscribe at any time with the link in every email.`;
}

/** What is kept of the words that somebody agreed to: their version, and the SHA-256 of them as 64 digits. */
export function consentTo(sender: string): { form_version: string; form_hash: string } {
  return {
    form_version: VERSION,
    form_hash: createHash('sha256').update(consentWords(sender)).digest('hex'),
  };
}
