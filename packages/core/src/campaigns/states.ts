import type { CampaignStatus } from '../db/schema.ts';
import type { RefusalCode } from '../refusal.ts';

/** What pausing or resuming does in each status: move, leave as it is, or refuse. */
export interface Transition {
  from: CampaignStatus;
  to: CampaignStatus;
  /** Statuses in which there is nothing left to do, so that a repeated call succeeds. */
  unchanged: readonly CampaignStatus[];
  refusals: Partial<Record<CampaignStatus, { code: RefusalCode; message: string }>>;
}

/** Statuses that the system set, for bounces and for deliverability. Only the application leads out of them. */
export const SYSTEM_PAUSES = ['bounced', 'stalled'] as const satisfies CampaignStatus[];

function notRunning(verb: string, status: string, instead: string) {
  return {
    code: 'invalid_state',
    message: `A campaign that is ${status} cannot be ${verb}; ${instead}.`,
  } as const;
}

function pausedBySystem(cause: string) {
  return {
    code: 'system_paused',
    message: `The system paused this campaign for ${cause}. Mend the cause and resume it in the application; this API cannot.`,
  } as const;
}

export const PAUSE: Transition = {
  from: 'active',
  to: 'paused',
  unchanged: ['paused', ...SYSTEM_PAUSES],
  refusals: {
    draft: notRunning('paused', 'a draft', 'only an active one can'),
    scheduled: notRunning('paused', 'scheduled', 'only an active one can'),
    completed: notRunning('paused', 'completed', 'only an active one can'),
  },
};

export const RESUME: Transition = {
  from: 'paused',
  to: 'active',
  unchanged: ['active'],
  refusals: {
    bounced: pausedBySystem('bounces'),
    stalled: pausedBySystem('poor deliverability'),
    draft: notRunning('resumed', 'a draft', 'only a paused one can'),
    scheduled: notRunning('resumed', 'scheduled', 'only a paused one can'),
    completed: notRunning('resumed', 'completed', 'only a paused one can'),
  },
};
