import type { Account } from '../db/account.ts';
import { asTable } from '../db/rows.ts';
import { type Sql, sql } from '../db/sql.ts';
import { lockInOrder } from '../figures/lock-order.ts';

interface Seen {
  delivery_id: string | null;
  send_id: string | null;
  opened_at: Date | null;
  clicked_at: Date | null;
}

/**
 * Writes the first open and the first click of emails into the deliveries and sends that they are of, wherever they differ.
 * A click without an open is an open. Only what left can be opened.
 * @param mails their UUIDs
 */
export async function applyEvents(account: Account, mails: readonly string[]): Promise<void> {
  const seen = await account.rows<Seen>(
    (own) => sql`
      select m.delivery_id, m.send_id,
        min(e.at) filter (where e.kind in ('open', 'click') and e.judged <> 'machine') as opened_at,
        min(e.at) filter (where e.kind = 'click' and e.judged <> 'machine') as clicked_at
      from ${own('mails')} as m
      left join ${own('mail_events')} as e on e.mail_id = m.id
      where m.id = any(${mails}::uuid[]) and (m.delivery_id is not null or m.send_id is not null)
      group by m.id, m.delivery_id, m.send_id
      order by m.id`,
  );
  await lockInOrder(account, {
    deliveries: seen.flatMap(({ delivery_id }) => delivery_id ?? []),
    campaign_sends: seen.flatMap(({ send_id }) => send_id ?? []),
  });
  await applyToDeliveries(account, seen);
  await applyToSends(account, seen);
}

async function applyToDeliveries(account: Account, seen: readonly Seen[]): Promise<void> {
  const rows = seen.flatMap(({ delivery_id, opened_at, clicked_at }) =>
    delivery_id === null ? [] : [{ id: delivery_id, opened_at, clicked_at }],
  );
  if (rows.length === 0) return;
  await account
    .update('deliveries')
    .from(seenAs(rows))
    .set({
      opened_at: after('deliveries', 'opened_at'),
      clicked_at: after('deliveries', 'clicked_at'),
      // Whoever opens it has it. That somebody has it stays true when the open turns out to be a machine's, or when it bounces.
      status: sql<
        'sent' | 'delivered' | 'bounced'
      >`case when t.opened_at is null or deliveries.status = 'bounced' then deliveries.status else 'delivered' end`,
      delivered_at: sql<Date>`coalesce(deliveries.delivered_at, ${after('deliveries', 'opened_at')})`,
    })
    .whereRef('deliveries.id', '=', 't.id')
    .where('status', 'in', ['sent', 'delivered', 'bounced'])
    .where('sent_at', 'is not', null)
    .where(differs('deliveries'))
    .execute();
}

async function applyToSends(account: Account, seen: readonly Seen[]): Promise<void> {
  const rows = seen.flatMap(({ send_id, opened_at, clicked_at }) =>
    send_id === null ? [] : [{ id: send_id, opened_at, clicked_at }],
  );
  if (rows.length === 0) return;
  await account
    .update('campaign_sends')
    .from(seenAs(rows))
    .set({
      opened_at: after('campaign_sends', 'opened_at'),
      clicked_at: after('campaign_sends', 'clicked_at'),
    })
    .whereRef('campaign_sends.id', '=', 't.id')
    .where('status', '=', 'sent')
    .where(differs('campaign_sends'))
    .execute();
}

type Facts = 'deliveries' | 'campaign_sends';

/** The moment, though never before the email left: clocks differ by a little. Null stays null. */
function after(table: Facts, column: 'opened_at' | 'clicked_at'): Sql<Date> {
  const seen = sql.ref(`t.${column}`);
  return sql<Date>`case when ${seen} is not null then greatest(${seen}, ${sql.ref(`${table}.sent_at`)}) end`;
}

function differs(table: Facts): Sql<boolean> {
  return sql<boolean>`(${sql.ref(`${table}.opened_at`)}, ${sql.ref(`${table}.clicked_at`)})
    is distinct from (${after(table, 'opened_at')}, ${after(table, 'clicked_at')})`;
}

function seenAs(rows: readonly (Pick<Seen, 'opened_at' | 'clicked_at'> & { id: string })[]) {
  return asTable(rows, 't', 'id uuid, opened_at timestamptz, clicked_at timestamptz');
}
