import type { Act } from './act.ts';
import type { Twins } from './twins.ts';
import { AUDIENCE } from './works/audience.ts';
import { INBOXES } from './works/inboxes.ts';
import { MAGNETS } from './works/magnets.ts';
import { PEOPLE } from './works/people.ts';
import { REPLIES } from './works/replies.ts';
import { SENDING } from './works/sending.ts';

/**
 * What requests, forms and jobs lead to only with a mail server, a file or a second person: core is called for it, with the first rows
 * of the account in the order of their ids.
 */
export function works({ account }: Twins): Act[] {
  const all = { ...PEOPLE, ...AUDIENCE, ...MAGNETS, ...REPLIES, ...INBOXES, ...SENDING };
  return Object.entries(all).map(([name, work]) => ({
    name,
    run: async () => JSON.stringify((await work(account)) ?? null),
  }));
}
