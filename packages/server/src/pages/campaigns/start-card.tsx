import { type Campaign, istMinute } from '@lodestone/core';

import { Card, Note } from '../components/card.tsx';
import { Input } from '../components/field.tsx';
import { Moment } from '../figure.tsx';
import type { Refused } from './refused.ts';
import { Unaddressed } from './unaddressed.tsx';

/** How far a campaign that has not started is from starting. */
export interface Readiness {
  /** What it still needs, each in a sentence. */
  missing: readonly string[];
  /** Whether its emails would name no postal address. */
  unaddressed: boolean;
  /** Whether its leads are added by hand, and no audience joins. */
  byHand: boolean;
}

interface Props extends Readiness {
  campaign: Campaign;
  refused: Refused | undefined;
}

/** Starts a campaign, now or later; or says what it still needs. */
export function Start({
  campaign: { id, status, scheduled_for },
  missing,
  unaddressed,
  byHand,
  refused,
}: Props) {
  const [day = '', time = '09:00'] =
    scheduled_for === null ? [] : istMinute(new Date(scheduled_for)).split(' ');
  return (
    <Card title={status === 'scheduled' ? 'Scheduled' : 'Start this campaign'}>
      {refused && (
        <Note tone="bad">
          <p>{refused.error}</p>
        </Note>
      )}
      {status === 'scheduled' && (
        <p>
          It starts on <Moment value={scheduled_for} />.
        </p>
      )}
      {unaddressed && <Unaddressed />}
      {missing.length > 0 ? (
        <>
          <p>Before it can start:</p>
          <ul>
            {missing.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
          <a href={`/campaigns/${id}/edit`} class="button primary">
            Edit the campaign
          </a>
        </>
      ) : (
        <div class="columns">
          <form method="post" action={`/campaigns/${id}/start`} class="stack">
            <p>
              {status === 'scheduled' ? 'Or start it now' : 'Start it now'}:{' '}
              {byHand ? 'its leads get their emails' : 'its audience joins at once, and emails go out'} on its
              days, within its hours.
            </p>
            <button type="submit" class="primary">
              Start now
            </button>
          </form>
          <form method="post" action={`/campaigns/${id}/schedule`} class="stack">
            <div class="filters">
              <Input
                name="day"
                label={status === 'scheduled' ? 'Start it on' : 'Or start on'}
                type="date"
                value={refused?.day ?? day}
                required
              />
              <Input name="time" label="At (IST, such as 09:00)" value={refused?.time ?? time} required />
            </div>
            <button type="submit">{status === 'scheduled' ? 'Change start time' : 'Schedule'}</button>
          </form>
        </div>
      )}
      <div class="row">
        {status === 'scheduled' ? (
          <form method="post" action={`/campaigns/${id}/unschedule`}>
            <button type="submit">Unschedule</button>
          </form>
        ) : (
          <form method="post" action={`/campaigns/${id}/delete`}>
            <button type="submit" class="quiet danger">
              Delete this draft
            </button>
          </form>
        )}
      </div>
    </Card>
  );
}
