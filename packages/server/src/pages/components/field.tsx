import type { ComponentChildren } from 'preact';

interface FieldProps {
  name: string;
  label: string;
  hint?: string | undefined;
  /** What is wrong with the value, shown beside it. */
  error?: string | undefined;
  /** False where the field is not gone to for its error: the page was opened for something else. */
  focus?: boolean | undefined;
}

type AutoFill = 'username' | 'current-password' | 'new-password' | 'one-time-code' | 'off';

interface InputProps extends FieldProps {
  type?: 'text' | 'email' | 'password' | 'search' | 'number' | 'date';
  value?: string;
  required?: boolean;
  autoComplete?: AutoFill;
  min?: number;
  max?: number;
  maxLength?: number;
}

/** One line of text, with its label, hint and error. */
export function Input({ name, label, hint, error, focus, type = 'text', ...rest }: InputProps) {
  // Preact's types tell each type of input apart by its roles, which none of these has.
  const kind = { type } as { type: 'password' };
  return (
    <Field {...{ name, label, hint, error }}>
      <input
        {...kind}
        {...described({ name, hint, error, focus })}
        {...rest}
        id={name}
        name={name}
        dir={type === 'text' || type === 'search' ? 'auto' : undefined}
      />
    </Field>
  );
}

/** Several lines of text. */
export function TextArea({
  name,
  label,
  hint,
  error,
  focus,
  value = '',
  ...rest
}: FieldProps & { value?: string; rows?: number; maxLength?: number }) {
  return (
    <Field {...{ name, label, hint, error }}>
      <textarea id={name} name={name} dir="auto" {...described({ name, hint, error, focus })} {...rest}>
        {/* A browser drops the first line break of a text area. */}
        {`\n${value}`}
      </textarea>
    </Field>
  );
}

export interface Option {
  value: string;
  label: string;
}

/** One of several values. */
export function Select({
  name,
  label,
  hint,
  error,
  options,
  value = '',
}: FieldProps & { options: readonly Option[]; value?: string }) {
  return (
    <Field {...{ name, label, hint, error }}>
      <select id={name} name={name} {...described({ name, hint, error })}>
        {options.map((option) => (
          <option key={option.value} value={option.value} selected={option.value === value}>
            {option.label}
          </option>
        ))}
      </select>
    </Field>
  );
}

export interface Choice extends Option {
  hint?: string;
  checked?: boolean;
}

/** Check boxes, or radio buttons when only one may be chosen, under one legend. `group` tells two of one name apart. */
export function Choices({
  name,
  group = name,
  label,
  error,
  choices,
  single = false,
  flat = false,
}: Omit<FieldProps, 'hint'> & {
  group?: string;
  choices: readonly Choice[];
  single?: boolean;
  flat?: boolean;
}) {
  const errorId = `${group}-error`;
  return (
    <fieldset aria-describedby={error === undefined ? undefined : errorId}>
      <legend>{label}</legend>
      {error !== undefined && (
        <p class="error" id={errorId}>
          {error}
        </p>
      )}
      <div class={flat ? 'choices' : undefined}>
        {choices.map((choice) => (
          <OneChoice key={choice.value} name={name} choice={choice} type={single ? 'radio' : 'checkbox'} />
        ))}
      </div>
    </fieldset>
  );
}

function OneChoice({ name, choice, type }: { name: string; choice: Choice; type: 'radio' | 'checkbox' }) {
  const { value, label, hint, checked } = choice;
  const id = `${name}-${value}`;
  const described = { 'aria-describedby': hint === undefined ? undefined : `${id}-hint` };
  return (
    <div class="choice">
      {type === 'radio' ? (
        <input type="radio" id={id} name={name} value={value} checked={checked ?? false} {...described} />
      ) : (
        <input type="checkbox" id={id} name={name} value={value} checked={checked ?? false} {...described} />
      )}
      <label for={id}>{label}</label>
      {hint !== undefined && (
        <span class="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
    </div>
  );
}

function Field({ name, label, hint, error, children }: FieldProps & { children: ComponentChildren }) {
  return (
    <div class="field">
      <label for={name}>{label}</label>
      {hint !== undefined && (
        <span class="hint" id={`${name}-hint`}>
          {hint}
        </span>
      )}
      {children}
      {error !== undefined && (
        <span class="error" id={`${name}-error`}>
          {inForm(error, name, label)}
        </span>
      )}
    </div>
  );
}

/** What core says of a field, which it calls as a file does (`steps[0].delay_days`), with the label of the form. */
function inForm(error: string, name: string, label: string): string {
  const called = new RegExp(`^(?:[\\w[\\]]+\\.)*${name.split('.').at(-1)} `);
  // A text that is no number is seen in the field.
  return error.replace(called, `${label} `).replace(/; got NaN\.$/, '.');
}

/** The first field with an error is where the page begins, so that it is seen on a long form, too. */
function described({ name, hint, error, focus = true }: Omit<FieldProps, 'label'>) {
  const ids = [hint === undefined ? [] : `${name}-hint`, error === undefined ? [] : `${name}-error`].flat();
  return {
    'aria-describedby': ids.length === 0 ? undefined : ids.join(' '),
    'aria-invalid': error === undefined ? undefined : ('true' as const),
    autofocus: error !== undefined && focus,
  };
}
