import {
  LONGEST_DESCRIPTION,
  LONGEST_SLUG,
  LONGEST_SUBJECT,
  LONGEST_TITLE,
  MAGNET_KINDS,
} from '@lodestone/core';

import { inWords } from '../components/badge.tsx';
import { Card } from '../components/card.tsx';
import { Choices, Input, Select, TextArea } from '../components/field.tsx';
import { textOf } from '../query.ts';
import { AssetFields } from './asset-card.tsx';
import { PreviewOf } from './preview.tsx';
import type { Preview } from './templates.ts';

const FIELDS = [
  'title',
  'slug',
  'kind',
  'description',
  'opt_in',
  'delivery_subject',
  'delivery_body',
  'email_account_id',
] as const;

export type EditValues = Record<(typeof FIELDS)[number], string>;
export type EditErrors = Partial<EditValues>;

/** What to choose from: wire id of an inbox, or none for the account's own email, how it is called, and whether it sends now. */
export type Senders = readonly { id: string; label: string; sending: boolean }[];

/** What was typed into the form. */
export function typedIn(form: URLSearchParams): EditValues {
  const values = Object.fromEntries(FIELDS.map((name) => [name, textOf(form, name)]));
  return values as EditValues;
}

interface EditFormProps {
  /** Where the form goes to. */
  action: string;
  title: string;
  button: string;
  /** Values are those that were typed, so that a refused form loses nothing. */
  values: EditValues;
  errors: EditErrors;
  senders: Senders;
  /** Where the form goes to be shown as an email, and what came of it. */
  preview: { action: string; shown: Preview | undefined };
  /** Whether the form may also send a test and publish. */
  publishes?: boolean;
  /** What a new magnet hands out. Fields with a file make the form one of several parts. */
  asset?: { url: string; error: string | undefined };
}

/** What the owner writes of a magnet: how it presents itself, and the email that brings it. */
export function EditForm({
  action,
  title,
  button,
  values,
  errors,
  senders,
  preview,
  publishes = false,
  asset,
}: EditFormProps) {
  const encoding = asset ? { encType: 'multipart/form-data' as const } : {};
  return (
    <Card title={title} id="content">
      <form method="post" action={action} class="stack" {...encoding}>
        <Input
          name="title"
          label="Title"
          value={values.title}
          error={errors.title}
          required
          maxLength={LONGEST_TITLE}
          autoComplete="off"
        />
        <Input
          name="slug"
          label="Slug"
          hint={`The last part of its public address: a–z, 0–9 and single hyphens. ${
            asset
              ? 'Leave it empty to have one made from the title.'
              : 'If you change it, links to the old address stop working.'
          }`}
          value={values.slug}
          error={errors.slug}
          maxLength={LONGEST_SLUG}
          autoComplete="off"
        />
        <Select
          name="kind"
          label="Kind"
          value={values.kind}
          error={errors.kind}
          options={MAGNET_KINDS.map((kind) => ({ value: kind, label: inWords(kind) }))}
        />
        <TextArea
          name="description"
          label="Description"
          hint={`Shown on its public page. Optional, up to ${LONGEST_DESCRIPTION.toLocaleString('en')} characters.`}
          value={values.description}
          error={errors.description}
          rows={5}
        />
        <OptIn value={values.opt_in} error={errors.opt_in} />
        <DeliveryEmail values={values} errors={errors} senders={senders} />
        <div data-preview="/magnets/preview" aria-live="polite">
          {preview.shown && <PreviewOf preview={preview.shown} />}
        </div>
        {asset && <AssetFields {...asset} />}
        <div class="row">
          <button type="submit" class={publishes && asset ? '' : 'primary'}>
            {button}
          </button>
          {publishes && (
            <button type="submit" class={asset ? 'primary' : ''} formAction={`${action}?publish=yes`}>
              {asset ? 'Send test and publish' : 'Save, send test and publish'}
            </button>
          )}
          <button type="submit" formAction={`${preview.action}#preview`} formNoValidate>
            Preview email
          </button>
        </div>
      </form>
    </Card>
  );
}

function OptIn({ value, error }: { value: string; error: string | undefined }) {
  const choices = [
    {
      value: 'double',
      label: 'Double opt-in',
      hint: 'People confirm by email first, so nobody can sign up someone else.',
    },
    {
      value: 'single',
      label: 'Single opt-in',
      hint: 'The magnet is sent right away to the address entered.',
    },
  ];
  return (
    <Choices
      name="opt_in"
      label="Opt-in"
      error={error}
      single
      choices={choices.map((choice) => ({ ...choice, checked: choice.value === (value || 'double') }))}
    />
  );
}

function DeliveryEmail({
  values,
  errors,
  senders,
}: {
  values: EditValues;
  errors: EditErrors;
  senders: Senders;
}) {
  return (
    <>
      <Input
        name="delivery_subject"
        label="Email subject"
        value={values.delivery_subject}
        error={errors.delivery_subject}
        required
        maxLength={LONGEST_SUBJECT}
        autoComplete="off"
      />
      <TextArea
        name="delivery_body"
        label="Email text"
        hint="{{ first_name }}, {{ last_name }}, {{ magnet_title }}, {{ sender_name }} and {{ download_url }} are filled in. The unsubscribe link and your postal address are added for you."
        value={values.delivery_body}
        error={errors.delivery_body}
        rows={10}
      />
      <Select
        name="email_account_id"
        label="Send from"
        value={values.email_account_id}
        error={errors.email_account_id}
        options={senders.map(({ id, label }) => ({ value: id, label }))}
      />
    </>
  );
}
