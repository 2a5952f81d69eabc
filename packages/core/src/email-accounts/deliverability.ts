import type { DnsCheck } from '../db/schema.ts';
import { rate } from '../figures/rate.ts';

/** IST days over which an inbox's bounces are judged, today included. */
export const DELIVERABILITY_DAYS = 30;

const GOOD_BELOW = 0.02;
const POOR_FROM = 0.05;

interface Facts {
  sent: number;
  bounced: number;
  spf: DnsCheck;
  dkim: DnsCheck;
  dmarc: DnsCheck;
}

/** Verdict on an inbox: its bounce rate and its DNS checks. An inbox that sent nothing is judged by the checks alone. */
export function deliverabilityOf({ sent, bounced, spf, dkim, dmarc }: Facts) {
  const bounce_rate = rate(bounced, sent + bounced);
  const share = sent + bounced === 0 ? 0 : bounced / (sent + bounced);
  const poor = share >= POOR_FROM || spf === 'fail' || dkim === 'fail';
  const good = share < GOOD_BELOW && [spf, dkim, dmarc].every((check) => check === 'pass');
  return {
    health: poor ? ('poor' as const) : good ? ('good' as const) : ('watch' as const),
    sent,
    bounced,
    bounce_rate,
    spf,
    dkim,
    dmarc,
  };
}
