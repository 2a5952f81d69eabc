import {
  type Account,
  addCampaignTest,
  claimMail,
  keepInOutbox,
  openServer,
  type OutgoingStep,
  readSender,
  type SampleLead,
  settleMails,
} from '@lodestone/core';

import type { JobSettings } from '../job.ts';
import { openConnections } from '../sending/connections.ts';
import { writeStep } from '../sending/write-step.ts';
import { TIMEOUTS_OF_A_PAGE } from './test-send.ts';

interface StepTest {
  /** Address it goes to, whichever lead it is written for. */
  to: string;
  lead: SampleLead;
  /** From 1 on. */
  step: number;
  /** Templates. */
  subject: string;
  body: string;
  /** Subjects of the steps before, whose thread it may go on in. */
  before: readonly string[];
  /** Of the campaign (eml_...); none for all of the account's. */
  inboxes: readonly string[];
  settings: JobSettings;
}

/**
 * Sends one email of a campaign to its owner, as a lead would get it: by an inbox of the campaign, with its signature. Nothing of it
 * is tracked, and no figure counts it.
 * @returns the address that it was sent from, and why it failed, or null when it did not
 * @throws Refusal `invalid_state` when no inbox could send it
 */
export async function sendStepTest(
  account: Account,
  { to, lead, step, subject, body, before, inboxes, settings }: StepTest,
): Promise<{ from: string; error: string | null; kept: boolean }> {
  const sender = await readSender(account);
  const { mail, inbox } = await addCampaignTest(account, { to, inboxes });
  const claimed = await claimMail(account, mail.id);
  if (!claimed) throw new Error('The test that was just written down is gone.');
  const outgoing: OutgoingStep = {
    id: mail.id,
    send_id: '',
    step,
    subject,
    body,
    lead: { id: '', enrollment_id: mail.id, ...lead },
    campaign: { id: '', name: '', track_opens: false, track_clicks: false },
    inbox,
    before: before.map((template, nth) => ({
      message_id: `${nth + 1}.${mail.message_id}`,
      subject: null,
      template,
    })),
  };
  const identity = { token: mail.token, message_id: mail.message_id, date: account.now(), to };
  const settle = async (attempt: Parameters<typeof settleMails>[1][number]['attempt'], kept = false) => {
    await settleMails(account, [{ id: mail.id, attempt }]);
    return { from: inbox.address, error: attempt.outcome === 'sent' ? null : attempt.response, kept };
  };
  const written = await writeStep(outgoing, sender, identity, settings.publicUrl).catch((error: unknown) =>
    error instanceof Error ? error : new Error(String(error)),
  );
  if (written instanceof Error) {
    return settle({ outcome: 'refused', blame: 'content', response: written.message });
  }
  if (sender.simulated || inbox.smtp_secret === null) {
    await keepInOutbox(account, { mail_id: mail.id, raw: written.raw });
    return settle({ outcome: 'sent', response: 'Kept in the outbox.' }, true);
  }
  const connections = openConnections({ timeouts: TIMEOUTS_OF_A_PAGE, each: 1 });
  try {
    const keys = await settings.secretKeys();
    const { address, smtp_secret: secret } = inbox;
    const url = openServer(keys, account, { address, way: 'smtp', secret });
    return await settle(await connections.send(url, written.envelope, written.raw));
  } finally {
    // Nobody waits for a slow server to close the connection.
    void connections.close().catch(() => {});
  }
}
