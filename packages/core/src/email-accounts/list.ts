import { type Page, pageOf } from '../db/page.ts';
import type { Account } from '../db/account.ts';
import { moment } from '../db/rows.ts';
import { deliverabilityOf } from './deliverability.ts';
import { type EmailAccountFigures, readEmailAccounts, summaryOf } from './read.ts';
import { toWire } from '../ids.ts';
import { systemPauseOf } from '../deliverability/paused.ts';

/** Every sending inbox on one page, oldest first, with a summary over all of them. */
export async function listEmailAccounts(account: Account) {
  const inboxes = await readEmailAccounts(account);
  const page: Page<ReturnType<typeof onWire>> = pageOf(inboxes.map(onWire), {
    limit: inboxes.length,
    offset: 0,
  });
  return { ...page, summary: summaryOf(inboxes) };
}

function onWire(inbox: EmailAccountFigures) {
  return {
    id: toWire('eml', inbox.id),
    address: inbox.address,
    display_name: inbox.display_name,
    provider: inbox.provider,
    status: inbox.status,
    system_pause: systemPauseOf(inbox),
    warmup: { state: inbox.warmup_state, day: inbox.warmup_day },
    daily_capacity: inbox.daily_capacity,
    sent_today: inbox.sent_today,
    deliverability: deliverabilityOf(inbox),
    created_at: moment(inbox.created_at),
  };
}
