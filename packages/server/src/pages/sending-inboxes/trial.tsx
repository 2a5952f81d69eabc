import { Note } from '../components/card.tsx';
import { Text } from '../components/text.tsx';
import type { Trial } from './servers.ts';

const STEPS: Record<string, string> = {
  resolve: 'looking up the server',
  connect: 'connecting',
  tls: 'setting up encryption',
  greeting: 'waiting for the server’s greeting',
  sign_in: 'signing in',
  send_permission: 'asking to send from this address',
  open_inbox: 'opening the inbox',
  read: 'reading the inbox',
};

/** How a connection test went: of each server, where it failed, what the server said and what to do. */
export function TrialResult({ trial: { smtp, imap } }: { trial: Trial }) {
  return (
    <>
      <OneServer name="SMTP" result={smtp} good="Signed in, and allowed to send." />
      {imap === null ? (
        <Note>
          <p>No IMAP server is set, so replies and bounces are not read.</p>
        </Note>
      ) : (
        <OneServer name="IMAP" result={imap} good="Signed in, and the inbox can be read." />
      )}
    </>
  );
}

function OneServer({
  name,
  result,
  good,
}: {
  name: string;
  result: Trial['smtp'] | NonNullable<Trial['imap']>;
  good: string;
}) {
  if (result.ok) {
    return (
      <Note tone="good">
        <p>
          <strong>{name}:</strong> {good}
        </p>
      </Note>
    );
  }
  return (
    <Note tone="bad">
      <p>
        <strong>
          {name} failed while {STEPS[result.step] ?? result.step}.
        </strong>{' '}
        {result.advice}
      </p>
      <p class="small">
        Details: <Text most={500}>{result.response}</Text>
      </p>
    </Note>
  );
}
