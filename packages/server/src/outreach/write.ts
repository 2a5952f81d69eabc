import {
  type Account,
  type CampaignForm,
  listEmailAccounts,
  listSenders,
  openServer,
  readAssetBytes,
  readCampaignForm,
  readInboxSecrets,
  readMagnet,
  readMagnetSettings,
  SecretError,
  type SecretKeys,
} from '@lodestone/core';
import { Document, isMap, isPair, isScalar, visit } from 'yaml';

import { everyCampaign, everyMagnet } from './everything.ts';
import type { CampaignEntry, InboxEntry, MagnetEntry, OutreachFile } from './file.ts';
import { withoutVariables } from './read.ts';

/** Where the files of magnets go: takes one, and says what the outreach file calls it. */
export type KeepFile = (file: {
  slug: string;
  name: string;
  bytes: AsyncIterable<Uint8Array>;
}) => Promise<string>;

/**
 * Writes what an account has as an outreach file. Passwords are left out: each is a variable of the environment by the inbox's
 * name. Files of magnets are handed to `keep`; without it each is named in a comment, and applying the file leaves them as they are.
 */
export async function writeOutreach(account: Account, keys: SecretKeys, keep?: KeepFile): Promise<string> {
  const { entries, left, slugs } = await magnetsOf(account, keep);
  const file: OutreachFile = {
    inboxes: await inboxesOf(account, keys),
    magnets: entries,
    campaigns: await campaignsOf(account, slugs),
  };
  const document = new Document(file);
  for (const [place, name] of left) {
    const magnet = document.getIn(['magnets', place], true);
    if (isMap(magnet)) {
      magnet.comment = ` asset: ./${name}   (stored here; export with --files FOLDER writes it beside this file)`;
    }
  }
  visit(document, {
    // A text of several lines is easier to read and to edit as a block.
    Scalar: (_, node, [...path]) => {
      if (typeof node.value !== 'string') return;
      if (!isServer(path.at(-1))) node.value = withoutVariables(node.value);
      if (String(node.value).includes('\n')) node.type = 'BLOCK_LITERAL';
    },
  });
  return document.toString({ lineWidth: 0 });
}

/** Whether it is a server's URL: its password is a variable. */
function isServer(pair: unknown): boolean {
  return isPair(pair) && isScalar(pair.key) && (pair.key.value === 'smtp' || pair.key.value === 'imap');
}

async function inboxesOf(account: Account, keys: SecretKeys): Promise<InboxEntry[]> {
  const { data } = await listEmailAccounts(account);
  const entries: InboxEntry[] = [];
  for (const { id } of data) {
    const inbox = await readInboxSecrets(account, { id });
    const { address, smtp_secret, imap_secret } = inbox;
    if (smtp_secret === null) continue;
    const variable = `${address.replaceAll(/[^a-z0-9]+/gi, '_').toUpperCase()}_PASSWORD`;
    const url = (way: 'smtp' | 'imap', secret: Buffer) =>
      withoutPassword(account, keys, { address, way, secret }, variable);
    entries.push({
      address,
      smtp: url('smtp', smtp_secret),
      ...(imap_secret && { imap: url('imap', imap_secret) }),
      ...(inbox.display_name && { display_name: inbox.display_name }),
      daily_capacity: inbox.daily_capacity,
      warmup: inbox.warmup_state !== 'off',
      gap_seconds: [inbox.gap_from, inbox.gap_to],
      ...(inbox.signature && { signature: inbox.signature }),
      ...(inbox.dkim_selector && { dkim_selector: inbox.dkim_selector }),
    });
  }
  return entries;
}

function withoutPassword(
  account: Account,
  keys: SecretKeys,
  sealed: { address: string; way: 'smtp' | 'imap'; secret: Buffer },
  variable: string,
): string {
  try {
    const url = new URL(openServer(keys, account, sealed));
    if (url.password === '') return url.href;
    url.password = 'PASSWORD';
    // The variable's braces would be percent-encoded in a URL.
    return url.href.replace(':PASSWORD@', `:\${${variable}}@`);
  } catch (error) {
    if (!(error instanceof SecretError)) throw error;
    return `${sealed.way}://\${${variable}}`;
  }
}

async function magnetsOf(
  account: Account,
  keep: KeepFile | undefined,
): Promise<{ entries: MagnetEntry[]; left: [place: number, name: string][]; slugs: Map<string, string> }> {
  const senders = new Map((await listSenders(account)).map(({ id, address }) => [id, address]));
  const found: { entry: MagnetEntry; left: string | undefined }[] = [];
  const slugs = new Map<string, string>();
  for await (const { id } of everyMagnet(account)) {
    const { slug, title, kind, description, delivery_subject, status } = await readMagnet(account, { id });
    const { opt_in, delivery_body, email_account_id, asset } = await readMagnetSettings(account, { id });
    const from = email_account_id === null ? undefined : senders.get(email_account_id);
    slugs.set(id, slug);
    const file = asset?.kind === 'file' ? asset : undefined;
    const kept = file && (await keep?.({ slug, name: file.name, bytes: readAssetBytes(account, file.id) }));
    const entry: MagnetEntry = {
      slug,
      title,
      kind,
      ...(description && { description }),
      opt_in,
      ...(asset?.kind === 'link' && { asset: asset.url }),
      ...(kept !== undefined && { asset: kept }),
      delivery: { ...(from && { from }), subject: delivery_subject, body: delivery_body },
      status,
    };
    found.push({ entry, left: kept === undefined ? file?.name : undefined });
  }
  found.reverse();
  return {
    entries: found.map(({ entry }) => entry),
    slugs,
    left: found.flatMap(({ left }, place) => (left === undefined ? [] : [[place, left]])),
  };
}

/** @param slugs of magnets by their ids: an audience names its magnet as the file does */
async function campaignsOf(account: Account, slugs: ReadonlyMap<string, string>): Promise<CampaignEntry[]> {
  const entries: CampaignEntry[] = [];
  for await (const { id } of everyCampaign(account)) {
    const {
      id: _id,
      status,
      joined: _joined,
      scheduled_for,
      inboxes,
      steps,
      audience,
      ...settings
    } = await readCampaignForm(account, { id });
    entries.push({
      ...settings,
      audience: namedBySlug(audience, slugs),
      inboxes: inboxes.map(({ address }) => address),
      steps: steps.map(({ delay_days, variants }) => ({
        delay_days,
        variants: variants.map(({ label, subject, body }) => ({ label, subject, body })),
      })),
      ...statusOf(status),
      ...(scheduled_for !== null && { scheduled_for }),
    });
  }
  return entries.toReversed();
}

/** Where the file wants a campaign. One that is over has no such place: a copy of the account does not start it again. */
function statusOf(status: CampaignForm['status']): Pick<CampaignEntry, 'status'> {
  if (status === 'completed') return {};
  return { status: status === 'draft' || status === 'scheduled' || status === 'paused' ? status : 'active' };
}

function namedBySlug(
  audience: CampaignForm['audience'],
  slugs: ReadonlyMap<string, string>,
): NonNullable<CampaignEntry['audience']> | null {
  const magnet = audience?.magnet_id === undefined ? undefined : slugs.get(audience.magnet_id);
  if (audience === null || magnet === undefined) return audience;
  const { magnet_id: _, ...filters } = audience;
  return { ...filters, magnet };
}
