import {
  type Account,
  type InboxDomain,
  liftInboxPause,
  listEmailAccounts,
  readPauseRecord,
  type SystemPauseRecord,
} from '@lodestone/core';

import { type Answer, goTo } from '../answer.ts';
import { Address, Text } from '../components/text.tsx';
import { Moment } from '../figure.tsx';
import type { Asked } from '../page.ts';
import { CheckAgain } from './domain.tsx';
import { bouncedInWords, failingOf, Records, RefusedSignIn } from './trouble.tsx';

/** Why the system paused an inbox; null while it did not. */
interface InboxPause {
  reason: string;
  at: string;
  record: SystemPauseRecord | null;
}

export async function readInboxPause(account: Account, id: string): Promise<InboxPause | null> {
  const { data } = await listEmailAccounts(account);
  const pause = data.find((inbox) => inbox.id === id)?.system_pause;
  return pause ? { ...pause, record: await readPauseRecord(account, { id }) } : null;
}

/** `POST /sending-inboxes/:id/lift`: the owner looked at the bounces. */
export async function lift(account: Account, { params }: Asked): Promise<Answer> {
  const id = params['id'] ?? '';
  await liftInboxPause(account, { id });
  return goTo(`/sending-inboxes/${id}`, 'inbox_pause_lifted');
}

/** What it was paused by, and the way out. */
export function PauseCard({
  id,
  pause: { reason, at, record },
  connected,
  checks,
}: {
  id: string;
  pause: InboxPause;
  connected: boolean;
  /** What DNS says of its domain. */
  checks: Checks;
}) {
  const cause = record?.cause ?? (reason === 'bounces' ? 'bounces' : null);
  return (
    <section class="card checklist" id="system-pause">
      <header>
        <h2>Paused by the system</h2>
        <span class="small muted">
          <Moment value={at} />
        </span>
      </header>
      {cause === 'bounces' && <Bounces id={id} record={record} />}
      {cause === 'sign_in' && <SignIn id={id} record={record} />}
      {cause === 'domain' && <Domain id={id} record={record} connected={connected} checks={checks} />}
      {(cause === null || cause === 'no_inbox') && (
        <SignInOrDomain id={id} connected={connected} checks={checks} />
      )}
    </section>
  );
}

type Cause = { id: string; record: SystemPauseRecord | null };
type Checks = InboxDomain['checks'];

function Bounces({ id, record }: Cause) {
  return (
    <>
      <p>{bouncedInWords(record)}</p>
      <ol>
        <li>
          <h3>Look at the bounces</h3>
          <p>Are the addresses old, bought or guessed?</p>
          {record !== null && record.rows.length > 0 && (
            <ul class="small">
              {record.rows.map((row) => (
                <li key={`${row['conversation_id']}`}>
                  <a href={`/inbox/${row['conversation_id']}`}>
                    <Address>{row['email'] ?? ''}</Address>
                  </a>{' '}
                  <Text most={200}>{row['failure'] ?? ''}</Text>
                </li>
              ))}
            </ul>
          )}
        </li>
        <li>
          <h3>Remove similar leads from your campaigns</h3>
          <p>The addresses that bounced are already suppressed.</p>
        </li>
        <li>
          <h3>Resume the inbox</h3>
          <p>What it sent before no longer counts against it.</p>
          <form method="post" action={`/sending-inboxes/${id}/lift`}>
            <button type="submit" class="primary">
              Resume inbox
            </button>
          </form>
        </li>
      </ol>
    </>
  );
}

/** For a pause that was never written down: which of the two it was is not known. */
function SignInOrDomain({ id, connected, checks }: { id: string; connected: boolean; checks: Checks }) {
  const failing = failingOf(checks);
  return (
    <>
      <p>There is a problem with its sign-in or its domain, so it does not send.</p>
      {failing.length > 0 && <Records records={failing} />}
      <ol>
        <li>
          {connected ? (
            <>
              Test the connection below. If the sign-in is refused,{' '}
              <a href="#servers">enter a new password</a>.
            </>
          ) : (
            <>
              <a href="#servers">Connect this inbox</a>. Its DNS records are checked from then on.
            </>
          )}
        </li>
        {connected && (
          <li>
            <h3>Check again</h3>
            <p>The inbox resumes once SPF and DKIM both pass.</p>
            <CheckAgain id={id} />
          </li>
        )}
      </ol>
    </>
  );
}

function SignIn({ id, record }: Cause) {
  return (
    <>
      <RefusedSignIn record={record} />
      <ol>
        <li>
          <h3>Enter a working password</h3>
          <p>
            Enter it under <a href="#servers">New password or servers</a>. Google and Microsoft ask for an app
            password where two-step sign-in is on.
          </p>
        </li>
        <li>
          <h3>Check again</h3>
          <p>
            The inbox resumes as soon as its server accepts the sign-in. The system also tries once a minute.
          </p>
          <form method="post" action={`/sending-inboxes/${id}/test`}>
            <button type="submit">Check again</button>
          </form>
        </li>
      </ol>
    </>
  );
}

function Domain({ id, record, connected, checks }: Cause & { connected: boolean; checks: Checks }) {
  const { failing_since, limit_hours } = record?.threshold ?? {};
  const failing = failingOf(checks);
  const recorded = (record?.rows ?? []).map(({ check, found, expected }) => ({
    name: check ?? '',
    found: found ?? null,
    expected: expected ?? null,
  }));
  return (
    <>
      <p>
        Its domain has failed its checks since <Moment value={String(failing_since)} />, longer than the{' '}
        {limit_hours}-hour limit. Receiving servers treat such emails as forged.
      </p>
      <ol>
        <li>
          <h3>Set these records at your DNS provider</h3>
          <Records records={failing.length > 0 ? failing : recorded} />
        </li>
        <li>
          <h3>Check again</h3>
          <p>
            The inbox resumes once SPF and DKIM both pass. DNS changes can take a few hours; the system also
            checks twice a day.
          </p>
          {connected ? (
            <CheckAgain id={id} />
          ) : (
            <p>
              <a href="#servers">Connect this inbox</a> first: its DNS is checked from then on.
            </p>
          )}
        </li>
      </ol>
    </>
  );
}
