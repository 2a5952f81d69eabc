import { Refusal } from '../refusal.ts';
import { isGuessable } from './guessable.ts';
import { hashPassword, refuseLength } from './password.ts';

/**
 * The hash of a password that somebody chose.
 * @param own what is known of them, which must not be all of it
 * @throws Refusal `invalid_parameter`, field `password`, for one that is too short, too long or easily guessed; Busy
 */
export async function hashNewPassword(password: string, own: readonly string[]): Promise<string> {
  refuseLength(password);
  if (await isGuessable(password, [...own, 'lodestone'])) {
    throw new Refusal(
      'invalid_parameter',
      'This password is easy to guess. Use a few unrelated words, or let a password manager create one.',
      'password',
    );
  }
  return hashPassword(password);
}
