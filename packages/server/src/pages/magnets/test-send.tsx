import type { Magnet } from '@lodestone/core';

import { Status } from '../components/badge.tsx';
import { Card, Note } from '../components/card.tsx';
import { Text } from '../components/text.tsx';
import { Moment } from '../figure.tsx';
import { TestButtons } from './status-form.tsx';

/**
 * The latest test of a magnet, and the button that sends the next.
 * @param editedAt when what it sends was last changed
 */
export function TestSend({ magnet, editedAt, to }: { magnet: Magnet; editedAt: string | null; to: string }) {
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
      <TestButtons id={magnet.id} publish={magnet.status !== 'public'} />
    </Card>
  );
}
