import {
  type Account,
  changeMagnetStatus,
  createMagnet,
  editMagnet,
  FIRST_DELIVERY,
  listSenders,
  type Magnet,
  MAGNET_FIELDS,
  type MagnetContent,
  readMagnet,
  readMagnetSettings,
} from '@lodestone/core';
import type { JobSettings } from '@lodestone/jobs';
import { checkTemplate, type TemplateProblem } from '@lodestone/mail';

import { Stop } from '../database.ts';
import { giveAsset, isOtherAsset } from './assets.ts';
import { type Change, described, differences } from './change.ts';
import { everyMagnet } from './everything.ts';
import { type MagnetEntry, OutreachProblems, type Path } from './file.ts';

interface MagnetOptions {
  prune: boolean;
  /** What assets are relative to, and must be in. */
  folder: string;
  settings: JobSettings;
  /** Address that gets the test of a magnet before it becomes public. */
  owner: string;
}

/** The changes that make the magnets what the file says. */
export async function magnetChanges(
  account: Account,
  entries: readonly MagnetEntry[],
  options: MagnetOptions,
): Promise<Change[]> {
  const known = new Map<string, Magnet>();
  for await (const magnet of everyMagnet(account)) known.set(magnet.slug, magnet);
  const named = new Set<string>();
  const changes: Change[] = [];
  for (const [at, entry] of entries.entries()) {
    const path: Path = ['magnets', at];
    if (named.has(entry.slug)) throw problem([...path, 'slug'], `${entry.slug} appears twice.`);
    named.add(entry.slug);
    await checkTemplates(entry, path);
    const change = await changeOf(account, known.get(entry.slug)?.id, entry, path, options);
    if (change) changes.push(change);
  }
  if (!options.prune) return changes;
  for (const { slug, id, status } of known.values()) {
    if (named.has(slug) || status === 'archived') continue;
    changes.push({
      kind: 'remove',
      what: `magnet ${slug}`,
      details: ['status: archived'],
      path: ['magnets'],
      apply: async (account) => void (await changeMagnetStatus(account, { id, status: 'archived' })),
    });
  }
  return changes;
}

async function checkTemplates({ delivery = {} }: MagnetEntry, path: Path): Promise<void> {
  for (const text of ['subject', 'body'] as const) {
    const [wrong] = await checkTemplate(delivery[text] ?? '', MAGNET_FIELDS);
    if (wrong) throw problem([...path, 'delivery', text], inText(wrong));
  }
}

/** What is wrong with a template, with its place in it. */
function inText({ message, line, column }: TemplateProblem): string {
  return `${message} (line ${line}, column ${column} of the text)`;
}

async function changeOf(
  account: Account,
  id: string | undefined,
  entry: MagnetEntry,
  path: Path,
  options: MagnetOptions,
): Promise<Change | null> {
  const { slug, title, kind, description, opt_in, delivery = {}, asset, status } = entry;
  const actual = id === undefined ? {} : await actualOf(account, id);
  const wanted = {
    title: title.trim(),
    kind: kind ?? (id === undefined ? 'guide' : undefined),
    description: description?.trim(),
    opt_in,
    delivery_subject:
      delivery.subject?.trim() ?? (id === undefined ? FIRST_DELIVERY.delivery_subject : undefined),
    delivery_body: delivery.body?.trim(),
  };
  const found = differences(actual, wanted);
  const from = await differentSender(account, id, delivery.from);
  const given = asset === undefined ? undefined : { asset, path, folder: options.folder };
  const isNewAsset = given !== undefined && (await isOtherAsset(account, id, given));
  const isNewStatus =
    status !== undefined &&
    status !== (id === undefined ? 'draft' : (await readMagnet(account, { id })).status);
  const details = [
    ...described(found),
    ...(from === null ? [] : [`delivery.from: ${from}`]),
    ...(isNewAsset ? [`asset: ${asset}`] : []),
    ...(isNewStatus ? [`status: ${status}${status === 'public' ? ', after a test to the owner' : ''}`] : []),
  ];
  if (id !== undefined && details.length === 0) return null;
  return {
    kind: id === undefined ? 'create' : 'change',
    what: `magnet ${slug}`,
    details,
    path,
    apply: async (account, rehearsing) => {
      const content = Object.fromEntries(
        Object.entries(found).map(([name, { to }]) => [name, to]),
      ) as Partial<MagnetContent>;
      if (from !== null) content.email_account_id = await senderId(account, from, path);
      let magnet = id;
      if (magnet === undefined) {
        ({ id: magnet } = await createMagnet(account, {
          slug,
          title,
          kind: kind ?? 'guide',
          ...content,
        }));
      } else if (Object.keys(content).length > 0) await editMagnet(account, { id: magnet, ...content });
      if (isNewAsset) await giveAsset(account, magnet, given, rehearsing);
      if (!isNewStatus) return;
      if (status !== 'public') return void (await changeMagnetStatus(account, { id: magnet, status }));
      if (rehearsing) return mustHaveAsset(account, magnet, { asset, path });
      await publish(account, magnet, slug, options);
    },
  };
}

async function actualOf(account: Account, id: string) {
  const { title, kind, description, delivery_subject } = await readMagnet(account, { id });
  const { opt_in, delivery_body } = await readMagnetSettings(account, { id });
  return { title, kind, description: description ?? '', delivery_subject, opt_in, delivery_body };
}

/** The address that should be the sender; null where it already is, or none is wanted. */
async function differentSender(
  account: Account,
  id: string | undefined,
  from: string | undefined,
): Promise<string | null> {
  if (from === undefined) return null;
  const address = from.trim().toLowerCase();
  if (id === undefined) return address;
  const { email_account_id } = await readMagnetSettings(account, { id });
  const current = (await listSenders(account)).find((sender) => sender.id === email_account_id);
  return current?.address === address ? null : address;
}

async function senderId(account: Account, address: string, path: Path): Promise<string> {
  const sender = (await listSenders(account)).find((one) => one.address === address);
  if (!sender) throw problem([...path, 'delivery', 'from'], `There is no inbox ${address}.`);
  return sender.id;
}

/** Nothing else of a test is known before it is sent. */
async function mustHaveAsset(
  account: Account,
  id: string,
  { asset, path }: { asset: string | undefined; path: Path },
): Promise<void> {
  if (asset !== undefined || (await readMagnetSettings(account, { id })).asset !== null) return;
  throw problem([...path, 'status'], 'A magnet is public only with something to hand out: give it an asset.');
}

async function publish(
  account: Account,
  id: string,
  slug: string,
  { settings, owner }: MagnetOptions,
): Promise<void> {
  const { sendTest } = await import('@lodestone/jobs/mailing/test-send.js');
  const { error } = await sendTest(account, { id, to: owner, settings });
  if (error !== null) {
    throw new Stop(`The test of magnet ${slug} to ${owner} failed, so it is not public: ${error}`);
  }
  await changeMagnetStatus(account, { id, status: 'public' });
}

function problem(path: Path, message: string): OutreachProblems {
  return new OutreachProblems([{ path, message }]);
}
