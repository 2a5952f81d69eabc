import { type Campaign, LONGEST_REASON, unsendable } from '@lodestone/core';

import { Note } from '../components/card.tsx';
import { Input } from '../components/field.tsx';
import { Text } from '../components/text.tsx';
import { Moment } from '../figure.tsx';
import type { Refused } from './refused.ts';
import { type Readiness, Start } from './start-card.tsx';

const BY = { api: 'through the API', application: 'in the application', system: 'by the system' };

/** Pauses a running campaign, or resumes one that its owner paused. */
export function Control({
  campaign,
  readiness,
  refused,
}: {
  campaign: Campaign;
  readiness: Readiness | null;
  refused: Refused | undefined;
}) {
  if (readiness !== null) return <Start campaign={campaign} {...readiness} refused={refused} />;
  if (campaign.status === 'active') {
    return (
      <>
        <Unsendable campaign={campaign} />
        <PauseForm id={campaign.id} refused={refused} />
      </>
    );
  }
  if (campaign.status === 'paused') return <Resume campaign={campaign} />;
  return refused ? (
    <Note tone="bad">
      <p>{refused.error}</p>
    </Note>
  ) : null;
}

/** An edit may leave a running campaign without a day or a limit to send by. */
function Unsendable({ campaign: { id, settings } }: { campaign: Campaign }) {
  const reasons = unsendable(settings);
  if (reasons.length === 0) return null;
  return (
    <Note tone="bad">
      <p>
        This campaign is active, but sends nothing. {reasons.join(' ')}{' '}
        <a href={`/campaigns/${id}/edit#send_days`}>Edit it</a>
      </p>
    </Note>
  );
}

function PauseForm({ id, refused }: { id: string; refused: Refused | undefined }) {
  return (
    <details class="card" open={refused !== undefined}>
      <summary>Pause this campaign…</summary>
      <form method="post" action={`/campaigns/${id}/pause`} class="stack reading">
        <Input
          name="reason"
          label="Reason"
          hint="Optional note"
          value={refused?.reason ?? ''}
          error={refused?.error}
          maxLength={LONGEST_REASON}
          autoComplete="off"
        />
        <button type="submit">Pause</button>
      </form>
    </details>
  );
}

function Resume({ campaign: { id, pause } }: { campaign: Campaign }) {
  return (
    <Note tone="warn">
      {pause && (
        <p>
          Paused {BY[pause.by]} on <Moment value={pause.at} />
          {pause.reason === null ? (
            '. No reason was given.'
          ) : (
            <>
              : <Text most={500}>{pause.reason}</Text>
            </>
          )}
        </p>
      )}
      <form method="post" action={`/campaigns/${id}/resume`}>
        <button type="submit">Resume</button>
      </form>
    </Note>
  );
}
