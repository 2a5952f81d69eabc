import { PRESETS } from '@lodestone/mail';

import { Input, Select } from '../components/field.tsx';
import type { ServerErrors, ServerValues } from './servers.ts';

const PROTECTIONS = [
  { value: 'starttls', label: 'STARTTLS' },
  { value: 'tls', label: 'TLS' },
  { value: 'plain', label: 'None (only on this machine or a network you trust)' },
];

const PROVIDERS = [
  { value: 'google', label: PRESETS.google.name },
  { value: 'microsoft', label: PRESETS.microsoft.name },
  { value: 'smtp', label: 'Another server' },
];

interface Props {
  values: ServerValues;
  errors: ServerErrors;
  /** Whether it was filled in before, and is shown once more without the password. */
  again: boolean;
}

/** How the servers of an inbox are reached. Hosts are only for a provider that is not known here, and only seen for one. */
export function ServerFields({ values, errors, again }: Props) {
  const { name: google } = PRESETS.google;
  const { name: microsoft } = PRESETS.microsoft;
  return (
    <>
      <Select name="provider" label="Provider" options={PROVIDERS} value={values.provider} />
      <Input
        name="password"
        label="Password"
        type="password"
        hint={`${again ? 'Enter it again: it is not kept here. ' : ''}${google} and ${microsoft} need an app password, which you create in the security settings of that account. It is stored encrypted.`}
        error={errors.password}
        autoComplete="off"
        required
      />
      <fieldset class="other-server">
        <legend class="small muted">
          For servers other than {google} and {microsoft}
        </legend>
        <div class="stack">
          <Input
            name="user"
            label="User name"
            hint="Leave empty if it is the email address."
            value={values.user}
            error={errors.user}
            autoComplete="off"
          />
          <div class="filters trio">
            <Input
              name="smtp_host"
              label="SMTP server"
              value={values.smtp_host}
              error={errors.smtp_host}
              autoComplete="off"
            />
            <Input
              name="smtp_port"
              label="SMTP port"
              value={values.smtp_port}
              error={errors.smtp_port}
              hint="Usually 587, or 465 with TLS"
            />
            <Select
              name="smtp_protection"
              label="SMTP security"
              options={PROTECTIONS}
              value={values.smtp_protection}
            />
          </div>
          <div class="filters trio">
            <Input
              name="imap_host"
              label="IMAP server"
              value={values.imap_host}
              error={errors.imap_host}
              hint="Without it, replies and bounces cannot be read."
              autoComplete="off"
            />
            <Input
              name="imap_port"
              label="IMAP port"
              value={values.imap_port}
              error={errors.imap_port}
              hint="Usually 993 with TLS"
            />
            <Select
              name="imap_protection"
              label="IMAP security"
              options={PROTECTIONS}
              value={values.imap_protection}
            />
          </div>
        </div>
      </fieldset>
    </>
  );
}
