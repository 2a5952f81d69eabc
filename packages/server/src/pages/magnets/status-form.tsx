import type { Magnet, MagnetStatus } from '@lodestone/core';

import { inWords } from '../components/badge.tsx';
import { Card, Note } from '../components/card.tsx';
import { Select } from '../components/field.tsx';

export const STATUSES = ['draft', 'private', 'public', 'archived'] as const satisfies MagnetStatus[];

/** Changes a magnet's status. Where nothing has been tested yet, it says so, and offers the test at once. */
export function StatusForm({ magnet, error }: { magnet: Magnet; error: string | undefined }) {
  return (
    <Card title="Status" id="publication">
      <form method="post" action={`/magnets/${magnet.id}/status`} class="stack">
        <Select
          name="status"
          label="Status"
          value={magnet.status}
          error={error}
          options={STATUSES.map((value) => ({ value, label: inWords(value) }))}
        />
        <button type="submit">Change status</button>
      </form>
      {!magnet.can_publish && (
        <Note tone="warn">
          <p>No test of this magnet has succeeded yet, so it cannot be made public.</p>
          <TestButton id={magnet.id} />
        </Note>
      )}
    </Card>
  );
}

export function TestButton({ id }: { id: string }) {
  return (
    <form method="post" action={`/magnets/${id}/test`}>
      <button type="submit">Send a test now</button>
    </form>
  );
}
