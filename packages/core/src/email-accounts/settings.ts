import type { EmailAccounts } from '../db/schema.ts';
import { isEmailAddress } from '../email-address.ts';
import { requireWholeNumber } from '../fields.ts';
import { Refusal } from '../refusal.ts';

const MAX_CAPACITY = 1_000_000;
const LONGEST_SIGNATURE = 5_000;
/** Seconds. */
const LONGEST_GAP = 86_400;

/** What an owner decides about an inbox. */
export interface InboxSettings {
  display_name: string | null;
  provider: EmailAccounts['provider'];
  /** Emails a day. */
  daily_capacity: number;
  /** Whether it begins with few emails a day and grows to its capacity. */
  warmup: boolean;
  /** Seconds between two emails, drawn between these. */
  gap_from: number;
  gap_to: number;
  signature: string | null;
  /** Where its DKIM key lies in DNS; null tries the usual ones. */
  dkim_selector: string | null;
}

/** Holds settings of an inbox against their rules. @throws Refusal `invalid_parameter`, which names the field */
export function checkInbox({ address, ...given }: Partial<InboxSettings> & { address?: string }): void {
  const { display_name, daily_capacity, gap_from, gap_to, signature, dkim_selector } = given;
  if (address !== undefined && !isEmailAddress(address)) {
    refuse('address', `"${address}" is not an email address, such as maya@acme.example.`);
  }
  // oxlint-disable-next-line no-control-regex
  if (display_name != null && (display_name.length > 200 || /[\u0000-\u001f]/.test(display_name))) {
    refuse('display_name', 'A display name must be one line of at most 200 characters.');
  }
  if (daily_capacity !== undefined) requireWholeNumber(daily_capacity, [0, MAX_CAPACITY], 'daily_capacity');
  if (gap_from !== undefined) requireWholeNumber(gap_from, [0, LONGEST_GAP], 'gap_from');
  if (gap_to !== undefined) requireWholeNumber(gap_to, [0, LONGEST_GAP], 'gap_to');
  if (gap_from !== undefined && gap_to !== undefined && gap_from > gap_to) {
    refuse('gap_to', `The longest gap (${gap_to} s) is shorter than the shortest (${gap_from} s).`);
  }
  if (signature != null && ([...signature].length > LONGEST_SIGNATURE || signature.includes('\0'))) {
    refuse('signature', `A signature can have up to ${LONGEST_SIGNATURE} characters.`);
  }
  if (dkim_selector != null && !/^[a-z0-9]([a-z0-9._-]{0,61}[a-z0-9])?$/i.test(dkim_selector)) {
    refuse('dkim_selector', `"${dkim_selector}" is not a DKIM selector, such as google or s1.`);
  }
}

function refuse(field: string, message: string): never {
  throw new Refusal('invalid_parameter', message, field);
}
