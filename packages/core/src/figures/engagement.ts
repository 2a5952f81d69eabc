import type { FactTable } from './facts.ts';
import { indented, listed } from './layout.ts';

/** What facts of one kind tell of their subscriber, as SQL over the row `f`. */
export interface Told {
  /** Figures that count the rows for which a condition holds. */
  readonly counts: Readonly<Record<string, string>>;
  /** Moments of which the latest is the last activity. */
  readonly moments: readonly string[];
  /** Which rows tell anything. */
  readonly where?: string;
}

/** Emails count when they left: a delivery with `sent_at`, a send that is `sent`. */
export const TOLD_BY = {
  deliveries: {
    counts: {
      requests: 'true',
      sent: 'f.sent_at is not null',
      opened: 'f.opened_at is not null',
      clicked: 'f.clicked_at is not null',
    },
    moments: ['f.requested_at', 'f.opened_at', 'f.clicked_at'],
  },
  campaign_sends: {
    counts: { sent: 'true', opened: 'f.opened_at is not null', clicked: 'f.clicked_at is not null' },
    moments: ['f.opened_at', 'f.clicked_at'],
    where: `f.status = 'sent'`,
  },
  enrollments: {
    counts: { replied: 'f.replied_at is not null' },
    moments: ['f.last_message_at', 'f.converted_at'],
  },
} as const satisfies Partial<Record<FactTable, Told>>;

export type Telling = keyof typeof TOLD_BY;

export const TELLING = Object.keys(TOLD_BY) as Telling[];
export const COUNTS = ['requests', 'sent', 'opened', 'clicked', 'replied'];

/** The rows of a kind of facts with their `subscriber_id`: a campaign's sends have it by their enrollment. */
export const FROM: Record<Telling, string> = {
  deliveries: 'deliveries as f',
  campaign_sends: `enrollments as o
    join campaign_sends as f on f.account_id = o.account_id and f.enrollment_id = o.id and f.status = 'sent'`,
  enrollments: 'enrollments as f',
};

export const ownerIn = (facts: Telling) => (facts === 'campaign_sends' ? 'o' : 'f');

export const MAGNET_IDS = 'array_agg(f.magnet_id order by f.magnet_id)';

/**
 * Subscribers' engagement, from the facts: a select of one row for each row of `subscribersAtHand`, which has `account_id`
 * and `subscriber_id`. Their facts are looked up one by one.
 */
function engagementOf(subscribersAtHand: string): string {
  return engagement(
    `${subscribersAtHand} as at_hand
  join subscribers as s on s.account_id = at_hand.account_id and s.id = at_hand.subscriber_id`,
    (from, owner, figures, name) => `cross join lateral (
    select
      ${figures}
    from ${from}
    where ${owner}.account_id = s.account_id and ${owner}.subscriber_id = s.id
  ) as ${name}`,
  );
}

/** The same for every row of `subscribers`, which has `account_id`, `id` and `first_seen_at`: all facts are grouped at once. */
export function engagementOfAll(subscribers: string): string {
  return engagement(
    `${subscribers} as s`,
    (from, owner, figures, name) => `left join (
    select
      ${owner}.account_id, ${owner}.subscriber_id,
      ${figures}
    from ${from}
    group by ${owner}.account_id, ${owner}.subscriber_id
  ) as ${name} on ${name}.account_id = s.account_id and ${name}.subscriber_id = s.id`,
  );
}

function engagement(
  subscribers: string,
  joinedTo: (from: string, owner: string, figures: string, name: string) => string,
): string {
  const sums = COUNTS.map((figure) => {
    const parts = TELLING.filter((facts) => figure in TOLD_BY[facts].counts);
    return `${parts.map((facts) => `coalesce(${facts}.${figure}, 0)`).join(' + ')} as ${figure}`;
  });
  return `select
    s.account_id, s.id as subscriber_id,
    ${listed(sums, 4)},
    coalesce(magnet_requests.magnet_ids, '{}') as magnet_ids,
    coalesce(
      greatest(${TELLING.map((facts) => `${facts}.last_at`).join(', ')}), s.first_seen_at
    ) as last_activity_at
  from ${subscribers}
  ${TELLING.map((facts) => joinedTo(FROM[facts], ownerIn(facts), figuresOf(facts), facts)).join('\n  ')}
  ${joinedTo('magnet_requests as f', 'f', `${MAGNET_IDS} as magnet_ids`, 'magnet_requests')}`;
}

function figuresOf(facts: Telling): string {
  const counts = Object.entries(TOLD_BY[facts].counts).map(
    ([figure, condition]) =>
      `count(*)${condition === 'true' ? '' : ` filter (where ${condition})`} as ${figure}`,
  );
  return listed([...counts, `${latest(facts)} as last_at`], 6);
}

export function latest(facts: Telling): string {
  return `greatest(${TOLD_BY[facts].moments.map((moment) => `max(${moment})`).join(', ')})`;
}

export const SCORED = ['requests', 'opened', 'clicked', 'replied'] as const;

/** SQL for today's lead score of a row with engagement. */
export function scoreOf(row: string): string {
  const counts = SCORED.map((count) => `${row}.${count}`);
  return `lead_score(${counts.join(', ')}, ist_day(now()) - ist_day(${row}.last_activity_at))`;
}

/** The columns that are kept of engagement, and what each is: SQL over a row `e` of `engagementOf`. */
export const ENGAGEMENT = {
  requests: 'e.requests',
  sent: 'e.sent',
  opened: 'e.opened',
  clicked: 'e.clicked',
  replied: 'e.replied',
  magnet_ids: 'e.magnet_ids',
  last_activity_at: 'e.last_activity_at',
  lead_score: scoreOf('e'),
};

export type Figure = keyof typeof ENGAGEMENT;

const FIGURES = Object.keys(ENGAGEMENT) as Figure[];
const DIFFER = differ(FIGURES);

function differ(figures: readonly Figure[]): string {
  return `(${listed(
    figures.map((figure) => `s.${figure}`),
    4,
  )})
    is distinct from
    (${listed(
      figures.map((figure) => ENGAGEMENT[figure]),
      4,
    )})`;
}

/** Brings the engagement and the score of the subscribers at hand up to their facts. */
export function refreshEngagement(subscribersAtHand: string): string {
  return refresh(engagementOf(subscribersAtHand), FIGURES);
}

/** Brings the engagement and the score of every subscriber there is up to their facts. */
export function refreshAllEngagement(): string {
  return refresh(engagementOfAll('subscribers'), FIGURES);
}

export function refresh(fromFacts: string, figures: readonly Figure[]): string {
  return `update subscribers as s set
  ${figures.map((figure) => `${figure} = ${ENGAGEMENT[figure]}`).join(',\n  ')}
from (
  ${indented(fromFacts, 2)}
) as e
where s.account_id = e.account_id and s.id = e.subscriber_id
  and ${differ(figures)}`;
}

/** Subscribers whose stored engagement or score is not what the facts say today. */
export function staleEngagement(): { table: string; figures: readonly string[]; query: string } {
  const columns = FIGURES.map(
    (figure) => `s.${figure} as ${figure}_kept, ${ENGAGEMENT[figure]} as ${figure}_summed`,
  );
  return {
    table: 'subscribers',
    figures: FIGURES,
    query: `select s.account_id, s.id, ${columns.join(', ')}
from subscribers as s
join (
  ${engagementOfAll('subscribers')}
) as e on e.account_id = s.account_id and e.subscriber_id = s.id
where ${DIFFER}`,
  };
}
