import { LONGEST_DESCRIPTION, LONGEST_SLUG, LONGEST_TITLE } from '@lodestone/core';

import { Card } from '../components/card.tsx';
import { Input, TextArea } from '../components/field.tsx';

export type EditValues = Record<'title' | 'slug' | 'description', string>;
export type EditErrors = Partial<EditValues>;

/** What the owner edits of a magnet. Values are those that were typed, so that a refused form loses nothing. */
export function EditForm({
  magnet,
  values,
  errors,
}: {
  magnet: { id: string };
  values: EditValues;
  errors: EditErrors;
}) {
  return (
    <Card title="Content" id="content">
      <form method="post" action={`/magnets/${magnet.id}`} class="stack">
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
          hint="Last part of its public address: a–z, 0–9 and single hyphens. Links to the old address stop working."
          value={values.slug}
          error={errors.slug}
          required
          maxLength={LONGEST_SLUG}
          autoComplete="off"
        />
        <TextArea
          name="description"
          label="Description"
          hint={`At most ${LONGEST_DESCRIPTION.toLocaleString('en')} characters. Empty is fine.`}
          value={values.description}
          error={errors.description}
          rows={8}
        />
        <button type="submit" class="primary">
          Save
        </button>
      </form>
    </Card>
  );
}
