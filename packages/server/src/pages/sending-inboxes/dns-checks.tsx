import type { listEmailAccounts } from '@lodestone/core';

import { Badge } from '../components/badge.tsx';

type Deliverability = Awaited<ReturnType<typeof listEmailAccounts>>['data'][number]['deliverability'];

const CHECKS = { pass: 'good', fail: 'bad', unknown: 'warn' } as const;

/** The records that are not as they should be; those that pass need no word. */
export function DnsChecks(checks: Deliverability) {
  const wrong = (['spf', 'dkim', 'dmarc'] as const).filter((check) => checks[check] !== 'pass');
  if (wrong.length === 0) return <>Pass</>;
  return (
    <>
      {wrong.map((check) => (
        <Badge key={check} tone={CHECKS[checks[check]]}>
          {check.toUpperCase()} {checks[check]}
        </Badge>
      ))}
    </>
  );
}
