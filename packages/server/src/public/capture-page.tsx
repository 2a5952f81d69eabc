import { type Capture, consentWords } from '@lodestone/core';

import { Text } from '../pages/components/text.tsx';
import type { PublicPage } from './frame.tsx';
import { AddressCode } from './qr-code.tsx';

/** What was typed into the form, to be shown again. */
export type FormValues = Record<'email' | 'first_name' | 'last_name', string>;
export type FormErrors = Partial<Record<keyof FormValues, string>>;

export const NOTHING_TYPED: FormValues = { email: '', first_name: '', last_name: '' };

interface FormProps {
  capture: Capture;
  /** Where the form goes to, which is where it stands. */
  action: string;
  token: string;
  values: FormValues;
  errors: FormErrors;
  /** Why the form is shown again. */
  notice?: string | undefined;
}

/** The page on which a visitor asks for a magnet. @param url its public address */
export function capturePage({ url, ...form }: FormProps & { url: string }): PublicPage {
  const { capture, errors, notice } = form;
  return {
    title: capture.title,
    brand: capture.brand,
    status: Object.keys(errors).length > 0 || notice !== undefined ? 400 : 200,
    shared: { url, description: capture.description ?? `A ${capture.kind} by ${capture.brand.sender}` },
    body: (
      <>
        <p class="kind">Free {capture.kind}</p>
        <h1>
          <Text>{capture.title}</Text>
        </h1>
        {capture.description !== null && (
          <p class="about" dir="auto">
            {capture.description}
          </p>
        )}
        {notice !== undefined && (
          <p class="note" role="alert">
            {notice}
          </p>
        )}
        <Form {...form} />
        <Share url={url} />
      </>
    ),
  };
}

function Form({ capture, action, token, values, errors }: FormProps) {
  return (
    <form method="post" action={action}>
      <Field
        name="email"
        label="Email"
        autoComplete="email"
        value={values.email}
        error={errors.email}
        required
      />
      <div class="names">
        <Field
          name="first_name"
          label="First name"
          autoComplete="given-name"
          value={values.first_name}
          error={errors.first_name}
        />
        <Field
          name="last_name"
          label="Last name"
          autoComplete="family-name"
          value={values.last_name}
          error={errors.last_name}
        />
      </div>
      <div class="extra" aria-hidden="true">
        <label for="website">Leave this empty</label>
        <input id="website" name="website" tabIndex={-1} autoComplete="off" />
      </div>
      <input type="hidden" name="form" value={token} />
      <p class="small">
        <Text most={500}>{consentWords(capture.brand.sender)}</Text>
      </p>
      <button type="submit">Send it to me</button>
    </form>
  );
}

function Field({
  name,
  label,
  error,
  required = false,
  ...input
}: {
  name: keyof FormValues;
  label: string;
  value: string;
  error: string | undefined;
  autoComplete: 'email' | 'given-name' | 'family-name';
  required?: boolean;
}) {
  const kind = { type: name === 'email' ? 'email' : 'text' } as { type: 'text' };
  const described =
    error === undefined ? {} : { 'aria-invalid': true as const, 'aria-describedby': `${name}-error` };
  return (
    <div class="field">
      <label for={name}>
        {label} {!required && <span>(optional)</span>}
      </label>
      <input {...kind} id={name} name={name} required={required} maxLength={254} {...input} {...described} />
      {error !== undefined && (
        <span class="error" id={`${name}-error`}>
          {error}
        </span>
      )}
    </div>
  );
}

/** The page's own address, to be copied or scanned. */
function Share({ url }: { url: string }) {
  return (
    <details>
      <summary>Share this page</summary>
      <AddressCode url={url} />
      <p class="small">
        <a href={url}>{url}</a>
      </p>
    </details>
  );
}

/** The same answer for everybody, so that nobody learns from it who is known. */
export function askedPage({ capture, email }: { capture: Capture; email: string }): PublicPage {
  return {
    title: 'Check your inbox',
    brand: capture.brand,
    body: (
      <>
        <h1>Check your inbox</h1>
        {capture.opt_in === 'double' ? (
          <p>
            We sent an email to <Text>{email}</Text>. Open it and confirm, and we will send you{' '}
            <Text>{capture.title}</Text>.
          </p>
        ) : (
          <p>
            <Text>{capture.title}</Text> is on its way to <Text>{email}</Text>.
          </p>
        )}
        <p class="small">
          Can’t find it? Check your spam folder. If you have unsubscribed from{' '}
          <Text most={120}>{capture.brand.sender}</Text> before, you won’t get this email. To subscribe again,
          use the link at the end of any earlier email from them.
        </p>
      </>
    ),
  };
}
