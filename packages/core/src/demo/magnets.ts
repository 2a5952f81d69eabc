import type { MagnetKind, MagnetStatus } from '../db/schema.ts';

/** A lead magnet of the demo. Days are days ago. */
export interface DemoMagnet {
  title: string;
  slug: string;
  kind: MagnetKind;
  status: MagnetStatus;
  description?: string;
  delivery_subject: string;
  created: number;
  published?: number;
  /** Nobody asked for it before `published`, nor after this day. */
  archived?: number;
  /** Test sends, oldest first: the day, and the error of one that failed. */
  tests: readonly (readonly [day: number, error?: string])[];
  /** How much it is asked for, next to the others; 0 for one that nobody has asked for. */
  pull: number;
}

const REFUSED = '535 5.7.8 Authentication failed: the inbox refused the password';
const NO_FILE = 'The attached file could not be read (0 bytes)';

/** Most asked for first: the pull of the nth is that of the first divided by n. */
export const MERIDIAN_MAGNETS: readonly DemoMagnet[] = [
  {
    title: 'The Cold Email Teardown', slug: 'cold-email-teardown', kind: 'guide', status: 'public',
    description: 'Twelve cold emails that got replies, taken apart line by line.',
    delivery_subject: 'Your teardown is here', created: 240, published: 212, tests: [[214, REFUSED], [213]], pull: 1,
  },
  {
    title: 'Ideal Customer Worksheet', slug: 'ideal-customer-worksheet', kind: 'template', status: 'public',
    description: 'Two pages that end the argument about whom to write to.',
    delivery_subject: 'The worksheet you asked for', created: 238, published: 212, tests: [[213]], pull: 1 / 2,
  },
  {
    title: 'Deliverability Checklist', slug: 'deliverability-checklist', kind: 'checklist', status: 'public',
    description: 'SPF, DKIM, DMARC, warmup and the eleven things that come after them.',
    delivery_subject: 'Your deliverability checklist', created: 230, published: 211, tests: [[212]], pull: 1 / 3,
  },
  {
    title: 'Outreach Calendar', slug: 'outreach-calendar', kind: 'template', status: 'public',
    description: 'A quarter of follow-ups on one sheet.',
    delivery_subject: 'Your outreach calendar', created: 229, published: 211, tests: [[212]], pull: 1 / 4,
  },
  {
    title: '40 Subject Lines That Were Opened', slug: 'subject-lines', kind: 'guide', status: 'public',
    delivery_subject: 'Forty subject lines, as promised', created: 225, published: 211, tests: [[212]], pull: 1 / 5,
  },
  {
    title: 'Spring Benchmark Report', slug: 'spring-benchmarks', kind: 'guide', status: 'archived',
    description: 'Open and reply rates of the first quarter. Replaced by the autumn report.',
    delivery_subject: 'The spring benchmarks', created: 224, published: 211, archived: 70, tests: [[212]], pull: 1 / 5,
  },
  {
    title: 'Founder-Led Sales Playbook', slug: 'founder-led-sales', kind: 'guide', status: 'public',
    delivery_subject: 'Your playbook', created: 200, published: 190, tests: [[191]], pull: 1 / 6,
  },
  {
    title: 'Reply Rate Calculator', slug: 'reply-rate-calculator', kind: 'tool', status: 'public',
    description: 'How many mails a booked meeting costs, before you send the first.',
    delivery_subject: 'Open your calculator', created: 160, published: 150, tests: [[155, NO_FILE], [151]], pull: 1 / 7,
  },
  {
    title: 'Pricing Page Audit', slug: 'pricing-page-audit', kind: 'video', status: 'public',
    delivery_subject: 'Watch the audit', created: 120, published: 110, tests: [[111]], pull: 1 / 8,
  },
  {
    title: 'Partner Onboarding Pack', slug: 'partner-onboarding', kind: 'template', status: 'private',
    description: 'For partners only: the link is not listed anywhere.',
    delivery_subject: 'Welcome aboard', created: 180, published: 176, tests: [[177]], pull: 1 / 14,
  },
  {
    title: 'Old Newsletter Archive', slug: 'newsletter-archive', kind: 'guide', status: 'archived',
    delivery_subject: 'The archive', created: 236, published: 211, archived: 150, tests: [[212]], pull: 1 / 9,
  },
  {
    title: 'Autumn Benchmark Report', slug: 'autumn-benchmarks', kind: 'guide', status: 'public',
    description: 'Open and reply rates of the third quarter, by industry.',
    delivery_subject: 'The autumn benchmarks', created: 40, published: 32, tests: [[33]], pull: 1 / 4,
  },
  {
    title: 'Welcome Checklist', slug: 'welcome-checklist', kind: 'checklist', status: 'public',
    delivery_subject: 'Start here', created: 3, published: 1, tests: [[2]], pull: 0,
  },
  {
    title: 'Internal Interview Script', slug: 'interview-script', kind: 'template', status: 'private',
    delivery_subject: 'The script', created: 20, tests: [], pull: 0,
  },
  {
    title: 'Objection Handling Cards', slug: 'objection-cards', kind: 'template', status: 'draft',
    description: 'Waiting for a first test send.',
    delivery_subject: 'Your cards', created: 12, tests: [], pull: 0,
  },
  {
    title: 'LinkedIn Warm-up Plan', slug: 'warm-up-plan', kind: 'checklist', status: 'draft',
    delivery_subject: 'Your plan', created: 9, tests: [[8, REFUSED], [7, NO_FILE]], pull: 0,
  },
  {
    title: 'Win-back Sequence', slug: 'win-back-sequence', kind: 'template', status: 'draft',
    description: 'Tested and waiting to be published.',
    delivery_subject: 'Your win-back sequence', created: 6, tests: [[5, REFUSED], [4]], pull: 0,
  },
  {
    title: '<b>50 % off?</b> “Discounts” & other traps 🪤 — فخاخ الخصم', slug: 'discount-traps', kind: 'guide', status: 'draft',
    description: 'A title with markup, quotes, an emoji and a script that runs from right to left.',
    delivery_subject: 'Traps & how to step over them', created: 2, tests: [], pull: 0,
  },
];

export const HARBOR_MAGNETS: readonly DemoMagnet[] = [
  {
    title: 'Small Hotel Refit Guide', slug: 'small-hotel-refit', kind: 'guide', status: 'public',
    description: 'What a lobby costs, room by room and week by week.',
    delivery_subject: 'Your refit guide', created: 220, published: 212, tests: [[213]], pull: 1,
  },
  {
    title: 'Lighting Plan Template', slug: 'lighting-plan', kind: 'template', status: 'public',
    delivery_subject: 'Your lighting plan', created: 215, published: 211, tests: [[212]], pull: 1 / 2,
  },
  {
    title: 'Welcome Checklist', slug: 'welcome-checklist', kind: 'checklist', status: 'private',
    delivery_subject: 'Before your first visit', created: 150, published: 145, tests: [[146]], pull: 1 / 4,
  },
  {
    title: 'Paint Colours of Last Year', slug: 'paint-colours', kind: 'guide', status: 'archived',
    delivery_subject: 'The colours', created: 218, published: 211, archived: 90, tests: [[212]], pull: 1 / 3,
  },
  {
    title: 'Showroom Tour', slug: 'showroom-tour', kind: 'video', status: 'draft',
    delivery_subject: 'Watch the tour', created: 15, tests: [[14, NO_FILE]], pull: 0,
  },
];
