import { VARIANT_LABELS } from '@lodestone/core';

import { inText } from '../../campaigns/unwritable.ts';
import { Note } from '../components/card.tsx';
import { Input, TextArea } from '../components/field.tsx';
import { Text } from '../components/text.tsx';
import type { StepValues } from './draft-values.ts';
import type { CheckedVariant } from './step-problems.ts';
import type { Tested } from './test-step.ts';

interface Props {
  /** Where the form goes to. Each button goes back to the step that it stands in. */
  action: string;
  steps: readonly StepValues[];
  problems: readonly (readonly CheckedVariant[])[];
  errors: Readonly<Record<string, string>>;
  /** Address of the lead that the emails are previewed and tested with. */
  lead: string;
  /** What became of a test, shown beside its button. */
  tested: (Tested & { action: string }) | undefined;
  /** Whether each email is shown as the lead would get it. */
  previewed: boolean;
}

/** The emails of the sequence, step by step, each with its variants. */
export function StepFields({ action, steps, problems, errors, lead, tested, previewed }: Props) {
  const at = (step: number) => `${action}#step-${step}`;
  return (
    <div class="stack">
      <p class="small muted">
        Fields: <code>{'{{ first_name }}'}</code>, <code>{'{{ company | default: "your team" }}'}</code>.
        Random variation: <code>{'{Hi|Hello}'}</code>. Leave a subject empty to continue the previous step’s
        thread.
      </p>
      <div class="row low">
        <Input
          name="lead"
          label="Preview and test as"
          hint="The email address of one of your subscribers. If empty, your newest subscriber is used."
          value={lead}
          error={errors['lead']}
          maxLength={320}
        />
        <button type="submit" name="do" value="preview" formAction={at(1)}>
          Preview
        </button>
      </div>
      {steps.map((step, place) => (
        <OneStep
          key={place}
          step={step}
          place={place}
          last={place === steps.length - 1}
          checked={problems[place] ?? []}
          errors={errors}
          at={at}
          tested={tested}
          previewed={previewed}
        />
      ))}
      <div>
        <button type="submit" name="do" value="add_step" formAction={at(steps.length + 1)}>
          Add a step
        </button>
      </div>
    </div>
  );
}

interface StepProps {
  step: StepValues;
  place: number;
  last: boolean;
  checked: readonly CheckedVariant[];
  errors: Props['errors'];
  at(step: number): string;
  tested: Props['tested'];
  previewed: boolean;
}

function OneStep({
  step: { delay_days, variants },
  place,
  last,
  checked,
  errors,
  at,
  tested,
  previewed,
}: StepProps) {
  const here = at(place + 1);
  const field = `steps.${place}.delay_days`;
  return (
    <fieldset class="step" id={`step-${place + 1}`}>
      <legend>Step {place + 1}</legend>
      <Input
        name={field}
        label={place === 0 ? 'Days after joining' : 'Days after the previous step'}
        value={delay_days}
        error={errors[`steps[${place}].delay_days`]}
        required
      />
      <div class="columns">
        {variants.map((variant, nth) => (
          <OneVariant
            key={variant.label}
            at={`steps.${place}.variants.${nth}`}
            refused={(part) => errors[`steps[${place}].variants[${nth}].${part}`]}
            variant={variant}
            checked={checked[nth]}
            here={here}
            test={`test:${place}:${nth}`}
            tested={tested?.action === `test:${place}:${nth}` ? tested : undefined}
            previewed={previewed}
            remove={variants.length > 1 ? `remove_variant:${place}:${nth}` : null}
          />
        ))}
      </div>
      <div class="row">
        {variants.length < VARIANT_LABELS.length && (
          <button type="submit" name="do" value={`add_variant:${place}`} formAction={here} class="quiet">
            Add a variant to step {place + 1}
          </button>
        )}
        {last && place > 0 && (
          <button type="submit" name="do" value={`remove_step:${place}`} formAction={at(place)} class="quiet">
            Remove step {place + 1}
          </button>
        )}
      </div>
    </fieldset>
  );
}

interface VariantProps {
  at: string;
  /** Why core does not take a part of it. */
  refused(part: 'subject' | 'body'): string | undefined;
  variant: StepValues['variants'][number];
  checked: CheckedVariant | undefined;
  /** Where its buttons go back to. */
  here: string;
  /** What its buttons ask for; the only variant cannot be removed. */
  test: string;
  remove: string | null;
  tested: Tested | undefined;
  previewed: boolean;
}

function OneVariant({
  at,
  refused,
  variant: { label, subject, body },
  checked,
  here,
  test,
  remove,
  tested,
  previewed,
}: VariantProps) {
  return (
    <div class="stack tight">
      <input type="hidden" name={`${at}.label`} value={label} />
      <Input
        name={`${at}.subject`}
        label={`Subject, variant ${label}`}
        value={subject}
        error={told(checked?.subject) ?? refused('subject')}
        focus={refused('subject') !== undefined}
        maxLength={300}
      />
      <TextArea
        name={`${at}.body`}
        label={`Text, variant ${label}`}
        value={body}
        error={told(checked?.body) ?? refused('body')}
        focus={refused('body') !== undefined}
        rows={9}
      />
      {checked?.preview && <Preview {...checked.preview} open={previewed} />}
      {tested && (
        <Note tone={tested.tone}>
          <p role="status">{tested.message}</p>
        </Note>
      )}
      <div class="row">
        <button type="submit" name="do" value={test} formAction={here} class="quiet">
          Send me a test
        </button>
        {remove !== null && (
          <button type="submit" name="do" value={remove} formAction={here} class="quiet">
            Remove variant {label}
          </button>
        )}
      </div>
    </div>
  );
}

function Preview({
  lead,
  subject,
  body,
  missing,
  open,
}: NonNullable<CheckedVariant['preview']> & { open: boolean }) {
  return (
    <details open={open}>
      <summary>
        Preview for <Text most={60}>{lead}</Text>
      </summary>
      {missing.length > 0 && (
        <Note tone="warn">
          <p>
            This lead has no {missing.join(', ')}. The email is not sent to whoever lacks a field, unless it
            has a default.
          </p>
        </Note>
      )}
      {subject !== '' && (
        <p>
          <strong>
            <Text most={300}>{subject}</Text>
          </strong>
        </p>
      )}
      <p class="prose-text">{body}</p>
    </details>
  );
}

function told(problems: CheckedVariant['body'] | undefined): string | undefined {
  const [first, ...more] = problems ?? [];
  if (!first) return undefined;
  const rest = more.length === 0 ? '' : ` (and ${more.length} more)`;
  return `${inText(first)}${rest}`;
}
