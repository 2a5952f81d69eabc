import { isEmailAddress } from '../email-address.ts';
import { Refusal } from '../refusal.ts';

/** An email address as it is stored, in lower case. @throws Refusal `invalid_parameter`, field `email` */
export function emailAddress(text: string): string {
  const email = text.trim().toLowerCase();
  if (!isEmailAddress(email)) {
    throw new Refusal(
      'invalid_parameter',
      `"${text.trim().slice(0, 320)}" is not an email address.`,
      'email',
    );
  }
  return email;
}
