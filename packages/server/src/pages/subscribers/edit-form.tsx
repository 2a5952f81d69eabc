import { LONGEST_NAME, LONGEST_TAG, MOST_TAGS } from '@lodestone/core';

import { Card } from '../components/card.tsx';
import { Input, TextArea } from '../components/field.tsx';

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

/** Names and tags of a subscriber. Values are those that were typed, so that a refused form loses nothing. */
export function EditForm({ id, values, errors }: { id: string; values: EditValues; errors: EditErrors }) {
  return (
    <Card title="Names and tags" id="edit">
      <form method="post" action={`/subscribers/${id}`} class="stack">
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
          hint={`One a line; at most ${MOST_TAGS}, each at most ${LONGEST_TAG} characters.`}
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
