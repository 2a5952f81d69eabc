import { createHash } from 'node:crypto';

import {
  type CampaignForm,
  COLLEAGUE_REPLIES,
  type CampaignDraft,
  type StepDraft,
  TEMPERATURES,
  VARIANT_LABELS,
  WEEKDAYS,
} from '@lodestone/core';

import { choiceOf, numberOf, textOf, timeOfDay } from '../query.ts';

/** A campaign as it is typed: settings as text, and its steps. */
export interface DraftValues {
  name: string;
  daily_limit: string;
  domain_limit: string;
  send_days: string[];
  send_from: string;
  send_until: string;
  time_zone: string;
  stop_on_reply: boolean;
  colleague_reply: CampaignForm['colleague_reply'];
  track_opens: boolean;
  track_clicks: boolean;
  inboxes: string[];
  /** Whether it has an audience; otherwise leads are added by hand alone. */
  joins: 'audience' | 'by_hand';
  follow: boolean;
  temperature: string;
  min_score: string;
  tag: string;
  magnet_id: string;
  search: string;
  /** Dates or times, as they are typed in a file as well. */
  created_after: string;
  created_before: string;
  /** Address of the lead that emails are previewed and tested with; empty for the newest subscriber. Not stored. */
  lead: string;
  steps: StepValues[];
}

export interface StepValues {
  delay_days: string;
  /** Known by their letters, which they keep: what was sent is theirs. */
  variants: { label: string; subject: string; body: string }[];
}

/** The first letter that no variant of a step has. */
function freeLabel(variants: StepValues['variants']): string {
  return VARIANT_LABELS.find((letter) => variants.every(({ label }) => label !== letter)) ?? '';
}

/** A text that differs for every other draft. */
export function fingerprintOf({ lead: _, send_days, inboxes, ...values }: DraftValues): string {
  const draft = { ...values, send_days: send_days.toSorted(), inboxes: inboxes.toSorted() };
  return createHash('sha256').update(JSON.stringify(draft)).digest('base64url').slice(0, 22);
}

/** A stored campaign as its form shows it. */
export function draftValuesOf(form: CampaignForm): DraftValues {
  const audience = form.audience ?? {};
  return {
    name: form.name,
    daily_limit: String(form.daily_limit),
    domain_limit: form.domain_limit === null ? '' : String(form.domain_limit),
    send_days: [...form.send_days],
    send_from: form.send_from,
    send_until: form.send_until,
    time_zone: form.time_zone,
    stop_on_reply: form.stop_on_reply,
    colleague_reply: form.colleague_reply,
    track_opens: form.track_opens,
    track_clicks: form.track_clicks,
    inboxes: form.inboxes.map(({ id }) => id),
    joins: form.audience === null ? 'by_hand' : 'audience',
    follow: form.follow,
    temperature: audience.temperature ?? '',
    min_score: audience.min_score === undefined ? '' : String(audience.min_score),
    tag: audience.tag ?? '',
    magnet_id: audience.magnet_id ?? '',
    search: audience.search ?? '',
    created_after: audience.created_after ?? '',
    created_before: audience.created_before ?? '',
    lead: '',
    steps: form.steps.map(({ delay_days, variants }) => ({
      delay_days: String(delay_days),
      variants: variants.map(({ label, subject, body }) => ({ label, subject, body })),
    })),
  };
}

/** What was typed. Steps stand in fields such as `steps.0.variants.1.body`. */
export function typedDraft(form: URLSearchParams): DraftValues {
  return {
    name: textOf(form, 'name'),
    daily_limit: textOf(form, 'daily_limit'),
    domain_limit: textOf(form, 'domain_limit'),
    send_days: form.getAll('send_days'),
    send_from: textOf(form, 'send_from'),
    send_until: textOf(form, 'send_until'),
    time_zone: textOf(form, 'time_zone'),
    stop_on_reply: form.getAll('options').includes('stop_on_reply'),
    colleague_reply: choiceOf(form, 'colleague_reply', COLLEAGUE_REPLIES),
    track_opens: form.getAll('options').includes('track_opens'),
    track_clicks: form.getAll('options').includes('track_clicks'),
    inboxes: form.getAll('inboxes'),
    joins: choiceOf(form, 'joins', ['audience', 'by_hand']),
    follow: form.has('follow'),
    temperature: textOf(form, 'temperature'),
    min_score: textOf(form, 'min_score'),
    tag: textOf(form, 'tag'),
    magnet_id: textOf(form, 'magnet_id'),
    search: textOf(form, 'search'),
    created_after: textOf(form, 'created_after'),
    created_before: textOf(form, 'created_before'),
    lead: textOf(form, 'lead'),
    steps: stepsOf(form),
  };
}

/** As many steps and variants as the form has, up to a hundred steps. */
function stepsOf(form: URLSearchParams): StepValues[] {
  const steps: StepValues[] = [];
  for (let step = 0; step < 100 && form.has(`steps.${step}.delay_days`); step++) {
    const variants: StepValues['variants'] = [];
    for (const [nth, letter] of VARIANT_LABELS.entries()) {
      const at = `steps.${step}.variants.${nth}`;
      if (!form.has(`${at}.body`)) break;
      variants.push({
        label: textOf(form, `${at}.label`) || letter,
        subject: textOf(form, `${at}.subject`),
        body: (form.get(`${at}.body`) ?? '').replaceAll('\r\n', '\n'),
      });
    }
    steps.push({ delay_days: textOf(form, `steps.${step}.delay_days`), variants });
  }
  return steps;
}

/** What a button of the editor asks for, besides saving: one more step or variant, or one less. */
export function edited(values: DraftValues, action: string): DraftValues | null {
  const [what, ...places] = action.split(':');
  const [step = -1, variant = -1] = places.map(Number);
  const steps = structuredClone(values.steps);
  switch (what) {
    case 'add_step':
      steps.push({
        delay_days: steps.length === 0 ? '0' : '3',
        variants: [{ label: 'A', subject: '', body: '' }],
      });
      break;
    case 'remove_step':
      steps.splice(step, 1);
      break;
    case 'add_variant': {
      const variants = steps[step]?.variants;
      variants?.push({ label: freeLabel(variants), subject: variants[0]?.subject ?? '', body: '' });
      break;
    }
    case 'remove_variant':
      steps[step]?.variants.splice(variant, 1);
      break;
    case 'preview':
      break;
    default:
      return null;
  }
  return { ...values, steps };
}

/** The draft as core takes it. Core refuses what is not a number and names the field. */
export function draftOf(values: DraftValues): CampaignDraft & { name: string } {
  return {
    name: values.name,
    daily_limit: numberOf(values.daily_limit),
    domain_limit: values.domain_limit === '' ? null : numberOf(values.domain_limit),
    send_days: WEEKDAYS.filter((day) => values.send_days.includes(day)),
    send_from: timeOfDay(values.send_from),
    send_until: timeOfDay(values.send_until),
    time_zone: values.time_zone,
    stop_on_reply: values.stop_on_reply,
    colleague_reply: values.colleague_reply,
    track_opens: values.track_opens,
    track_clicks: values.track_clicks,
    follow: values.follow,
    inboxes: values.inboxes,
    audience: audienceFilters(values),
    steps: values.steps.map(({ delay_days, variants }): StepDraft => ({
      delay_days: numberOf(delay_days),
      variants,
    })),
  };
}

export function audienceFilters(values: DraftValues): CampaignForm['audience'] {
  if (values.joins === 'by_hand') return null;
  const temperature = TEMPERATURES.find((one) => one.temperature === values.temperature)?.temperature;
  return {
    ...(temperature && { temperature }),
    ...(values.min_score !== '' && { min_score: numberOf(values.min_score) }),
    ...(values.tag !== '' && { tag: values.tag }),
    ...(values.magnet_id !== '' && { magnet_id: values.magnet_id }),
    ...(values.search !== '' && { search: values.search }),
    ...(values.created_after !== '' && { created_after: values.created_after }),
    ...(values.created_before !== '' && { created_before: values.created_before }),
  };
}
