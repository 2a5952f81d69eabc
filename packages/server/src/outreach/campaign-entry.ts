import {
  type Account,
  type AudienceFilters,
  type CampaignSettings,
  checkSettings,
  checkSteps,
  listSenders,
  readTimestamp,
  Refusal,
  type StepDraft,
  VARIANT_LABELS,
  WEEKDAYS,
} from '@lodestone/core';

import { unwritable } from '../campaigns/unwritable.ts';
import { everyMagnet } from './everything.ts';
import { type CampaignEntry, OutreachProblems, type Path, pathOf, type Problem } from './file.ts';

/**
 * What is wrong with an entry by itself, before anything is looked up.
 * @param fields see `templateFields`
 */
export async function problemsOf(
  entry: CampaignEntry,
  path: Path,
  fields: readonly string[],
): Promise<Problem[]> {
  const problems: Problem[] = [];
  const held = (check: () => void) => {
    try {
      check();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      problems.push({ path: [...path, ...pathOf(error.field)], message: error.message });
    }
  };
  held(() => checkSettings(settingsOf(entry)));
  held(() => checkSteps(stepsOf(entry) ?? []));
  if (entry.status === 'scheduled' && entry.scheduled_for === undefined) {
    problems.push({ path: [...path, 'status'], message: 'A scheduled campaign needs "scheduled_for".' });
  }
  if (entry.scheduled_for !== undefined && startOf(entry) === null) {
    problems.push({
      path: [...path, 'scheduled_for'],
      message: `"${entry.scheduled_for}" is not a time, such as 2026-12-01T09:00:00+05:30.`,
    });
  }
  // Whether somebody has its fields is asked when it starts.
  for (const { field, message } of await unwritable(stepsOf(entry) ?? [], fields, { leadsToCome: true })) {
    problems.push({
      path: [...path, ...pathOf(field)],
      message: `Campaign ${entry.name} has a wrong template. ${message}`,
    });
  }
  return problems;
}

/** When a scheduled campaign starts; null for what is no time: a date alone does not say when. */
export function startOf({ scheduled_for = '' }: CampaignEntry): Date | null {
  return scheduled_for.includes(':') ? readTimestamp(scheduled_for, 'after') : null;
}

/** The settings that the file gives, as they are stored. */
function settingsOf(entry: CampaignEntry): Partial<CampaignSettings> & { name: string } {
  const {
    audience,
    send_days,
    inboxes: _inboxes,
    steps: _steps,
    status: _status,
    scheduled_for: _scheduled_for,
    ...rest
  } = entry;
  const plain = {
    ...rest,
    ...(send_days && { send_days: WEEKDAYS.filter((day) => send_days.includes(day)) }),
  };
  if (audience === undefined) return plain;
  if (audience === null) return { ...plain, audience };
  const { follow, magnet: _magnet, ...filters } = audience;
  return { ...plain, ...(follow !== undefined && { follow }), audience: filters };
}

/**
 * The same, with the magnet that an audience names by its slug.
 * @param coming slugs of magnets that are still to be made: by these names they are shown
 */
export async function resolved(
  account: Account,
  entry: CampaignEntry,
  path: Path,
  coming: ReadonlySet<string> = new Set(),
) {
  const settings = settingsOf(entry);
  const slug = entry.audience?.magnet;
  if (slug === undefined || !settings.audience) return sortedAudience(settings);
  const magnet_id = (await magnetId(account, slug)) ?? (coming.has(slug) ? slug : null);
  if (magnet_id === null) throw problem([...path, 'audience', 'magnet'], `There is no magnet "${slug}".`);
  return sortedAudience({ ...settings, audience: { ...settings.audience, magnet_id } });
}

async function magnetId(account: Account, slug: string): Promise<string | null> {
  for await (const magnet of everyMagnet(account)) {
    if (magnet.slug === slug) return magnet.id;
  }
  return null;
}

/** PostgreSQL keeps the keys of JSON by their length, and then by their letters. */
function sortedAudience<Settings extends { audience?: AudienceFilters | null }>(
  settings: Settings,
): Settings {
  if (!settings.audience) return settings;
  const entries = Object.entries(settings.audience).toSorted(
    ([a], [b]) => a.length - b.length || (a < b ? -1 : 1),
  );
  return { ...settings, audience: Object.fromEntries(entries) as AudienceFilters };
}

export function stepsOf({ steps }: CampaignEntry): StepDraft[] | undefined {
  return steps?.map(({ delay_days = 0, variants }) => ({
    delay_days,
    variants: variants.map(({ label, subject = '', body }, nth) => ({
      label: label ?? VARIANT_LABELS[nth] ?? '',
      subject,
      body,
    })),
  }));
}

/** In the order in which they are read again. */
export function labelled({ delay_days, variants }: StepDraft): StepDraft {
  return {
    delay_days,
    variants: variants
      .toSorted((a, b) => (a.label < b.label ? -1 : 1))
      .map(({ label, subject, body }) => ({ label, subject, body })),
  };
}

export async function inboxIds(
  account: Account,
  addresses: readonly string[],
  path: Path,
): Promise<string[]> {
  const known = new Map((await listSenders(account)).map(({ address, id }) => [address, id]));
  return addresses.map((address) => {
    const id = known.get(address);
    if (id === undefined) throw problem([...path, 'inboxes'], `There is no inbox ${address}.`);
    return id;
  });
}

function problem(path: Path, message: string): OutreachProblems {
  return new OutreachProblems([{ path, message }]);
}
