import type { AudienceFilters, CampaignSettings } from '@lodestone/core';

/** An outreach file: see outreach.schema.json. */
export interface OutreachFile {
  inboxes?: InboxEntry[];
  magnets?: MagnetEntry[];
  campaigns?: CampaignEntry[];
}

export interface InboxEntry {
  address: string;
  smtp: string;
  imap?: string;
  display_name?: string;
  daily_capacity?: number;
  warmup?: boolean;
  gap_seconds?: [number, number];
  signature?: string;
  dkim_selector?: string;
}

export interface MagnetEntry {
  slug: string;
  title: string;
  kind?: 'guide' | 'checklist' | 'template' | 'video' | 'tool';
  description?: string;
  opt_in?: 'single' | 'double';
  asset?: string;
  delivery?: { from?: string; subject?: string; body?: string };
  status?: 'draft' | 'private' | 'public' | 'archived';
}

export interface CampaignEntry extends Partial<Omit<CampaignSettings, 'name' | 'audience'>> {
  name: string;
  /** Addresses. */
  inboxes?: string[];
  audience?: (AudienceFilters & { magnet?: string; follow?: boolean }) | null;
  steps?: { delay_days?: number; variants: { label?: string; subject?: string; body: string }[] }[];
  status?: 'draft' | 'scheduled' | 'active' | 'paused';
  scheduled_for?: string;
}

/** Where something stands in the file: keys and numbers on the way to it. */
export type Path = readonly (string | number)[];

/** What is wrong in the file, and where. */
export interface Problem {
  path: Path;
  message: string;
}

/** Thrown where a file cannot be applied; the reader of the file adds lines and columns. */
export class OutreachProblems extends Error {
  override readonly name = 'OutreachProblems';
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(problems.map(({ message }) => message).join('\n'));
    this.problems = problems;
  }
}

/** A path as it is written, such as `campaigns[0].steps[1]`. */
export function written(path: Path): string {
  return path.map((key, at) => (typeof key === 'number' ? `[${key}]` : at === 0 ? key : `.${key}`)).join('');
}

/** Its keys, of a field that is written so. */
export function pathOf(field: string | undefined): Path {
  return (field ?? '')
    .split(/[.[\]]+/)
    .filter((key) => key !== '')
    .map((key) => (/^\d+$/.test(key) ? Number(key) : key));
}
