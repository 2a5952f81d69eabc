import { Refusal } from '../refusal.ts';

/** Something before the @ and after it, and no white space; whether it is somebody's is for an email to find out. */
const ADDRESS = /^[^\s@]+@[^\s@]+$/;

/** An email address as it is stored, in lower case. @throws Refusal `invalid_parameter`, field `email` */
export function emailAddress(text: string): string {
  const email = text.trim().toLowerCase();
  if (!ADDRESS.test(email) || email.length > 320) {
    throw new Refusal(
      'invalid_parameter',
      `"${text.trim().slice(0, 320)}" is not an email address.`,
      'email',
    );
  }
  return email;
}
