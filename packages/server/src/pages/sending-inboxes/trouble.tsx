import { INBOX_LIMIT, type InboxDomain, type InboxTrouble, type SystemPauseRecord } from '@lodestone/core';
import type { ComponentChildren } from 'preact';

import { InboxStatus } from '../components/badge.tsx';
import { Address, Text } from '../components/text.tsx';

export const TROUBLE_HEAD = ['Inbox', 'What is wrong', 'Status', ''];

/** A row below `TROUBLE_HEAD`, with what leads out as its children. */
export function TroubleRow({ trouble, children }: { trouble: InboxTrouble; children: ComponentChildren }) {
  return (
    <tr>
      <th scope="row">
        <InboxLink {...trouble} />
      </th>
      <td class="long">
        <WhatIsWrong {...trouble} />
      </td>
      <td>
        <InboxStatus {...trouble} />
      </td>
      <td>{children}</td>
    </tr>
  );
}

export function InboxLink({ id, address }: Pick<InboxTrouble, 'id' | 'address'>) {
  return (
    <a href={`/sending-inboxes/${id}`}>
      <Address>{address}</Address>
    </a>
  );
}

/** What exactly keeps an inbox from sending, or harms what it sends: each in a paragraph. */
function WhatIsWrong({ status, system_pause, record, checks }: InboxTrouble) {
  const failing = failingOf(checks);
  const bounces = record?.cause === 'bounces' || system_pause?.reason === 'bounces';
  return (
    <div class="stack tight">
      {bounces && <p>{bouncedInWords(record)}</p>}
      {record?.cause === 'sign_in' && <RefusedSignIn record={record} />}
      {failing.length > 0 && <Records records={failing} />}
      {failing.length === 0 && record?.cause === 'domain' && (
        <p>Its domain failed its checks. Check it again.</p>
      )}
      {system_pause?.reason === 'deliverability' && record === null && failing.length === 0 && (
        <p>There is a problem with its sign-in or its domain.</p>
      )}
      {status === 'paused' && <p>You paused it.</p>}
      {status === 'disconnected' && <p>It is not connected to a mail server.</p>}
    </div>
  );
}

/** The records that pause an inbox while they fail. */
export function failingOf(checks: InboxDomain['checks']): InboxDomain['checks'] {
  return checks.filter(({ name, result }) => result === 'fail' && (name === 'spf' || name === 'dkim'));
}

/** How much of what an inbox sent bounced, beside the limit; without figures where they were not written down. */
export function bouncedInWords(record: SystemPauseRecord | null): string {
  const { sent, bounced, blamed = 0 } = record?.threshold ?? {};
  const limit = `(limit ${INBOX_LIMIT.share * 100}% of at least ${INBOX_LIMIT.sent} emails in ${INBOX_LIMIT.days} days)`;
  if (sent === undefined) return `Too many of its emails bounced ${limit}.`;
  const refused = Number(blamed) === 0 ? '' : ` and ${blamed} were refused because of the inbox itself`;
  return `${bounced} of its ${sent} emails bounced${refused} ${limit}.`;
}

/** What the mail server said when it refused the sign-in. */
export function RefusedSignIn({ record }: { record: SystemPauseRecord | null }) {
  return (
    <p>
      Its mail server refused the sign-in:{' '}
      <Text most={300}>{String(record?.threshold['response'] ?? '')}</Text>
    </p>
  );
}

/** DNS records that are wrong: what was found, and what should stand there. */
export function Records({
  records,
}: {
  records: readonly { name: string; found: string | null; expected: string | null }[];
}) {
  return (
    <ul class="plain stack tight">
      {records.map(({ name, found, expected }) => (
        <li key={name}>
          <strong>{name.toUpperCase()} fails.</strong>
          <Found found={found} expected={expected} />
        </li>
      ))}
    </ul>
  );
}

/** What stands in DNS, beside what should where that is something else; nothing where it was never looked up. */
export function Found({
  found,
  expected,
  result = 'fail',
}: {
  found: string | null;
  expected: string | null;
  result?: string;
}) {
  if (expected === null) return null;
  return (
    <>
      <div class="small">Found: {found === null ? 'no record' : <Text most={120}>{found}</Text>}</div>
      {result !== 'pass' && (
        <div class="small">
          Expected: <Text most={500}>{expected}</Text>
        </div>
      )}
    </>
  );
}

/** What an inbox's trouble is known by. */
type Troubled = Pick<InboxTrouble, 'id' | 'status'> & {
  system_pause: { reason: string } | null;
  unread?: boolean;
};

/** Where what is wrong with an inbox is fixed, on its own page. */
export function wayOut({ id, status, system_pause, unread = false }: Troubled): {
  label: string;
  path: string;
} {
  const at = (part: string) => `/sending-inboxes/${id}#${part}`;
  if (system_pause !== null) return { label: 'Fix it', path: at('system-pause') };
  if (status === 'disconnected') return { label: 'Connect it', path: at('servers') };
  return { label: 'Fix it', path: at(unread ? 'connection' : 'domain') };
}

export function WayOut(inbox: Troubled & { address: string }) {
  const { label, path } = wayOut(inbox);
  return (
    <a href={path} class="button quiet nowrap" aria-label={`${label}: ${inbox.address}`}>
      {label}
    </a>
  );
}
