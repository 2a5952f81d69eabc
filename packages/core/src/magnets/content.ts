import type { MagnetKind, OptIn } from '../db/schema.ts';
import { requireLength, requireOneLine } from '../fields.ts';
import { fromWire } from '../ids.ts';
import { Refusal } from '../refusal.ts';

/** Most characters of each text, in code points. */
export const LONGEST_TITLE = 200;
export const LONGEST_SLUG = 100;
export const LONGEST_DESCRIPTION = 2_000;
export const LONGEST_SUBJECT = 200;
export const LONGEST_BODY = 20_000;
const LONGEST_LINK = 2_000;

export const MAGNET_KINDS = [
  'guide',
  'checklist',
  'template',
  'video',
  'tool',
] as const satisfies readonly MagnetKind[];
/** What the subject and the text of a magnet's email can be filled in with. */
export const MAGNET_FIELDS = [
  'first_name',
  'last_name',
  'magnet_title',
  'sender_name',
  'download_url',
] as const;
const OPT_INS = ['double', 'single'] as const satisfies readonly OptIn[];

/** What the application edits of a magnet. The API writes its status only. */
export interface MagnetContent {
  title: string;
  slug: string;
  /** Empty clears it. */
  description: string;
  kind: MagnetKind;
  opt_in: OptIn;
  /** A template, as is the body: see what a delivery may say in the package of the emails. */
  delivery_subject: string;
  delivery_body: string;
  /** The inbox that its emails leave through; empty for the installation's own server. */
  email_account_id: string;
}

/** The email of a new magnet, until its owner writes another. */
export const FIRST_DELIVERY = {
  delivery_subject: 'Here it is: {{ magnet_title }}',
  delivery_body:
    'Hello {{ first_name | default: "there" }},\n\nHere is {{ magnet_title }}, as requested:\n\n{{ download_url }}',
};

/**
 * What is given of a magnet's content, as it is stored: trimmed, and within its limits.
 * @throws Refusal `invalid_parameter` with the field at fault
 */
export function storedContent(given: Partial<MagnetContent>) {
  const { title, slug, description, kind, opt_in, delivery_subject, delivery_body, email_account_id } = given;
  return {
    ...(title === undefined ? {} : { title: oneLine('title', required('title', title, LONGEST_TITLE)) }),
    ...(slug === undefined ? {} : { slug: slugOf(slug) }),
    ...(description === undefined
      ? {}
      : { description: fitting('description', description, LONGEST_DESCRIPTION) || null }),
    ...(kind === undefined ? {} : { kind: oneOf('kind', kind, MAGNET_KINDS) }),
    ...(opt_in === undefined ? {} : { opt_in: oneOf('opt_in', opt_in, OPT_INS) }),
    ...(delivery_subject === undefined ? {} : { delivery_subject: subjectOf(delivery_subject) }),
    ...(delivery_body === undefined
      ? {}
      : { delivery_body: required('delivery_body', delivery_body, LONGEST_BODY) }),
    ...(email_account_id === undefined ? {} : { email_account_id: inboxOf(email_account_id) }),
  };
}

/** What a slug is made of a title: its words in a–z and 0–9, joined by hyphens. */
export function slugFor(title: string): string {
  const words = title
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-');
  return words.slice(0, 60).replaceAll(/^-+|-+$/g, '') || 'magnet';
}

/** An https link as an asset, or null for none. @throws Refusal `invalid_parameter` */
export function assetLinkOf(text: string): string | null {
  const link = text.trim();
  if (link === '') return null;
  const fits = link.length <= LONGEST_LINK && URL.canParse(link);
  if (!fits || new URL(link).protocol !== 'https:' || /[\s<>"\\^`{|}]/.test(link)) {
    throw new Refusal(
      'invalid_parameter',
      `The link must begin with https:// and hold at most ${LONGEST_LINK} characters, none of them a space.`,
      'asset_url',
    );
  }
  return link;
}

function required(field: string, text: string, max: number): string {
  const trimmed = fitting(field, text, max);
  if (trimmed === '') throw new Refusal('invalid_parameter', `${named(field)} is empty; write one.`, field);
  return trimmed;
}

function fitting(field: string, text: string, max: number): string {
  const trimmed = text.trim();
  requireLength(trimmed, max, named(field), field);
  return trimmed;
}

function subjectOf(text: string): string {
  const subject = required('delivery_subject', text, LONGEST_SUBJECT);
  if (/[\p{Cc}\u2028\u2029]/u.test(subject)) {
    throw new Refusal('invalid_parameter', 'The subject must be one line.', 'delivery_subject');
  }
  return subject;
}

function slugOf(text: string): string {
  const slug = fitting('slug', text, LONGEST_SLUG);
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug)) {
    throw new Refusal(
      'invalid_parameter',
      'slug must be made of a–z and 0–9, its words joined by single hyphens, such as cold-email-checklist.',
      'slug',
    );
  }
  return slug;
}

function inboxOf(id: string): string | null {
  if (id === '') return null;
  const uuid = fromWire('eml', id);
  if (uuid === null) throw new Refusal('invalid_parameter', 'There is no such inbox.', 'email_account_id');
  return uuid;
}

function oneOf<const Value extends string>(field: string, value: string, values: readonly Value[]): Value {
  const known = values.find((one) => one === value);
  if (known === undefined) {
    throw new Refusal('invalid_parameter', `${named(field)} must be one of ${values.join(', ')}.`, field);
  }
  return known;
}

const NAMES: Record<string, string> = {
  delivery_subject: 'The subject',
  delivery_body: 'The text of the email',
};

/** How a field is called in a message. */
function named(field: string): string {
  return NAMES[field] ?? field;
}

function oneLine(field: string, text: string): string {
  requireOneLine(text, field);
  return text;
}
