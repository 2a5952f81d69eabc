import type { FactTable } from './facts.ts';
import { searchable } from './searchable.ts';

/**
 * What counts, and on which day: the one definition of every stored figure.
 *
 * A figure is the sum of what single fact rows contribute. Each contribution below names a table of facts, the counter it
 * adds to, and, for each moment of the row (`on`), what it adds there, as SQL over the fact row `f`. The triggers
 * (figures/upkeep.ts) add the contributions of new rows and subtract those of old ones; `reconcile` sums them over all
 * facts.
 */
export interface Contribution {
  /** Table whose rows contribute. */
  readonly facts: FactTable;
  /** Counter that the rows add to. */
  readonly counter: CounterName;
  /** SQL over the row `f` for every dimension of the counter but the day. */
  readonly dimensions: Readonly<Record<string, string>>;
  readonly moments: readonly Moment[];
}

export interface Moment {
  /**
   * Column with the moment. The row adds nothing while it is null; its IST day is the counter's `day`, if it has one.
   * Without it the row always contributes.
   */
  readonly on?: string;
  /** Measures that count one while the condition holds. */
  readonly counts?: Readonly<Record<string, string>>;
  /** Measures that add a number. */
  readonly amounts?: Readonly<Record<string, string>>;
}

/** Stands for "none" in a dimension, since a key column cannot be null. */
export const NONE = '00000000-0000-0000-0000-000000000000';

/** SQL over the subscriber `f` for where the tail of their address begins: at its first `+` or `@`. */
export const TAIL_AT = `greatest(strpos(translate(f.email, '+', '@'), '@'), 1)`;

/** SQL over the subscriber `f` for the tail of their address, a label and the domain, to be searched: what very many may share. */
export const TAIL = searchable(`substr(f.email, ${TAIL_AT})`);

const CLASSIFIED = 'f.classified_at is not null';
const REPLIED = 'f.replied_at is not null';

/**
 * The counters: their key after `account_id`, and their measures. Raise `version` with any change to what a counter holds, so
 * that it is made again where an older one is kept.
 */
export const COUNTERS = {
  magnet_days: {
    version: 1,
    key: { magnet_id: 'uuid', day: 'date' },
    measures: [
      'new_subscribers',
      'unsubscribed',
      'requests',
      'leads',
      'sent',
      'delivered',
      'bounced',
      'sent_opened',
      'sent_clicked',
      'opened',
      'clicked',
    ],
  },
  /** The same measures over a magnet's life, so that its performance does not cost its history. */
  magnet_totals: {
    version: 1,
    key: { magnet_id: 'uuid' },
    measures: ['requests', 'leads', 'sent', 'delivered', 'bounced', 'sent_opened', 'sent_clicked'],
  },
  /** Sizes of the audiences that a state and scores make. Those of other filters come from bitmaps: figures/bitmaps.ts. */
  audience_totals: { version: 1, key: { status: 'text', lead_score: 'smallint' }, measures: ['subscribers'] },
  /** How many subscribers were first seen, and last active, on each day: they show where a deep page of an order begins. */
  audience_days: { version: 1, key: { day: 'date' }, measures: ['first_seen', 'last_active'] },
  /** How many share each tail of an address. */
  audience_tails: { version: 2, key: { tail: 'text' }, measures: ['subscribers'] },
  step_days: {
    version: 1,
    key: { campaign_id: 'uuid', step: 'smallint', variant_id: 'uuid', day: 'date' },
    measures: [
      'queued',
      'failed',
      'cancelled',
      'sent',
      'sent_opened',
      'sent_clicked',
      'opened',
      'clicked',
      'bounced',
      'replied',
    ],
  },
  campaign_days: {
    version: 1,
    key: { campaign_id: 'uuid', day: 'date' },
    measures: ['enrolled', 'replied', 'converted'],
  },
  campaign_leads: {
    version: 1,
    key: { campaign_id: 'uuid', status: 'text', reply_intent: 'text' },
    measures: ['enrollments', 'contacted', 'replied', 'classified', 'converted'],
  },
  email_account_days: {
    version: 1,
    key: { email_account_id: 'uuid', day: 'date' },
    measures: ['sent', 'bounced'],
  },
  inbox_totals: { version: 1, key: { campaign_id: 'uuid' }, measures: ['messages'] },
  ai_days: {
    version: 1,
    key: { day: 'date', model: 'text', endpoint: 'text' },
    measures: ['calls', 'input_tokens', 'output_tokens', 'cost_micros'],
  },
} as const satisfies Record<
  string,
  { version: number; key: Readonly<Record<string, string>>; measures: readonly string[] }
>;

export type CounterName = keyof typeof COUNTERS;

/** A delivery left when it has `sent_at`. What became of it counts for the day it was sent. */
const OF_WHAT_WAS_SENT = {
  sent: 'true',
  delivered: 'f.delivered_at is not null',
  bounced: 'f.bounced_at is not null',
  sent_opened: 'f.opened_at is not null',
  sent_clicked: 'f.clicked_at is not null',
};

export const CONTRIBUTIONS: readonly Contribution[] = [
  {
    facts: 'subscribers',
    counter: 'magnet_days',
    dimensions: { magnet_id: `coalesce(f.first_magnet_id, '${NONE}')` },
    moments: [
      { on: 'first_seen_at', counts: { new_subscribers: 'true' } },
      { on: 'unsubscribed_at', counts: { unsubscribed: 'true' } },
    ],
  },
  {
    facts: 'subscribers',
    counter: 'audience_totals',
    dimensions: { status: 'f.status', lead_score: 'f.lead_score' },
    moments: [{ counts: { subscribers: 'true' } }],
  },
  {
    facts: 'subscribers',
    counter: 'audience_tails',
    dimensions: { tail: TAIL },
    moments: [{ counts: { subscribers: 'true' } }],
  },
  {
    facts: 'subscribers',
    counter: 'audience_days',
    dimensions: {},
    moments: [
      { on: 'first_seen_at', counts: { first_seen: 'true' } },
      { on: 'last_activity_at', counts: { last_active: 'true' } },
    ],
  },
  {
    facts: 'magnet_requests',
    counter: 'magnet_days',
    dimensions: { magnet_id: 'f.magnet_id' },
    moments: [{ on: 'requested_at', counts: { leads: 'true' } }],
  },
  {
    facts: 'magnet_requests',
    counter: 'magnet_totals',
    dimensions: { magnet_id: 'f.magnet_id' },
    moments: [{ counts: { leads: 'true' } }],
  },
  {
    facts: 'deliveries',
    counter: 'magnet_days',
    dimensions: { magnet_id: 'f.magnet_id' },
    moments: [
      { on: 'requested_at', counts: { requests: 'true' } },
      { on: 'sent_at', counts: OF_WHAT_WAS_SENT },
      { on: 'opened_at', counts: { opened: 'true' } },
      { on: 'clicked_at', counts: { clicked: 'true' } },
    ],
  },
  {
    facts: 'deliveries',
    counter: 'magnet_totals',
    dimensions: { magnet_id: 'f.magnet_id' },
    moments: [{ counts: { requests: 'true' } }, { on: 'sent_at', counts: OF_WHAT_WAS_SENT }],
  },
  {
    facts: 'campaign_sends',
    counter: 'step_days',
    dimensions: { campaign_id: 'f.campaign_id', step: 'f.step', variant_id: 'f.variant_id' },
    moments: [
      {
        on: 'queued_at',
        counts: {
          queued: `f.status = 'queued'`,
          failed: `f.status = 'failed'`,
          cancelled: `f.status = 'cancelled'`,
        },
      },
      {
        on: 'sent_at',
        counts: {
          sent: `f.status = 'sent'`,
          sent_opened: `f.status = 'sent' and f.opened_at is not null`,
          sent_clicked: `f.status = 'sent' and f.clicked_at is not null`,
        },
      },
      { on: 'opened_at', counts: { opened: `f.status = 'sent'` } },
      { on: 'clicked_at', counts: { clicked: `f.status = 'sent'` } },
      { on: 'bounced_at', counts: { bounced: 'true' } },
    ],
  },
  {
    facts: 'campaign_sends',
    counter: 'email_account_days',
    dimensions: { email_account_id: `coalesce(f.email_account_id, '${NONE}')` },
    moments: [
      { on: 'sent_at', counts: { sent: `f.status = 'sent'` } },
      { on: 'bounced_at', counts: { bounced: 'true' } },
    ],
  },
  {
    facts: 'enrollments',
    counter: 'campaign_days',
    dimensions: { campaign_id: 'f.campaign_id' },
    moments: [
      { on: 'enrolled_at', counts: { enrolled: 'true' } },
      { on: 'replied_at', counts: { replied: 'true' } },
      { on: 'converted_at', counts: { converted: 'true' } },
    ],
  },
  {
    // A reply is reply text, a conversion or a classified intent, once an enrollment: `replied_at` is the first of them.
    facts: 'enrollments',
    counter: 'campaign_leads',
    dimensions: { campaign_id: 'f.campaign_id', status: 'f.status', reply_intent: 'f.reply_intent' },
    moments: [
      {
        counts: {
          enrollments: 'true',
          contacted: `f.first_sent_at is not null or ${REPLIED}`,
          replied: REPLIED,
          classified: CLASSIFIED,
          converted: 'f.converted_at is not null',
        },
      },
    ],
  },
  {
    facts: 'enrollments',
    counter: 'step_days',
    dimensions: { campaign_id: 'f.campaign_id', step: 'f.replied_step', variant_id: 'f.replied_variant_id' },
    moments: [{ on: 'replied_at', counts: { replied: 'f.replied_step is not null' } }],
  },
  {
    facts: 'inbox_messages',
    counter: 'inbox_totals',
    dimensions: { campaign_id: `coalesce(f.campaign_id, '${NONE}')` },
    moments: [{ counts: { messages: 'true' } }],
  },
  {
    facts: 'ai_calls',
    counter: 'ai_days',
    dimensions: { model: 'f.model', endpoint: 'f.endpoint' },
    moments: [
      {
        on: 'called_at',
        counts: { calls: 'true' },
        amounts: {
          input_tokens: 'f.input_tokens',
          output_tokens: 'f.output_tokens',
          cost_micros: 'f.cost_micros',
        },
      },
    ],
  },
];
