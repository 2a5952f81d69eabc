import type { Magnet, MagnetStatus } from '@lodestone/core';

import { inWords } from '../components/badge.tsx';
import { Card, Note } from '../components/card.tsx';
import { Select } from '../components/field.tsx';

export const STATUSES = ['draft', 'private', 'public', 'archived'] as const satisfies MagnetStatus[];

/** The status that was asked for, and why the magnet does not have it. */
export interface RefusedStatus {
  wanted: string;
  error: string;
}

/** Changes a magnet's status. Where nothing has been tested yet, it says so, and offers the test at once. */
export function StatusForm({ magnet, refused }: { magnet: Magnet; refused: RefusedStatus | undefined }) {
  return (
    <Card title="Status" id="publication">
      <form method="post" action={`/magnets/${magnet.id}/status`} class="stack">
        <Select
          name="status"
          label="Status"
          value={refused?.wanted ?? magnet.status}
          error={refused?.error}
          options={STATUSES.map((value) => ({ value, label: inWords(value) }))}
        />
        <button type="submit">Change status</button>
      </form>
      {!magnet.can_publish && (
        <Note tone="warn">
          <p>Send a test before you publish: it is exactly the email that subscribers get.</p>
          <p>
            <a href="#test">Send a test</a>
          </p>
        </Note>
      )}
    </Card>
  );
}

/** A test goes to the owner. With the first button a test that succeeds makes the magnet public. */
export function TestButtons({ id, publish = true }: { id: string; publish?: boolean }) {
  return (
    <form method="post" action={`/magnets/${id}/test`} class="row">
      {publish && (
        <button type="submit" class="primary" name="publish" value="yes">
          Send test and publish
        </button>
      )}
      <button type="submit">Send a test now</button>
    </form>
  );
}
