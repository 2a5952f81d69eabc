import { storableLine } from '../parse/storable.ts';

/** What DNS says about one thing that other servers look at. */
export type DnsCheck = {
  /** `unknown`: the look-up failed, or there is nothing to judge by. It never counts against anybody. */
  result: 'pass' | 'fail' | 'unknown';
  /** What stands in DNS, shortened; null when nothing does or nobody could say. */
  found: string | null;
  /** What should stand there, for whoever sets it up. */
  expected: string;
};

export function check(result: DnsCheck['result'], found: string | null, expected: string): DnsCheck {
  return { result, found: found === null ? null : storableLine(found, 500), expected };
}
