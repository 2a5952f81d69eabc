import type { EditChanges } from '@lodestone/core';

import { Note } from '../components/card.tsx';
import { counted } from '../format.ts';

/** What an edit of a campaign that has started changes, and for whom. */
export function RunningNote({ joined, changes }: { joined: boolean; changes: EditChanges }) {
  const sent = changes.steps.map(({ step, left }) => `email ${step} to ${counted(left, 'lead')}`);
  return (
    <Note tone="warn">
      <p>
        This campaign has started. New texts, delays and limits apply to every email that has not been sent
        yet. Follow-ups leave from the inbox that wrote to the lead before: if you untick it, they wait until
        you tick it again.
        {joined ? ' Its audience has already joined: changes here affect only people who join later.' : ''}
      </p>
      <p>
        {counted(changes.active_leads, 'lead')} still in the sequence. Sent so far: {sent.join(', ')}.
      </p>
    </Note>
  );
}
