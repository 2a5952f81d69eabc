import { audit } from '../audit.ts';
import type { Account } from '../db/account.ts';
import { isTaken } from '../db/retry.ts';
import { moment } from '../db/rows.ts';
import { sql } from '../db/sql.ts';
import { wake } from '../jobs/wake.ts';
import { addMails, isMailToken } from '../mails/mail.ts';
import { notFound, Refusal } from '../refusal.ts';
import { endOtherAccess } from '../sessions/manage.ts';
import { emailAddress } from './address.ts';
import { isUsersPassword } from './user.ts';

/** Hours within which a new sign-in email is confirmed. */
const EMAIL_CHANGE_HOURS = 24;

/** Links that an account's users are sent within an hour, so that nobody's inbox can be filled by asking. */
const LINKS_AN_HOUR = 5;

/**
 * Asks for another sign-in email. Nothing changes until its link is opened, which goes to the new address alone. Asking again
 * ends the link before.
 * @param input.password the current one; a user who has none, having come by link, need not give one
 * @returns false when that is not the password
 * @throws Refusal `invalid_parameter`, field `email`; `invalid_state` after too many; `not_found`; Busy
 */
export async function askToChangeEmail(
  account: Account,
  { user_id, password, email: given }: { user_id: string; password: string; email: string },
): Promise<boolean> {
  if (!(await isUsersPassword(account, { user_id, password }))) return false;
  const email = emailAddress(given);
  await account.transaction(async (account) => {
    // Held, so that of two who ask at once the second takes the place of the first.
    const users = await account
      .select('users')
      .select(['id', 'email'])
      .orderBy('id')
      .forNoKeyUpdate()
      .execute();
    const known = users.find((user) => user.email === email);
    if (known) {
      const whose = known.id === user_id ? 'your email already' : 'another user’s email';
      throw new Refusal('invalid_parameter', `${email} is ${whose}.`, 'email');
    }
    const [sent] = await account.rows<{ domain: string; too_many: boolean }>(
      (own) => sql`
        select split_part(a.email, '@', 2) as domain, exists (
          select from ${own('mails')} as m
          where m.kind = 'email_change' and m.created_at > clock_timestamp() - interval '1 hour'
          offset ${LINKS_AN_HOUR - 1}
        ) as too_many
        from ${own('accounts')} as a`,
    );
    if (!sent) throw notFound('account');
    if (sent.too_many) {
      throw new Refusal('invalid_state', 'Too many links were sent. Try again in an hour.', 'email');
    }
    await account.remove('email_changes').where('user_id', '=', user_id).execute();
    const [mail] = await addMails(account, [
      { kind: 'email_change', to_address: email, domain: sent.domain },
    ]);
    if (!mail) throw new Error('No email was written down.');
    await account.insert('email_changes', {
      user_id,
      email,
      mail_id: mail.id,
      expires_at: sql<Date>`clock_timestamp() + make_interval(hours => ${EMAIL_CHANGE_HOURS}::int)`,
    });
    await wake(account, 'deliver_magnets');
    await audit(account, 'user.ask_email', user_id, { email });
  });
  return true;
}

/** The sign-in email that a user asked for and has not confirmed; null when there is none, or its link has expired. */
export async function readEmailChange(
  account: Account,
  { user_id }: { user_id: string },
): Promise<{ email: string; expires_at: string } | null> {
  const change = await account
    .select('email_changes')
    .select(['email', 'expires_at'])
    .where('user_id', '=', user_id)
    .where('expires_at', '>', sql<Date>`clock_timestamp()`)
    .executeTakeFirst();
  return change ? { email: change.email, expires_at: moment(change.expires_at) } : null;
}

/** Ends a change that is not confirmed yet: its link does not work any more. One that does not exist is no fault. */
export async function withdrawEmailChange(account: Account, { user_id }: { user_id: string }): Promise<void> {
  await account.transaction(async (account) => {
    const gone = await account
      .remove('email_changes')
      .where('user_id', '=', user_id)
      .returning('email')
      .execute();
    if (gone.length > 0) await audit(account, 'user.withdraw_email', user_id, gone[0]);
  });
}

/** The address that a link would make the user's sign-in email; null for a link that is no good, or is another user's. */
export async function readEmailLink(
  account: Account,
  { user_id, token }: { user_id: string; token: string },
): Promise<string | null> {
  if (!isMailToken(token)) return null;
  const [change] = await account.rows<{ email: string }>(
    (own) => sql`
      select c.email
      from ${own('email_changes')} as c join ${own('mails')} as m on m.id = c.mail_id
      where c.user_id = ${user_id} and m.token = ${token} and c.expires_at > clock_timestamp()`,
  );
  return change?.email ?? null;
}

/**
 * Makes the address that a link was sent to the user's sign-in email. Their other sessions end, and so do sign-in links and
 * sign-ins that wait for a code; the address until now is told.
 * @returns false for a link that is no good, or is another user's
 * @throws Refusal `invalid_state` when somebody signs in with that address by now
 */
export async function confirmEmailChange(
  account: Account,
  { user_id, session_id, token }: { user_id: string; session_id: string; token: string },
): Promise<boolean> {
  try {
    return await account.transaction((account) => change(account, { user_id, session_id, token }));
  } catch (error) {
    // Emails are unique over all accounts, which only the database sees.
    if (!isTaken(error)) throw error;
    throw new Refusal('invalid_state', 'Someone already signs in here with that email. Choose another.');
  }
}

async function change(
  account: Account,
  { user_id, session_id, token }: { user_id: string; session_id: string; token: string },
): Promise<boolean> {
  const user = await account
    .select('users')
    .select('email')
    .where('id', '=', user_id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  const email = await readEmailLink(account, { user_id, token });
  if (!user || email === null) return false;
  await account.update('users').set({ email }).where('id', '=', user_id).execute();
  await endOtherAccess(account, { user_id, session_id });
  const domain = user.email.split('@').at(-1) ?? 'localhost';
  await addMails(account, [{ kind: 'email_changed', to_address: user.email, domain }]);
  await wake(account, 'deliver_magnets');
  await audit(account, 'user.email', user_id, { from: user.email, to: email });
  return true;
}
