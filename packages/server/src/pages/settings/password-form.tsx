import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from '@lodestone/core';

import { Card } from '../components/card.tsx';
import { Input } from '../components/field.tsx';

export type PasswordErrors = Partial<Record<'current' | 'password' | 'again', string>>;

/** Whoever came by a link has no password yet and need not give one. */
export function PasswordForm({
  has,
  email,
  errors,
}: {
  has: boolean;
  email: string;
  errors: PasswordErrors;
}) {
  return (
    <Card title={has ? 'Change your password' : 'Set a password'}>
      <form method="post" action="/settings/sign-in/password" class="stack">
        {/* Lets a password manager know whose password it keeps. */}
        <input type="email" name="email" value={email} autoComplete="username" hidden readOnly />
        {has && (
          <Input
            name="current"
            label="Current password"
            type="password"
            error={errors.current}
            required
            autoComplete="current-password"
          />
        )}
        <NewPassword hint="Your other sessions will end." errors={errors} />
        <button type="submit" class="primary">
          {has ? 'Change password' : 'Set password'}
        </button>
      </form>
    </Card>
  );
}

/** A password that is chosen, twice. */
export function NewPassword({ hint = '', errors }: { hint?: string; errors: PasswordErrors }) {
  return (
    <>
      <Input
        name="password"
        label="New password"
        hint={`${SHORTEST_PASSWORD} to ${LONGEST_PASSWORD} characters. ${hint}`}
        type="password"
        error={errors.password}
        required
        autoComplete="new-password"
      />
      <Input
        name="again"
        label="Repeat password"
        type="password"
        error={errors.again}
        required
        autoComplete="new-password"
      />
    </>
  );
}
