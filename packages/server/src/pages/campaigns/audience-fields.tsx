import { Choices, Input, Select } from '../components/field.tsx';
import { magnetOptions } from '../subscribers/filter-form.tsx';
import { TEMPERATURE_OPTIONS } from '../subscribers/temperatures.ts';
import type { DraftValues } from './draft-values.ts';

interface Props {
  values: DraftValues;
  magnets: readonly { id: string; title: string }[];
  errors: Readonly<Record<string, string>>;
}

/** Who joins: the filters of the subscriber list, or leads that are added by hand. */
export function AudienceFields({ values, magnets, errors }: Props) {
  return (
    <div class="stack">
      <Choices
        name="joins"
        label="Who joins"
        single
        choices={[
          {
            value: 'audience',
            label: 'Everyone who matches these filters',
            hint: 'People who unsubscribed, bounced or are suppressed never join.',
            checked: values.joins === 'audience',
          },
          { value: 'by_hand', label: 'Only leads I add by hand', checked: values.joins === 'by_hand' },
        ]}
      />
      <div class="filters of-audience">
        <Input name="tag" label="Tag (exact match)" value={values.tag} error={errors['audience.tag']} />
        <Select
          name="magnet_id"
          label="Requested"
          options={magnetOptions(magnets, values.magnet_id)}
          value={values.magnet_id}
        />
        <Select
          name="temperature"
          label="Temperature"
          options={TEMPERATURE_OPTIONS}
          value={values.temperature}
        />
        <Input
          name="min_score"
          label="Score at least"
          value={values.min_score}
          error={errors['audience.min_score']}
        />
        <Input
          name="created_after"
          label="First seen from"
          {...dayOrTime(values.created_after)}
          error={errors['audience.created_after']}
        />
        <Input
          name="created_before"
          label="First seen until"
          {...dayOrTime(values.created_before)}
          error={errors['audience.created_before']}
        />
        <Input name="search" label="Name or email" value={values.search} error={errors['audience.search']} />
      </div>
      <div class="of-audience">
        <Choices
          name="follow"
          label="Later matches"
          choices={[{ value: 'on', label: 'People who match later join too', checked: values.follow }]}
        />
      </div>
    </div>
  );
}

/** A day is chosen from a calendar. A file may have said a time, which a calendar would lose. */
function dayOrTime(value: string): { type: 'date' | 'text'; value: string } {
  return { type: /^(?:\d{4}-\d\d-\d\d)?$/.test(value) ? 'date' : 'text', value };
}
