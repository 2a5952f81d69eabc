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
      <form method="post" action="/settings/account/password" class="stack">
        {/* Lets a password manager know whose password it keeps. */}
        <input type="email" name="email" value={email} autoComplete="username" hidden readOnly />
        {has && (
          <Input
            name="current"
            label="Password until now"
            type="password"
            error={errors.current}
            required
            autoComplete="current-password"
          />
        )}
        <Input
          name="password"
          label="New password"
          hint={`${SHORTEST_PASSWORD} to ${LONGEST_PASSWORD} characters. Your other sessions end.`}
          type="password"
          error={errors.password}
          required
          autoComplete="new-password"
        />
        <Input
          name="again"
          label="The same again"
          type="password"
          error={errors.again}
          required
          autoComplete="new-password"
        />
        <button type="submit" class="primary">
          {has ? 'Change password' : 'Set password'}
        </button>
      </form>
    </Card>
  );
}
