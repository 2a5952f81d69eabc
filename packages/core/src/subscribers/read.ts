import type { Account } from '../db/account.ts';
import { asJson, moment, momentOrNull } from '../db/rows.ts';
import type { CampaignStatus, DeliveryStatus, EnrollmentStatus, ReplyIntent } from '../db/schema.ts';
import { sql } from '../db/sql.ts';
import { toWire, uuidOf } from '../ids.ts';
import { notFound } from '../refusal.ts';
import { onWire, SUBSCRIBER_COLUMNS, type SubscriberRow } from './subscriber.ts';

interface DeliveryRow {
  id: string;
  magnet_id: string;
  status: DeliveryStatus;
  requested_at: string;
  sent_at: string | null;
  delivered_at: string | null;
  opened_at: string | null;
  clicked_at: string | null;
  bounced_at: string | null;
}

interface Row extends SubscriberRow {
  requested: { magnet_id: string; title: string; requested_at: string }[];
  deliveries: DeliveryRow[];
  enrollments: {
    id: string;
    campaign_id: string;
    name: string;
    campaign_status: CampaignStatus;
    status: EnrollmentStatus;
    reply_intent: ReplyIntent;
    enrolled_at: string;
    replied_at: string | null;
  }[];
}

/** Most rows of one list inside a record. */
const LONGEST_HISTORY = 1_000;

/** A subscriber as they are read alone. */
export type Subscriber = Awaited<ReturnType<typeof readSubscriber>>;

/** One subscriber with what they asked for, the deliveries made for it, and where they are enrolled, latest first. */
export async function readSubscriber(account: Account, { id }: { id: string }) {
  const uuid = uuidOf('sub', id, 'subscriber');
  const [row] = await readRow(account, uuid);
  if (!row) throw notFound('subscriber');
  const deliveries = Map.groupBy(row.deliveries, (delivery) => delivery.magnet_id);
  return {
    ...onWire(row),
    requests: row.requested.map(({ magnet_id, title, requested_at }) => ({
      magnet: { id: toWire('mag', magnet_id), title },
      requested_at: moment(requested_at),
      deliveries: (deliveries.get(magnet_id) ?? []).map(deliveryOnWire),
    })),
    enrollments: row.enrollments.map((enrollment) => ({
      id: toWire('enr', enrollment.id),
      campaign: {
        id: toWire('cmp', enrollment.campaign_id),
        name: enrollment.name,
        status: enrollment.campaign_status,
      },
      status: enrollment.status,
      reply_intent: enrollment.reply_intent,
      enrolled_at: moment(enrollment.enrolled_at),
      replied_at: momentOrNull(enrollment.replied_at),
    })),
  };
}

function readRow(account: Account, uuid: string): Promise<Row[]> {
  return account.rows<Row>(
    (own) => sql`
      select
        ${SUBSCRIBER_COLUMNS},
        ${asJson(sql`
          select r.magnet_id, m.title, r.requested_at
          from ${own('magnet_requests')} as r join ${own('magnets')} as m on m.id = r.magnet_id
          where r.subscriber_id = s.id
          order by r.requested_at desc, r.magnet_id
          limit ${LONGEST_HISTORY}`)} as requested,
        ${asJson(sql`
          select
            d.id, d.magnet_id, d.status, d.requested_at, d.sent_at, d.delivered_at, d.opened_at, d.clicked_at, d.bounced_at
          from ${own('deliveries')} as d
          where d.subscriber_id = s.id
          order by d.requested_at desc, d.id
          limit ${LONGEST_HISTORY}`)} as deliveries,
        ${asJson(sql`
          select
            e.id, e.campaign_id, c.name, c.status as campaign_status, e.status, e.reply_intent, e.enrolled_at, e.replied_at
          from ${own('enrollments')} as e join ${own('campaigns')} as c on c.id = e.campaign_id
          where e.subscriber_id = s.id
          order by e.enrolled_at desc, e.id
          limit ${LONGEST_HISTORY}`)} as enrollments
      from ${own('subscribers')} as s
      where s.id = ${uuid}`,
  );
}

function deliveryOnWire(delivery: DeliveryRow) {
  return {
    id: toWire('dlv', delivery.id),
    status: delivery.status,
    requested_at: moment(delivery.requested_at),
    sent_at: momentOrNull(delivery.sent_at),
    delivered_at: momentOrNull(delivery.delivered_at),
    opened_at: momentOrNull(delivery.opened_at),
    clicked_at: momentOrNull(delivery.clicked_at),
    bounced_at: momentOrNull(delivery.bounced_at),
  };
}
