import { Card } from '../components/card.tsx';
import { Input } from '../components/field.tsx';
import { Text } from '../components/text.tsx';
import { Moment } from '../figure.tsx';

export interface EmailErrors {
  /** What was entered, to be corrected. */
  entered?: string;
  email?: string;
  password?: string;
}

/** Another email to sign in with: asked for here, and confirmed by a link that goes there. */
export function EmailForm({
  has,
  pending,
  errors,
}: {
  /** Whether the user has a password, which is asked for then. */
  has: boolean;
  pending: { email: string; expires_at: string } | null;
  errors: EmailErrors;
}) {
  return (
    <Card title="Change your email">
      {pending && (
        <div class="stack tight">
          <p>
            Open the link we sent to <Text>{pending.email}</Text>. It works until{' '}
            <Moment value={pending.expires_at} /> IST.
          </p>
          <p class="small muted">
            Without a mail server, the email is in the <a href="/outbox">outbox</a>.
          </p>
          <form method="post" action="/settings/sign-in/email/withdraw">
            <button type="submit" class="quiet">
              Cancel the change
            </button>
          </form>
        </div>
      )}
      <form method="post" action="/settings/sign-in/email" class="stack">
        <Input
          name="new_email"
          label="New email"
          hint="We send a link to it. Until you open the link, your email stays as it is."
          type="email"
          value={errors.entered ?? ''}
          error={errors.email}
          required
          maxLength={320}
          autoComplete="off"
        />
        {has && (
          <Input
            name="email_password"
            label="Your password"
            type="password"
            error={errors.password}
            required
            autoComplete="current-password"
          />
        )}
        <button type="submit">Send link</button>
      </form>
    </Card>
  );
}
