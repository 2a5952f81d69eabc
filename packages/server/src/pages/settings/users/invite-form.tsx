import { INVITATION_DAYS, type Role } from '@lodestone/core';

import { Card } from '../../components/card.tsx';
import { Choices, Input } from '../../components/field.tsx';

export interface InviteValues {
  email: string;
  role: Role;
}

/** What each role means, in words for the owner who gives it. */
const ROLE_CHOICES = [
  {
    value: 'member',
    label: 'Member',
    hint: 'Everything except settings: no API keys, users or account settings.',
  },
  { value: 'owner', label: 'Owner', hint: 'Everything.' },
];

export function InviteForm({ values, error }: { values: InviteValues; error: string | undefined }) {
  return (
    <Card title="Invite someone" id="invite">
      <p class="muted">
        You get a link to pass on. It works once, within {INVITATION_DAYS} days; no email is sent.
      </p>
      <form method="post" action="/settings/users/invitations" class="stack">
        <Input
          name="email"
          label="Their email"
          type="email"
          value={values.email}
          error={error}
          required
          maxLength={320}
          autoComplete="off"
        />
        <Choices
          name="role"
          label="Role"
          single
          choices={ROLE_CHOICES.map((choice) => ({ ...choice, checked: choice.value === values.role }))}
        />
        <button type="submit" class="primary">
          Invite
        </button>
      </form>
    </Card>
  );
}
