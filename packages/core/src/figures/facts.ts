/** The tables of facts that figures are kept from, and what tells their rows apart within an account. */
export const FACTS = {
  subscribers: ['id'],
  magnet_requests: ['subscriber_id', 'magnet_id'],
  deliveries: ['id'],
  enrollments: ['id'],
  campaign_sends: ['id'],
  inbox_messages: ['id'],
  conversions: ['enrollment_id'],
  ai_calls: ['id'],
} as const satisfies Record<string, readonly string[]>;

export type FactTable = keyof typeof FACTS;

export type Event = 'insert' | 'update' | 'delete';

/** Rows that a write added or took away, as its trigger sees them. An update does both. */
export interface Source {
  rows: 'new_rows' | 'old_rows';
  sign: '' | '-';
}

const ADDED: Source = { rows: 'new_rows', sign: '' };
const REMOVED: Source = { rows: 'old_rows', sign: '-' };

export const SOURCES: Readonly<Record<Event, readonly Source[]>> = {
  insert: [ADDED],
  update: [ADDED, REMOVED],
  delete: [REMOVED],
};

export const EVENTS = Object.keys(SOURCES) as Event[];

/** Columns of the row `f` that an expression reads. */
export function columnsIn(...expressions: readonly string[]): string[] {
  return [
    ...new Set(
      expressions.flatMap((text) => [...text.matchAll(/\bf\.(\w+)/g)].map(([, name]) => name ?? '')),
    ),
  ];
}
