import { randomBytes } from 'node:crypto';

import {
  type Account,
  activateCampaign,
  type CampaignDraft,
  connectInbox,
  createCampaign,
  type Db,
  type InboxSettings,
  newId,
  sealServer,
  type SecretKeys,
} from '@lodestone/core';

import { openConnections } from '@lodestone/jobs/sending/connections.js';
import { sendPending } from '@lodestone/jobs/send-pending.js';

export const KEYS: SecretKeys = [randomBytes(32)];

export async function addInbox(
  account: Account,
  url: string,
  settings: Partial<InboxSettings> & { address?: string } = {},
): Promise<string> {
  const { address = 'maya@acme.example', ...rest } = settings;
  const smtp = sealServer(KEYS, account, { address, way: 'smtp', url });
  const given = { daily_capacity: 1_000_000, gap_from: 0, gap_to: 0, ...rest };
  const { id } = await connectInbox(account, { address, smtp, ...given });
  return id;
}

/** Subscribers `lead0@people.example` and so on, with a tag. */
export async function addLeads(db: Db, account: Account, count: number, tag = 'agencies'): Promise<void> {
  for (let from = 0; from < count; from += 1_000) {
    const rows = Array.from({ length: Math.min(1_000, count - from) }, (_, at) => {
      const nth = from + at;
      return {
        person_id: newId(),
        id: newId(),
        email: `${tag}${nth}@people.example`,
        first_name: `Lead ${nth}`,
      };
    });
    await db
      .insertInto('people')
      .values(rows.map(({ person_id, email }) => ({ id: person_id, email })))
      .onConflict((on) => on.doNothing())
      .execute();
    const people = await db
      .selectFrom('people')
      .select(['id', 'email'])
      .where(
        'email',
        'in',
        rows.map(({ email }) => email),
      )
      .execute();
    const idOf = new Map(people.map(({ id, email }) => [email, id]));
    await account.insert(
      'subscribers',
      rows.map(({ id, email, first_name }) => ({
        id,
        person_id: idOf.get(email) ?? '',
        email,
        first_name,
        tags: [tag],
        last_activity_at: new Date(),
      })),
    );
  }
}

export const ALWAYS = {
  send_days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'],
  send_from: '00:00',
  send_until: '23:59',
  time_zone: 'UTC',
} as const;

/** A campaign of two steps that sends at all times, to those with the tag. */
export async function startCampaign(account: Account, draft: Partial<CampaignDraft> = {}): Promise<string> {
  const { id } = await createCampaign(account, {
    name: 'Agencies, autumn',
    audience: { tag: 'agencies' },
    daily_limit: 1_000_000,
    ...ALWAYS,
    steps: [
      {
        delay_days: 0,
        variants: [
          {
            label: 'A',
            subject: 'Pricing, {{ first_name }}',
            body: 'Hi {{ first_name }}, see https://acme.example/a',
          },
          { label: 'B', subject: 'A question, {{ first_name }}', body: 'Hello {{ first_name }}.' },
        ],
      },
      { delay_days: 3, variants: [{ label: 'A', subject: '', body: 'Did you see this, {{ first_name }}?' }] },
    ],
    ...draft,
  });
  await activateCampaign(account, { id });
  return id;
}

/** What a job was told of. */
export interface Told {
  done: number;
  failed: [string | null, string][];
}

/** One turn of sending for an account, as the job has it. */
export async function send(account: Account, at?: number, chunk = 20): Promise<Told> {
  const told: Told = { done: 0, failed: [] };
  const connections = openConnections();
  const run = {
    done: (items = 1) => void (told.done += items),
    failed: (item: string | null, reason: string) => void told.failed.push([item, reason]),
  };
  try {
    await sendPending(account, run, {
      publicUrl: 'https://links.example',
      secretKeys: () => Promise.resolve(KEYS),
      connections,
      signal: new AbortController().signal,
      claim: 50,
      chunk,
      ...(at === undefined ? {} : { at }),
    });
  } finally {
    await connections.close();
  }
  return told;
}
