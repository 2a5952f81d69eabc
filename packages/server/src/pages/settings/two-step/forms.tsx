import { RECOVERY_CODES } from '@lodestone/core';

import { SecretCode } from '../../../public/qr-code.tsx';
import { Card } from '../../components/card.tsx';
import { Copied } from '../../components/copied.tsx';
import { Input } from '../../components/field.tsx';
import { CodesLeft } from './card.tsx';

export type ProofErrors = Partial<Record<'password' | 'code', string>>;

export function StartForm() {
  return (
    <Card title="Set up 2-step sign-in">
      <p>
        You need an authenticator app on your phone, such as Google Authenticator, 1Password or Aegis. To sign
        in, you then need your password or a sign-in link, plus a code from the app.
      </p>
      <form method="post" action="/settings/sign-in/two-step/start">
        <button type="submit" class="primary">
          Set up
        </button>
      </form>
    </Card>
  );
}

/** What the app is told, and the first code that it makes of it. */
export function ConfirmForm({
  uri,
  secret,
  error,
}: {
  uri: string;
  secret: string;
  error: string | undefined;
}) {
  return (
    <div class="columns">
      <Card title="1. Add Lodestone to your app">
        <p>Scan this with your authenticator app:</p>
        <SecretCode text={uri} label="QR code for your authenticator app" />
        <p>Or type this key into it:</p>
        <Copied id="secret" label="Copy the key" text={(secret.match(/.{4}/g) ?? []).join(' ')} />
      </Card>
      <Card title="2. Enter the code it shows">
        <form method="post" action="/settings/sign-in/two-step/confirm" class="stack">
          <Input
            name="code"
            label="Code"
            hint="6 digits. Then 2-step sign-in is on, and you get recovery codes."
            error={error}
            required
            maxLength={10}
            autoComplete="one-time-code"
          />
          <button type="submit" class="primary">
            Turn on
          </button>
        </form>
      </Card>
    </div>
  );
}

/** What can be changed while it is on. Each takes the password and a code, which a stolen session does not have. */
export function ChangeForm({
  left,
  hasPassword,
  errors,
}: {
  left: number;
  hasPassword: boolean;
  errors: ProofErrors;
}) {
  return (
    <Card title="2-step sign-in is on">
      <p>
        <CodesLeft left={left} /> Each one signs you in once, if you do not have your phone.
      </p>
      <form method="post" action="/settings/sign-in/two-step/codes" class="stack">
        {hasPassword && (
          <Input
            name="password"
            label="Current password"
            type="password"
            error={errors.password}
            required
            autoComplete="current-password"
          />
        )}
        <Input
          name="code"
          label="Code"
          hint="From your authenticator app, or a recovery code."
          error={errors.code}
          required
          maxLength={40}
          autoComplete="one-time-code"
        />
        <div class="row">
          <button type="submit">Make new recovery codes</button>
          <button type="submit" class="danger" formAction="/settings/sign-in/two-step/off">
            Turn off 2-step sign-in
          </button>
        </div>
        <p class="small muted">New recovery codes replace all {RECOVERY_CODES} before.</p>
      </form>
    </Card>
  );
}
