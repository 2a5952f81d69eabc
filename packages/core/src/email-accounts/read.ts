import { type Selectable } from 'kysely';

import { istDay } from '../days.ts';
import type { Account } from '../db/account.ts';
import type { EmailAccounts } from '../db/schema.ts';
import { sql } from '../db/sql.ts';
import { total } from '../figures/intents.ts';
import { sumOf, sumsOf } from '../figures/sums.ts';
import { DELIVERABILITY_DAYS } from './deliverability.ts';
import { isSending } from './sending.ts';

/** A sending inbox with what it sent: today, and over the days on which its deliverability is judged. */
export type EmailAccountFigures = Omit<Selectable<EmailAccounts>, 'account_id'> & {
  sent_today: number;
  sent: number;
  bounced: number;
};

/** Every sending inbox with its figures, oldest first. */
export function readEmailAccounts(account: Account): Promise<EmailAccountFigures[]> {
  const today = istDay(account.now());
  return account.rows<EmailAccountFigures>(
    (own) => sql`
      select
        e.id, e.address, e.display_name, e.provider, e.status, e.system_pause_reason, e.system_paused_at, e.warmup_state,
        e.warmup_day, e.daily_capacity, e.spf, e.dkim, e.dmarc, e.created_at,
        coalesce(d.sent_today, 0) as sent_today, coalesce(d.sent, 0) as sent, coalesce(d.bounced, 0) as bounced
      from ${own('email_accounts')} as e
      left join (
        select
          email_account_id,
          ${sumOf('email_account_days', 'sent', sql`day = ${today}::date`)} as sent_today,
          ${sumsOf('email_account_days', ['sent', 'bounced'])}
        from ${own('email_account_days')} as d
        where day > ${today}::date - ${DELIVERABILITY_DAYS}::int and day <= ${today}::date
        group by email_account_id
      ) as d on d.email_account_id = e.id
      where e.removed_at is null
      order by e.created_at, e.id`,
  );
}

/** Figures over all inboxes. Only the capacity of those that send counts. */
export function summaryOf(inboxes: readonly EmailAccountFigures[]) {
  const sending = inboxes.filter(isSending);
  return {
    total: inboxes.length,
    active: sending.length,
    system_paused: inboxes.filter((inbox) => inbox.system_paused_at !== null).length,
    total_daily_capacity: total(sending.map((inbox) => inbox.daily_capacity)),
    sent_today: total(inboxes.map((inbox) => inbox.sent_today)),
  };
}
