import type { Magnet } from '@lodestone/core';

import type { Config } from '../../config.ts';
import { Status } from '../components/badge.tsx';
import { Card } from '../components/card.tsx';
import { Text } from '../components/text.tsx';

import { Moment } from '../figure.tsx';
import { TestButton } from './status-form.tsx';
import { testMailFile } from './test-mail.ts';

/** The latest test of a magnet, where the next one goes, and the button that sends it. */
export function TestSend({ magnet, config, to }: { magnet: Magnet; config: Config; to: string }) {
  const { test_send: latest } = magnet;
  return (
    <Card title="Test" id="test">
      {latest === null ? (
        <p class="muted">Never tested.</p>
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
      <p class="small muted">
        {config.smtpUrl === undefined ? (
          <>
            No mail server is set (<code>SMTP_URL</code>), so a test is written to{' '}
            <code>{testMailFile(config, magnet.id)}</code>.
          </>
        ) : (
          <>
            A test goes to <Text>{to}</Text>, with the subject and the text that a subscriber gets.
          </>
        )}
      </p>
      {magnet.can_publish && <TestButton id={magnet.id} />}
    </Card>
  );
}
