import type { Magnet } from '@lodestone/core';

import { Status } from '../components/badge.tsx';
import { Card, Note } from '../components/card.tsx';
import { Text } from '../components/text.tsx';
import { Moment } from '../figure.tsx';
import { TestButtons } from './status-form.tsx';

/**
 * The latest test of a magnet, and the button that sends the next.
 * @param editedAt when what it sends was last changed
 * @param ready whether it has something to hand out: a test without fails, and a file that was chosen below would be lost
 */
export function TestSend({
  magnet,
  editedAt,
  to,
  ready,
}: {
  magnet: Magnet;
  editedAt: string | null;
  to: string;
  ready: boolean;
}) {
  const { test_send: latest } = magnet;
  return (
    <Card title="Test" id="test">
      {latest === null ? (
        <p class="muted">No test sent yet.</p>
      ) : (
        <p>
          <Status>{latest.status}</Status> <Moment value={latest.at} />
        </p>
      )}
      {latest?.error && (
        <p class="error">
          <Text>{latest.error}</Text>
        </p>
      )}
      {latest !== null && editedAt !== null && editedAt > latest.at && (
        <Note tone="warn">
          <p>
            The email, or the file or link in it, has changed since this test. Send another to see what
            subscribers get.
          </p>
        </Note>
      )}
      <p class="small muted">
        Tests go to <Text>{to}</Text>, exactly as subscribers get them. Without a mail server, they stay in
        your <a href="/outbox">outbox</a>.
      </p>
      {ready ? (
        <TestButtons id={magnet.id} publish={magnet.status !== 'public'} />
      ) : (
        <p>
          First <a href="#asset">add a file or a link</a>.
        </p>
      )}
    </Card>
  );
}
