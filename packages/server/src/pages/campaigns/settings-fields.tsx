import { WEEKDAYS } from '@lodestone/core';

import { type InboxState, inboxStatusInWords, inWords } from '../components/badge.tsx';
import { Choices, Input, Select } from '../components/field.tsx';
import type { DraftValues } from './draft-values.ts';

export const COLLEAGUES = [
  { value: 'go_on', label: 'Keep sending' },
  { value: 'wait', label: 'Wait' },
  { value: 'stop', label: 'Stop' },
];

const ZONES = Intl.supportedValuesOf('timeZone').map((zone) => ({ value: zone, label: zone }));

interface Props {
  values: DraftValues;
  inboxes: readonly (InboxState & { id: string; address: string })[];
  /** Inboxes that the campaign names although they were removed. */
  removed: readonly { id: string; address: string }[];
  errors: Readonly<Record<string, string>>;
}

/** From which inboxes, on which days and how many. */
export function SettingsFields({ values, inboxes, removed, errors }: Props) {
  const zones = ZONES.some(({ value }) => value === values.time_zone)
    ? ZONES
    : [{ value: values.time_zone, label: values.time_zone }, ...ZONES];
  return (
    <div class="stack">
      {inboxes.length + removed.length === 0 ? (
        <p>
          There is no inbox to send from yet. <a href="/sending-inboxes/connect">Connect one</a>.
        </p>
      ) : (
        <Choices
          name="inboxes"
          label="Inboxes (leave all unticked to use every inbox)"
          error={errors['inboxes']}
          choices={[
            ...inboxes.map(({ id, address, ...state }) => ({
              value: id,
              label: isSending(state) ? address : `${address} (${inboxStatusInWords(state).toLowerCase()})`,
              checked: values.inboxes.includes(id),
            })),
            ...removed.map(({ id, address }) => ({
              value: id,
              label: `${address} (removed)`,
              checked: values.inboxes.includes(id),
            })),
          ]}
        />
      )}
      <Choices
        name="send_days"
        label="Days"
        flat
        error={errors['send_days']}
        choices={WEEKDAYS.map((day) => ({
          value: day,
          label: inWords(day),
          checked: values.send_days.includes(day),
        }))}
      />
      <div class="filters">
        <Input
          name="send_from"
          label="From"
          hint="Such as 09:30"
          value={values.send_from}
          error={errors['send_from']}
          required
        />
        <Input
          name="send_until"
          label="Until"
          hint="Such as 09:30"
          value={values.send_until}
          error={errors['send_until']}
          required
        />
        <Select name="time_zone" label="Time zone" options={zones} value={values.time_zone} />
      </div>
      <div class="filters">
        <Input
          name="daily_limit"
          label="Daily limit"
          hint="Emails per day"
          value={values.daily_limit}
          error={errors['daily_limit']}
          required
        />
        <Input
          name="domain_limit"
          label="Limit per domain"
          hint="Emails per day; leave empty for no limit"
          value={values.domain_limit}
          error={errors['domain_limit']}
        />
        <Select
          name="colleague_reply"
          label="When a colleague replies"
          options={COLLEAGUES}
          value={values.colleague_reply}
        />
      </div>
      <Choices
        name="options"
        label="Replies and tracking"
        choices={[
          { value: 'stop_on_reply', label: 'Stop when the lead replies', checked: values.stop_on_reply },
          { value: 'track_opens', label: 'Track opens', checked: values.track_opens },
          { value: 'track_clicks', label: 'Track clicks', checked: values.track_clicks },
        ]}
      />
    </div>
  );
}

function isSending({ status, system_pause }: InboxState): boolean {
  return status === 'active' && system_pause === null;
}
