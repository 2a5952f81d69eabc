import { Choices, Input, TextArea } from '../components/field.tsx';
import { numberOf, textOf } from '../query.ts';

/** What a person types about how an inbox sends. */
export interface SettingsValues {
  display_name: string;
  daily_capacity: string;
  gap_from: string;
  gap_to: string;
  warmup: boolean;
  signature: string;
}

export type SettingsErrors = Partial<Record<keyof SettingsValues, string>>;

export const FRESH_SETTINGS: SettingsValues = {
  display_name: '',
  daily_capacity: '40',
  gap_from: '90',
  gap_to: '420',
  warmup: true,
  signature: '',
};

export function settingsValuesOf(form: URLSearchParams): SettingsValues {
  return {
    display_name: textOf(form, 'display_name'),
    daily_capacity: textOf(form, 'daily_capacity'),
    gap_from: textOf(form, 'gap_from'),
    gap_to: textOf(form, 'gap_to'),
    warmup: form.has('warmup'),
    signature: (form.get('signature') ?? '').replaceAll('\r\n', '\n'),
  };
}

/** The settings as the inbox has them. What is no number becomes one that is refused, with its field named. */
export function settingsOf({
  display_name,
  daily_capacity,
  gap_from,
  gap_to,
  warmup,
  signature,
}: SettingsValues) {
  return {
    display_name: display_name || null,
    daily_capacity: numberOf(daily_capacity),
    gap_from: numberOf(gap_from),
    gap_to: numberOf(gap_to),
    warmup,
    signature: signature || null,
  };
}

export function SettingsFields({ values, errors }: { values: SettingsValues; errors: SettingsErrors }) {
  return (
    <>
      <Input
        name="display_name"
        label="Sender name"
        hint="What recipients see next to the address."
        value={values.display_name}
        error={errors.display_name}
        maxLength={200}
      />
      <div class="filters trio">
        <Input
          name="daily_capacity"
          label="Daily capacity"
          hint="Emails a day"
          value={values.daily_capacity}
          error={errors.daily_capacity}
          required
        />
        <Input
          name="gap_from"
          label="Shortest gap"
          hint="Seconds between two emails"
          value={values.gap_from}
          error={errors.gap_from}
          required
        />
        <Input
          name="gap_to"
          label="Longest gap"
          hint="Seconds between two emails"
          value={values.gap_to}
          error={errors.gap_to}
          required
        />
      </div>
      <Choices
        name="warmup"
        label="Warmup"
        choices={[
          {
            value: 'on',
            label: 'Warm up this inbox',
            hint: 'Starts at 5 emails a day and adds 5 each day while bounces stay below 2%, up to the daily capacity.',
            checked: values.warmup,
          },
        ]}
      />
      <TextArea
        name="signature"
        label="Signature"
        hint="Added below every campaign email from this inbox."
        value={values.signature}
        error={errors.signature}
        rows={4}
        maxLength={5_000}
      />
    </>
  );
}
