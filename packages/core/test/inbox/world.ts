import { createHash, randomBytes } from 'node:crypto';

import { type Account, type Db, type Reading, type ReceivedMail } from '@lodestone/core';

import { aCampaign, aLead, anAccount, anInbox, type Lead } from '../builders.ts';

export interface World {
  account: Account;
  inbox: string;
  campaign: string;
  lead(email?: string): Promise<Lead>;
}

/** An account with a campaign of two steps, each lead of which got the first. */
export async function aWorld(
  db: Db,
  settings: { stop_on_reply?: boolean; colleague_reply?: 'wait' | 'stop' } = {},
): Promise<World> {
  const account = await anAccount(db);
  const inbox = await anInbox(account);
  const campaign = await aCampaign(account, { steps: 2, ...settings });
  const lead = (email?: string) =>
    aLead(account, { campaign, inbox, ...(email === undefined ? {} : { email }) });
  return { account, inbox, campaign: campaign.id, lead };
}

/** What an inbox received just now. */
export function mailFrom(from: string, changes: Partial<ReceivedMail> = {}): ReceivedMail {
  const raw = randomBytes(20);
  return {
    fingerprint: createHash('sha256').update(raw).digest('hex'),
    message_id: `${raw.toString('hex')}@client.example`,
    from_address: from,
    subject: 'Re: Hi',
    body: 'Sounds good.',
    quoted: '',
    received_at: new Date(),
    raw,
    size: raw.length,
    in_reply_to: [],
    references: [],
    tokens: [],
    reading: { kind: 'reply' },
    ...changes,
  };
}

/** How far an inbox has been read. */
export const at = (last_uid: number) => ({ uid_validity: '7', last_uid });

export const bouncedRead = {
  kind: 'bounce' as const,
  action: 'failed',
  status: '5.1.1',
  diagnostic: '550 5.1.1 no such user',
  recipient: null,
};

export const bounced = (outcome: 'hard' | 'soft' | 'ours', recipient: string | null = null): Reading => ({
  ...bouncedRead,
  outcome,
  recipient,
});

/** Where a lead stands, and what the first email to them came to. */
export async function stateOf({ account }: World, { enrollment, send, email }: Lead) {
  const row = await account
    .select('enrollments')
    .select(['status', 'stop_reason', 'reply_intent', 'intent_by', 'first_reply_at'])
    .where('id', '=', enrollment)
    .executeTakeFirstOrThrow();
  const sent = await account
    .select('campaign_sends')
    .select('status')
    .where('id', '=', send)
    .executeTakeFirst();
  const suppressed = await account
    .select('suppressions')
    .select('reason')
    .where('value', '=', email)
    .execute();
  return {
    ...row,
    replied: row.first_reply_at !== null,
    send: sent?.status,
    suppressed: suppressed[0]?.reason,
  };
}
