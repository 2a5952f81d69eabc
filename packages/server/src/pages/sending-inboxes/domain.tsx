import { setTimeout } from 'node:timers/promises';

import { DOMAIN_GRACE_HOURS, fromWire, type InboxDomain, readDomainChecks } from '@lodestone/core';

import { goTo } from '../answer.ts';
import { Badge } from '../components/badge.tsx';
import { Card } from '../components/card.tsx';
import { Text } from '../components/text.tsx';
import { Moment } from '../figure.tsx';
import type { PageHandler, PagesParts } from '../page.ts';
import { Found } from './trouble.tsx';

const TONES = { pass: 'good', fail: 'bad', unknown: 'warn' } as const;

const PURPOSE = {
  spf: 'Which servers may send for the domain.',
  dkim: 'The key that emails are signed with.',
  dmarc: 'What receivers should do with emails that fail SPF and DKIM.',
  mx: 'Where replies go.',
};

/** Milliseconds that the page waits for the look-up; name servers that do not answer take a minute to give up on. */
const TIMEOUTS = 6_000;

/** `POST /sending-inboxes/:id/domain`: looks the domain up now, and lifts a pause that its checks were the cause of. */
export function checkDomain({
  config: { dnsServers },
  log,
}: Pick<PagesParts, 'config' | 'log'>): PageHandler {
  return async (account, { params, outside }) => {
    const id = params['id'] ?? '';
    await readDomainChecks(account, { id });
    const { checkDomainOf } = await import('@lodestone/jobs/check-domains.js');
    const isDone = await outside(() => {
      const checking = checkDomainOf(account, { id: fromWire('eml', id) ?? '', dnsServers }).then(() => true);
      checking.catch((err: unknown) => log.warn({ err }, 'A domain could not be looked up.'));
      return Promise.race([checking, setTimeout(TIMEOUTS, false, { ref: false })]);
    });
    return goTo(`/sending-inboxes/${id}#domain`, isDone ? 'domain_checked' : 'domain_slow');
  };
}

/** What DNS says of the domain that an inbox sends from, and what should stand there. */
export function DomainCard({
  id,
  inDomain,
  connected,
}: {
  id: string;
  inDomain: InboxDomain;
  connected: boolean;
}) {
  const { domain, checks, checked_at, failing_since } = inDomain;
  return (
    <Card
      title="Domain"
      id="domain"
      aside={
        <span class="small muted">
          <Text most={100}>{domain}</Text>
        </span>
      }
    >
      {failing_since !== null && (
        <p class="error">
          SPF or DKIM has failed since <Moment value={failing_since} />. The system pauses the inbox after{' '}
          {DOMAIN_GRACE_HOURS} hours of failures.
        </p>
      )}
      <ul class="plain stack">
        {checks.map((check) => (
          <li key={check.name}>
            <Badge tone={TONES[check.result]}>
              {check.name.toUpperCase()} {check.result}
            </Badge>{' '}
            <span class="small muted">{PURPOSE[check.name]}</span>
            <Found {...check} />
          </li>
        ))}
      </ul>
      <div class="row">
        {connected ? (
          <CheckAgain id={id} />
        ) : (
          <span class="small muted">DNS is checked once the inbox is connected.</span>
        )}
        {checked_at !== null && (
          <span class="small muted">
            Checked <Moment value={checked_at} />
          </span>
        )}
      </div>
    </Card>
  );
}

export function CheckAgain({ id }: { id: string }) {
  return (
    <form method="post" action={`/sending-inboxes/${id}/domain`}>
      <button type="submit">Check again</button>
    </form>
  );
}
