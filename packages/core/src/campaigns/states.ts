import type { CampaignStatus } from '../db/schema.ts';
import type { RefusalCode } from '../refusal.ts';

/** What a change of status does in each status: move it, leave it since there is nothing left to do, or refuse. Total by type. */
export interface Transition {
  to: CampaignStatus;
  from: Readonly<Record<CampaignStatus, 'moves' | 'stays' | { code: RefusalCode; message: string }>>;
}

/** Statuses that the system set, for bounces and for deliverability. Only the application leads out of them. */
export const SYSTEM_PAUSES = ['bounced', 'stalled'] as const satisfies CampaignStatus[];

function notRunning(verb: string, status: string, instead: string) {
  return {
    code: 'invalid_state',
    message: `A campaign that is ${status} cannot be ${verb}; ${instead}.`,
  } as const;
}

function notOpen(verb: string, status: string) {
  return {
    code: 'invalid_state',
    message: `A campaign that is ${status} cannot be ${verb}; only a draft or a scheduled one can.`,
  } as const;
}

function pausedBySystem(cause: string) {
  return {
    code: 'system_paused',
    message: `The system paused this campaign for ${cause}. Fix the cause and resume it in the application; this API cannot.`,
  } as const;
}

export const PAUSE: Transition = {
  to: 'paused',
  from: {
    active: 'moves',
    paused: 'stays',
    bounced: 'stays',
    stalled: 'stays',
    draft: notRunning('paused', 'a draft', 'only an active one can'),
    scheduled: notRunning('paused', 'scheduled', 'only an active one can'),
    completed: notRunning('paused', 'completed', 'only an active one can'),
  },
};

export const RESUME: Transition = {
  to: 'active',
  from: {
    paused: 'moves',
    active: 'stays',
    bounced: pausedBySystem('bounces'),
    stalled: pausedBySystem('poor deliverability'),
    draft: notRunning('resumed', 'a draft', 'only a paused one can'),
    scheduled: notRunning('resumed', 'scheduled', 'only a paused one can'),
    completed: notRunning('resumed', 'completed', 'only a paused one can'),
  },
};

/** Starting a campaign: now, or when its time has come. */
export const ACTIVATE: Transition = {
  to: 'active',
  from: {
    draft: 'moves',
    scheduled: 'moves',
    active: 'stays',
    paused: {
      code: 'invalid_state',
      message: 'A campaign that is paused cannot be activated; resume it instead.',
    },
    bounced: pausedBySystem('bounces'),
    stalled: pausedBySystem('poor deliverability'),
    completed: notOpen('activated', 'completed'),
  },
};

/** Setting the time at which a campaign starts by itself, or another one. */
export const SCHEDULE: Transition = {
  to: 'scheduled',
  from: {
    draft: 'moves',
    scheduled: 'moves',
    active: notOpen('scheduled', 'active'),
    paused: notOpen('scheduled', 'paused'),
    bounced: notOpen('scheduled', 'paused by the system'),
    stalled: notOpen('scheduled', 'paused by the system'),
    completed: notOpen('scheduled', 'completed'),
  },
};

/** Taking a campaign that has not started back to a draft. */
export const UNSCHEDULE: Transition = {
  to: 'draft',
  from: {
    scheduled: 'moves',
    draft: 'stays',
    active: notOpen('made a draft', 'active'),
    paused: notOpen('made a draft', 'paused'),
    bounced: notOpen('made a draft', 'paused by the system'),
    stalled: notOpen('made a draft', 'paused by the system'),
    completed: notOpen('made a draft', 'completed'),
  },
};
