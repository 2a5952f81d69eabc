import type { CampaignStatus, PausedBy, Weekday } from '@lodestone/core/db/schema.js';
import { type DemoStep, FOLLOW_UP, LAUNCH, OUTREACH, STUDIO } from './sequences.ts';

/** A campaign of the demo. Days are days ago; negative ones are still to come. */
export interface DemoCampaign {
  name: string;
  status: CampaignStatus;
  pause?: readonly [by: PausedBy, day: number, reason?: string];
  created: number;
  started?: number;
  completed?: number;
  scheduled?: number;
  bounces_reviewed?: number;
  /** Last day on which leads were enrolled. */
  enrolled_until?: number;
  daily_limit: number;
  send_days?: readonly Weekday[];
  hours?: readonly [from: string, until: string];
  /** Address of the one inbox it sends through; all that may send, if absent. */
  from?: string;
  goes_on_after_reply?: boolean;
  untracked?: boolean;
  sequence: readonly DemoStep[];
  /** Share of the subscribers then known who were enrolled. */
  share: number;
  /** How likely its leads are to reply, and their addresses to bounce, next to the others. */
  appeal?: number;
  /** The same of those who answer its first step, by the variant they got. */
  first_step_appeals?: readonly number[];
  bounces?: number;
}

export const MERIDIAN_CAMPAIGNS: readonly DemoCampaign[] = [
  {
    name: 'Founders, Q2',
    from: 'sales@old-meridian.example',
    status: 'completed',
    created: 208,
    started: 205,
    completed: 110,
    enrolled_until: 140,
    daily_limit: 120,
    sequence: OUTREACH,
    share: 0.35,
  },
  {
    name: 'Agency partners',
    status: 'completed',
    created: 180,
    started: 176,
    completed: 82,
    enrolled_until: 110,
    daily_limit: 80,
    hours: ['09:00', '18:30'],
    sequence: FOLLOW_UP,
    share: 0.22,
    appeal: 1.3,
  },
  {
    name: 'Product launch',
    from: 'ravi@meridian-mail.example',
    status: 'completed',
    created: 130,
    started: 126,
    completed: 70,
    enrolled_until: 90,
    daily_limit: 200,
    sequence: LAUNCH,
    share: 0.25,
    // Completed, so that no later reply blurs which subject was better.
    first_step_appeals: [0.3, 6],
    untracked: true,
  },
  {
    name: 'Founders, Q4',
    status: 'active',
    created: 64,
    started: 60,
    enrolled_until: 0,
    daily_limit: 120,
    sequence: OUTREACH,
    share: 0.15,
    appeal: 1.2,
  },
  {
    name: 'Webinar follow-up',
    status: 'active',
    created: 34,
    started: 30,
    bounces_reviewed: 12,
    enrolled_until: 0,
    daily_limit: 90,
    sequence: FOLLOW_UP,
    share: 0.15,
    appeal: 1.6,
    bounces: 2,
    goes_on_after_reply: true,
  },
  {
    name: 'Opened this week',
    status: 'active',
    created: 5,
    started: 4,
    enrolled_until: 0,
    daily_limit: 60,
    sequence: FOLLOW_UP,
    share: 0.3,
    appeal: 0,
  },
  {
    name: 'Trial win-back',
    status: 'paused',
    pause: ['api', 1, 'Reworking step two'],
    created: 50,
    started: 46,
    enrolled_until: 1,
    daily_limit: 60,
    sequence: OUTREACH,
    share: 0.08,
    appeal: 0.8,
  },
  {
    name: 'Conference list',
    status: 'paused',
    pause: ['application', 9],
    created: 44,
    started: 40,
    enrolled_until: 9,
    daily_limit: 100,
    sequence: FOLLOW_UP,
    share: 0.07,
  },
  {
    name: 'Imported list, logistics',
    from: 'outreach@meridian-list.example',
    status: 'bounced',
    pause: ['system', 33],
    created: 48,
    started: 45,
    enrolled_until: 33,
    daily_limit: 250,
    sequence: LAUNCH,
    share: 0.07,
    appeal: 0.4,
    bounces: 14,
  },
  {
    name: 'Dormant leads',
    from: 'news@meridian-news.example',
    status: 'stalled',
    pause: ['system', 19, 'None of its sending inboxes can be used.'],
    created: 40,
    started: 36,
    enrolled_until: 19,
    daily_limit: 150,
    sequence: OUTREACH,
    share: 0.08,
    appeal: 0.5,
  },
  {
    name: 'Year-end offer',
    status: 'scheduled',
    created: 8,
    scheduled: -10,
    enrolled_until: 0,
    daily_limit: 120,
    send_days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'],
    sequence: LAUNCH,
    share: 0.3,
  },
  { name: 'Partners, ideas', status: 'draft', created: 5, daily_limit: 40, sequence: FOLLOW_UP, share: 0 },
  {
    name: 'Untitled <draft> 100 % “new”',
    status: 'draft',
    created: 1,
    daily_limit: 0,
    send_days: [],
    sequence: [],
    share: 0,
  },
  // At any hour, so that its few leads, who are written down, got their emails today whenever the demo is made.
  {
    name: 'Overseas trials',
    from: 'overseas@getmeridian.example',
    status: 'active',
    created: 66,
    started: 62,
    daily_limit: 5,
    send_days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'],
    hours: ['00:00', '23:59'],
    sequence: FOLLOW_UP,
    share: 0,
  },
];

export const HARBOR_CAMPAIGNS: readonly DemoCampaign[] = [
  {
    name: 'Hotel owners',
    status: 'completed',
    created: 190,
    started: 186,
    completed: 95,
    enrolled_until: 120,
    daily_limit: 30,
    sequence: STUDIO,
    share: 0.5,
  },
  {
    name: 'Lighting consultations',
    status: 'active',
    created: 70,
    started: 66,
    enrolled_until: 0,
    daily_limit: 30,
    sequence: STUDIO,
    share: 0.4,
    appeal: 1.4,
  },
  {
    name: 'Autumn visits',
    status: 'paused',
    pause: ['api', 4],
    created: 30,
    started: 28,
    enrolled_until: 4,
    daily_limit: 30,
    sequence: STUDIO,
    share: 0.15,
  },
  { name: 'Winter ideas', status: 'draft', created: 4, daily_limit: 30, sequence: STUDIO, share: 0 },
];
