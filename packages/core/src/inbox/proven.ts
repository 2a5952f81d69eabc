import type { Account } from '../db/account.ts';
import { settleMails } from '../mails/settle.ts';
import type { Incoming } from './incoming.ts';

/**
 * Settles emails that nobody knew to have left: what somebody answers has been sent. That holds of one that is being sent as
 * well, since what comes back may be faster than its sender. What rests on a guess proves nothing, and a refusal is settled as one.
 */
export async function settleProven(account: Account, incoming: readonly Incoming[]): Promise<void> {
  const proven = incoming.flatMap(({ match, reading }) => {
    if (!match || match.by === 'guess') return [];
    if (match.mail.state !== 'in_doubt' && match.mail.state !== 'claimed') return [];
    const response =
      reading.kind === 'bounce' ? (reading.diagnostic ?? 'It came back.') : 'It arrived: it was answered.';
    const isHard = reading.kind === 'bounce' && reading.outcome === 'hard';
    return [
      {
        id: match.mail.id,
        attempt: isHard
          ? { outcome: 'refused' as const, blame: 'address' as const, response }
          : { outcome: 'sent' as const, response },
      },
    ];
  });
  if (proven.length > 0) await settleMails(account, proven);
}
