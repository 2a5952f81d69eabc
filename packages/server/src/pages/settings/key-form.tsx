import { READ_SCOPES, type Scope, SCOPES } from '@lodestone/core';

import { Card } from '../components/card.tsx';
import { Choices, Input } from '../components/field.tsx';
import { GRANTS } from './scopes.ts';

export interface KeyValues {
  name: string;
  scopes: string[];
  /** Days as text, or `never`. */
  expires: string;
}

export type KeyErrors = Partial<Record<keyof KeyValues, string>>;

/** Reads are chosen from the start; a write is granted one by one. */
export const FRESH: KeyValues = { name: '', scopes: [...READ_SCOPES], expires: '90' };

const EXPIRIES = [
  { value: '30', label: '30 days' },
  { value: '60', label: '60 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '365 days' },
  { value: 'never', label: 'Never' },
];

export function KeyForm({ values, errors }: { values: KeyValues; errors: KeyErrors }) {
  const choices = (scopes: readonly Scope[]) =>
    scopes.map((scope) => ({
      value: scope,
      label: scope,
      hint: GRANTS[scope],
      checked: values.scopes.includes(scope),
    }));
  return (
    <Card title="Create API key" id="create">
      <form method="post" action="/settings/developers/keys" class="stack">
        <Input
          name="name"
          label="Name"
          hint="What it is for, such as “nightly export”."
          value={values.name}
          error={errors.name}
          required
          maxLength={100}
          autoComplete="off"
        />
        <div class="columns wide">
          <Choices name="scopes" label="Can read" error={errors.scopes} choices={choices(READ_SCOPES)} />
          <Choices
            name="scopes"
            group="writes"
            label="Can change"
            choices={choices(SCOPES.filter((scope) => scope.endsWith(':write')))}
          />
        </div>
        <Choices
          name="expires"
          label="Expires after"
          error={errors.expires}
          single
          flat
          choices={EXPIRIES.map((expiry) => ({ ...expiry, checked: expiry.value === values.expires }))}
        />
        <button type="submit" class="primary">
          Create API key
        </button>
      </form>
    </Card>
  );
}
