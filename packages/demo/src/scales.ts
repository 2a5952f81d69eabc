/** How much demo data there is. The story is the same at every scale: the same magnets, campaigns, inboxes and days. */
export const SCALES = {
  small: {
    subscribers: [1_150, 240],
    unmatched: 260,
    aiCalls: 2_400,
    jobDays: 12,
    sendPendingMinutes: 60,
    capacity: 1,
  },
  medium: {
    subscribers: [25_000, 1_200],
    unmatched: 2_000,
    aiCalls: 20_000,
    jobDays: 60,
    sendPendingMinutes: 30,
    capacity: 8,
  },
  large: {
    subscribers: [1_000_000, 2_000],
    unmatched: 50_000,
    aiCalls: 400_000,
    jobDays: 200,
    sendPendingMinutes: 5,
    capacity: 320,
  },
} as const satisfies Record<string, Size>;

export type Scale = keyof typeof SCALES;

export interface Size {
  /** Subscribers of the first account and of the second. */
  readonly subscribers: readonly [number, number];
  /** Mails in the inboxes that belong to no campaign, for the first account; the second has a tenth. */
  readonly unmatched: number;
  readonly aiCalls: number;
  /** Days of job history, and minutes between two runs of the most frequent job. */
  readonly jobDays: number;
  readonly sendPendingMinutes: number;
  /** Multiplies what inboxes and campaigns may send a day, so that the history fits into it. */
  readonly capacity: number;
}

/** Days of history. The same at every scale, so that a range covers the same days of each. */
export const HISTORY_DAYS = 210;
