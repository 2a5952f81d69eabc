import type { AudienceFilters, ColleagueReply, SubscriptionState, Weekday } from '../db/schema.ts';
import { requireLength, requireOneLine, requireWholeNumber } from '../fields.ts';
import { TEMPERATURES } from '../figures/score.ts';
import { isTimeZone } from '../planner/zone.ts';
import { Refusal } from '../refusal.ts';
import type { Audience } from '../subscribers/list.ts';
import { searchWords } from '../subscribers/search.ts';
import { type Bound, readTimestamp } from '../timestamp.ts';

export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const satisfies Weekday[];
export const COLLEAGUE_REPLIES = ['go_on', 'wait', 'stop'] as const satisfies ColleagueReply[];
const MAX_STEPS = 100;
/** A variant is known by its letter, so a step has as many at most. */
export const VARIANT_LABELS: readonly string[] = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
export const LONGEST_SUBJECT = 300;
export const LONGEST_BODY = 100_000;
const LONGEST_CAMPAIGN_NAME = 200;
export const MAX_PER_DAY = 1_000_000;
/** Days between two steps. */
const LONGEST_DELAY = 365;

/** Everything of a campaign that its owner decides, but its steps and inboxes. */
export interface CampaignSettings {
  name: string;
  daily_limit: number;
  /** Emails a day to addresses of one domain; null for no limit. */
  domain_limit: number | null;
  send_days: readonly Weekday[];
  /** `HH:MM`, in the campaign's zone. */
  send_from: string;
  send_until: string;
  /** IANA. */
  time_zone: string;
  stop_on_reply: boolean;
  /** What happens to the other leads of a company when one of them replies. */
  colleague_reply: ColleagueReply;
  track_opens: boolean;
  track_clicks: boolean;
  /** Filters of the subscriber list; null where leads are added by hand alone. */
  audience: AudienceFilters | null;
  /** Whether those who come into the audience later join as well. */
  follow: boolean;
}

export const CAMPAIGN_DEFAULTS: Omit<CampaignSettings, 'name'> = {
  daily_limit: 100,
  domain_limit: null,
  send_days: ['mon', 'tue', 'wed', 'thu', 'fri'],
  send_from: '09:00',
  send_until: '18:00',
  time_zone: 'Asia/Kolkata',
  stop_on_reply: true,
  colleague_reply: 'go_on',
  track_opens: true,
  track_clicks: true,
  audience: null,
  follow: false,
};

/** A step of a sequence. Its place in the list is its number, from 1 on. */
export interface StepDraft {
  /** Days after the step before it; of the first one, after joining. */
  delay_days: number;
  variants: readonly VariantDraft[];
}

interface VariantDraft {
  /** One of `VARIANT_LABELS`. */
  label: string;
  /** A template. Empty: the thread goes on under its subject. */
  subject: string;
  /** A template. */
  body: string;
}

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

/** Checks settings. @throws Refusal `invalid_parameter`, which names the field */
export function checkSettings(settings: Partial<CampaignSettings>): void {
  const { name, daily_limit, domain_limit, send_days, send_from, send_until, time_zone } = settings;
  if (name !== undefined && (name.trim() === '' || [...name].length > LONGEST_CAMPAIGN_NAME)) {
    refuse('name', `A campaign's name must have 1 to ${LONGEST_CAMPAIGN_NAME} characters.`);
  }
  if (name !== undefined) requireOneLine(name.trim(), 'name');
  if (daily_limit !== undefined) requireWholeNumber(daily_limit, [0, MAX_PER_DAY], 'daily_limit');
  if (domain_limit != null) requireWholeNumber(domain_limit, [1, MAX_PER_DAY], 'domain_limit');
  const odd = send_days?.find((day) => !WEEKDAYS.includes(day));
  if (odd !== undefined) refuse('send_days', `"${odd}" is not a day. Days are ${WEEKDAYS.join(', ')}.`);
  for (const [field, time] of Object.entries({ send_from, send_until })) {
    if (time !== undefined && !TIME.test(time)) {
      refuse(field, `${field} must be a time of day from 00:00 to 23:59; got "${time}".`);
    }
  }
  if (send_from !== undefined && send_until !== undefined && send_from >= send_until) {
    refuse(
      'send_until',
      `send_until must be later than when it begins to send (${send_from}); got ${send_until}.`,
    );
  }
  if (time_zone !== undefined && !isTimeZone(time_zone)) {
    refuse('time_zone', `There is no time zone "${time_zone}". Give an IANA name, such as Europe/Berlin.`);
  }
  if (settings.colleague_reply && !COLLEAGUE_REPLIES.includes(settings.colleague_reply)) {
    refuse('colleague_reply', `colleague_reply must be one of ${COLLEAGUE_REPLIES.join(', ')}.`);
  }
  if (settings.audience) checkAudience(settings.audience);
}

/** Checks the steps of a sequence. @throws Refusal `invalid_parameter` */
export function checkSteps(steps: readonly StepDraft[]): void {
  if (steps.length > MAX_STEPS) refuse('steps', `A sequence can have up to ${MAX_STEPS} steps.`);
  for (const [at, { delay_days, variants }] of steps.entries()) {
    const field = `steps[${at}]`;
    requireWholeNumber(delay_days, [0, LONGEST_DELAY], `${field}.delay_days`);
    if (variants.length === 0) refuse(field, `${field} has no variant; it needs at least one.`);
    const labels = new Set(variants.map(({ label }) => label));
    if (labels.size < variants.length) refuse(field, `${field} has two variants with the same label.`);
    for (const [nth, { label, subject, body }] of variants.entries()) {
      const variant = `${field}.variants[${nth}]`;
      if (!VARIANT_LABELS.includes(label)) {
        refuse(`${variant}.label`, `${variant}.label must be a letter from A to Z; got "${label}".`);
      }
      requireText(subject, LONGEST_SUBJECT, `${variant}.subject`);
      if (/[\r\n]/.test(subject)) refuse(`${variant}.subject`, `${variant}.subject must be one line.`);
      requireText(body, LONGEST_BODY, `${variant}.body`);
    }
  }
}

/** Checks that a campaign's audience has valid filters of the subscriber list. @throws Refusal `invalid_parameter` */
export function checkAudience(filters: AudienceFilters): void {
  const { status = 'active', min_score = 0, temperature, tag, search } = filters;
  if (!(['active', 'unsubscribed', 'all'] satisfies (SubscriptionState | 'all')[]).includes(status)) {
    refuse('audience.status', `audience.status must be active; got "${status}".`);
  }
  requireWholeNumber(min_score, [0, 100], 'audience.min_score');
  if (temperature !== undefined && !TEMPERATURES.some((band) => band.temperature === temperature)) {
    refuse(
      'audience.temperature',
      `audience.temperature must be hot, warm, cool or cold; got "${temperature}".`,
    );
  }
  if (tag?.trim() === '') refuse('audience.tag', 'audience.tag must be more than white space.');
  checkSearch(search);
  checkMoment('after', filters.created_after);
  checkMoment('before', filters.created_before);
}

function checkSearch(search: string | undefined): void {
  if (search?.trim() === '') refuse('audience.search', 'audience.search must be more than white space.');
  try {
    searchWords(search);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    refuse('audience.search', `audience.${error.message}`);
  }
}

function checkMoment(bound: Bound, given: string | undefined): void {
  if (given === undefined || readTimestamp(given, bound) !== null) return;
  const field = `audience.created_${bound}`;
  refuse(
    field,
    `${field} must be a date that exists, or a date and time with Z or an offset; got "${given}".`,
  );
}

/** A campaign's filters as the subscriber list takes them. */
export function audienceOf({ status = 'active', min_score = 0, ...filters }: AudienceFilters): Audience {
  return {
    ...filters,
    status,
    min_score,
    created_after: momentOf('after', filters.created_after),
    created_before: momentOf('before', filters.created_before),
  };
}

/**
 * A date alone is a whole day in IST, as in the subscriber list. Older versions stored dates that no calendar has: refusing them now
 * would hold up all campaigns of the account.
 */
function momentOf(bound: Bound, given: string | undefined): Date | undefined {
  return given === undefined ? undefined : (readTimestamp(given, bound) ?? new Date(given));
}

function requireText(text: string, max: number, field: string): void {
  requireLength(text, max, field);
  if (text.includes('\0') || !text.isWellFormed()) refuse(field, `${field} is not well-formed text.`);
}

function refuse(field: string, message: string): never {
  throw new Refusal('invalid_parameter', message, field);
}
