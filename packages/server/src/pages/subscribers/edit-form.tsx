import { LONGEST_NAME, LONGEST_TAG, MAX_TAGS } from '@lodestone/core';

import { Card } from '../components/card.tsx';
import { Input, TextArea } from '../components/field.tsx';
import { textOf } from '../query.ts';

/** The fields of the form; tags are one a line. */
export type EditValues = Record<'first_name' | 'last_name' | 'tags', string>;
export type EditErrors = Partial<EditValues>;

export function valuesOf(subscriber: {
  first_name: string | null;
  last_name: string | null;
  tags: string[];
}): EditValues {
  return {
    first_name: subscriber.first_name ?? '',
    last_name: subscriber.last_name ?? '',
    tags: subscriber.tags.join('\n'),
  };
}

/** What was typed into the form. */
export function typedIn(form: URLSearchParams): EditValues {
  return fieldsOf(form, '');
}

/** What the form held when it was opened; what was typed is an edit only where it differs from this. */
export function shownIn(form: URLSearchParams): EditValues {
  return fieldsOf(form, SHOWN);
}

const SHOWN = 'shown_';

/** Line breaks as a browser leaves them: none in a field of one line, and always the same in one of several. */
function fieldsOf(form: URLSearchParams, prefix: string): EditValues {
  return {
    first_name: textOf(form, `${prefix}first_name`).replaceAll(/[\r\n]/g, ''),
    last_name: textOf(form, `${prefix}last_name`).replaceAll(/[\r\n]/g, ''),
    tags: textOf(form, `${prefix}tags`).replaceAll('\r\n', '\n'),
  };
}

interface EditFormProps {
  /** Where the form goes to. */
  action: string;
  values: EditValues;
  /** What the subscriber had when the form was first opened. It is sent along. */
  shown: EditValues;
  errors: EditErrors;
}

/** Names and tags of a subscriber. Values are those that were typed, so that a refused form loses nothing. */
export function EditForm({ action, values, shown, errors }: EditFormProps) {
  return (
    <Card title="Names and tags" id="edit">
      <form method="post" action={action} class="stack">
        <input type="hidden" name={`${SHOWN}first_name`} value={shown.first_name} />
        <input type="hidden" name={`${SHOWN}last_name`} value={shown.last_name} />
        <input type="hidden" name={`${SHOWN}tags`} value={shown.tags} />
        <Input
          name="first_name"
          label="First name"
          value={values.first_name}
          error={errors.first_name}
          maxLength={LONGEST_NAME}
          autoComplete="off"
        />
        <Input
          name="last_name"
          label="Last name"
          value={values.last_name}
          error={errors.last_name}
          maxLength={LONGEST_NAME}
          autoComplete="off"
        />
        <TextArea
          name="tags"
          label="Tags"
          hint={`One per line. Up to ${MAX_TAGS} tags of up to ${LONGEST_TAG} characters.`}
          value={values.tags}
          error={errors.tags}
          rows={5}
        />
        <button type="submit" class="primary">
          Save
        </button>
      </form>
    </Card>
  );
}
