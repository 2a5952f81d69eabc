interface Exception {
  /** What its statements find accounts by instead of their id, in their text. */
  by: RegExp;
  why: string;
}

const ACCOUNTS_THAT = /^\s*select distinct account_id from /;

/** Files with statements that find accounts, or are about all of them: one table may be of any account, and the others are tied to it. */
const OF_ALL_ACCOUNTS: Record<string, Exception> = {
  'core/keys/authenticate.ts': { by: /"token_hash" =/, why: 'The account of a key.' },
  'core/sessions/session.ts': { by: /"token_hash" =/, why: 'The account of a session.' },
  'core/sessions/sign-in.ts': { by: /where "email" =/, why: 'The user of an address who signs in.' },
  'core/sessions/sign-in-link.ts': { by: /"token_hash" =/, why: 'The user of a link.' },
  'core/sessions/challenge.ts': {
    by: /"c"\."token_hash" =/,
    why: 'The user who is asked for a second step.',
  },
  'core/users/invitations.ts': { by: /"token_hash" =/, why: 'The account that invites.' },
  'core/capture/open.ts': { by: /"slug" =/, why: 'The account of a public address.' },
  'core/capture/logo-by-token.ts': {
    by: /"token" =/,
    why: 'The logo of an address that only its account was told.',
  },
  'core/mails/by-token.ts': { by: /"token" =/, why: 'The account of a link of an email.' },
  'core/users/create.ts': {
    by: /order by "created_at", "id"|order by "id"|where "email" =/,
    why: 'The user of an address, and the first when a server starts.',
  },
  'core/tracking/record.ts': { by: /m\.token = /, why: 'The accounts of the links that are visited.' },
  'core/mails/due.ts': { by: ACCOUNTS_THAT, why: 'Those with emails that are due.' },
  'core/sending/accounts.ts': { by: /^select "accounts"\."id" /, why: 'Those that have steps to send.' },
  'core/inbox/accounts.ts': { by: ACCOUNTS_THAT, why: 'Those with inboxes to read, or replies to classify.' },
  'core/tracking/uncounted.ts': { by: ACCOUNTS_THAT, why: 'Those with opens and clicks to count.' },
  'core/deliveries/delivered.ts': {
    by: ACCOUNTS_THAT,
    why: 'Those whose deliveries count as delivered by now.',
  },
  'core/jobs/workers.ts': { by: ACCOUNTS_THAT, why: 'Those with runs whose process is gone.' },
  'core/figures/fold.ts': { by: /\blane\b/, why: 'Counters of all are brought back into one lane.' },
  'core/figures/reconcile.ts': { by: /summed/, why: 'Counters of all are compared with the facts.' },
  'core/installation/fence.ts': { by: /limit 1$/, why: 'Whether anything was ever sent.' },
};

/**
 * What makes or rebuilds tables as a whole, what the operator is told of the whole installation, and a person who is forgotten when no
 * account has them any more.
 */
const OF_THE_WHOLE =
  /^core\/(?:db\/(?:migrations\/|statements\.ts|people\.ts)|figures\/(?:install|installation)\.ts)/;

/** Whether a statement may be about any account; null when the law says nothing of it. */
export function isOfAllAccounts(sender: string, text: string): boolean | null {
  return OF_THE_WHOLE.test(sender) ? null : (OF_ALL_ACCOUNTS[sender]?.by.test(text) ?? false);
}

/** Files that have exceptions. */
export const EXCEPTIONS: readonly string[] = Object.keys(OF_ALL_ACCOUNTS);
