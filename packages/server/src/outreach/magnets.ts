import { createHash } from 'node:crypto';
import { createReadStream, readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, relative, resolve, sep } from 'node:path';

import {
  type Account,
  changeMagnetStatus,
  createMagnet,
  editMagnet,
  FIRST_DELIVERY,
  listMagnets,
  type MagnetContent,
  readAssetBytes,
  readMagnet,
  readMagnetSettings,
  setAssetLink,
  storeAsset,
} from '@lodestone/core';
import type { JobSettings } from '@lodestone/jobs';

import { Stop } from '../database.ts';
import { type Change, described, differences } from './change.ts';
import { type MagnetEntry, OutreachProblems, type Path } from './file.ts';

export interface MagnetOptions {
  prune: boolean;
  /** What assets are relative to, and must be in. */
  folder: string;
  settings: JobSettings;
  /** Who gets the test of a magnet that is to be public. */
  owner: string;
}

/** What is to be done so that the magnets are as the file says. */
export async function magnetChanges(
  account: Account,
  entries: readonly MagnetEntry[],
  options: MagnetOptions,
): Promise<Change[]> {
  const known = new Map((await allMagnets(account)).map((magnet) => [magnet.slug, magnet]));
  const named = new Set<string>();
  const changes: Change[] = [];
  for (const [at, entry] of entries.entries()) {
    const path: Path = ['magnets', at];
    if (named.has(entry.slug)) throw problem([...path, 'slug'], `${entry.slug} appears twice.`);
    named.add(entry.slug);
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
      apply: async () => void (await changeMagnetStatus(account, { id, status: 'archived' })),
    });
  }
  return changes;
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
    title,
    kind: kind ?? (id === undefined ? 'guide' : undefined),
    description: description?.trim(),
    opt_in,
    delivery_subject: delivery.subject ?? (id === undefined ? FIRST_DELIVERY.delivery_subject : undefined),
    delivery_body: delivery.body?.trim(),
  };
  const found = differences(actual, wanted);
  const from = await differentSender(account, id, delivery.from);
  const isNewAsset = asset !== undefined && (await isOtherAsset(account, id, asset, path, options));
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
    apply: async () => {
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
      if (isNewAsset) await giveAsset(account, magnet, asset, options.folder, path);
      if (isNewStatus) await giveStatus(account, magnet, slug, status, options);
    },
  };
}

async function actualOf(account: Account, id: string) {
  const { title, kind, description, delivery_subject } = await readMagnet(account, { id });
  const { opt_in, delivery_body } = await readMagnetSettings(account, { id });
  return { title, kind, description: description ?? '', delivery_subject, opt_in, delivery_body };
}

/** The address that is to be the sender; null where it is already, or none is wanted. */
async function differentSender(
  account: Account,
  id: string | undefined,
  from: string | undefined,
): Promise<string | null> {
  if (from === undefined) return null;
  const address = from.trim().toLowerCase();
  if (id === undefined) return address;
  const { email_account_id } = await readMagnetSettings(account, { id });
  const { listSenders } = await import('@lodestone/core');
  const current = (await listSenders(account)).find((sender) => sender.id === email_account_id);
  return current?.address === address ? null : address;
}

async function senderId(account: Account, address: string, path: Path): Promise<string> {
  const { listSenders } = await import('@lodestone/core');
  const sender = (await listSenders(account)).find((one) => one.address === address);
  if (!sender) throw problem([...path, 'delivery', 'from'], `There is no inbox ${address}.`);
  return sender.id;
}

async function isOtherAsset(
  account: Account,
  id: string | undefined,
  asset: string,
  path: Path,
  { folder }: MagnetOptions,
): Promise<boolean> {
  const actual = id === undefined ? null : (await readMagnetSettings(account, { id })).asset;
  if (/^https?:\/\//.test(asset)) return !(actual?.kind === 'link' && actual.url === asset);
  const file = fileOf(asset, folder, path);
  if (actual?.kind !== 'file' || actual.bytes !== statSync(file).size) return true;
  const stored = createHash('sha256');
  for await (const chunk of readAssetBytes(account, actual.id)) stored.update(chunk);
  return stored.digest('hex') !== createHash('sha256').update(readFileSync(file)).digest('hex');
}

/**
 * The file that an asset names, wherever symbolic links on the way to it lead.
 * @throws OutreachProblems where there is none: a directory has no bytes to hand out, and a pipe might never end. And where it is
 * outside the folder: whoever wrote the outreach file is not always who applies it, and an asset is handed out to anybody.
 */
function fileOf(asset: string, folder: string, path: Path): string {
  const file = realFile(resolve(folder, asset));
  if (file === null) throw problem([...path, 'asset'], `There is no file ${resolve(folder, asset)}.`);
  if (!relative(realpathSync(folder), file).startsWith(`..${sep}`)) return file;
  throw problem(
    [...path, 'asset'],
    `${asset} is outside the folder of this outreach file. Copy it into that folder, and name the copy.`,
  );
}

function realFile(path: string): string | null {
  try {
    return statSync(path).isFile() ? realpathSync(path) : null;
  } catch {
    return null;
  }
}

async function giveAsset(
  account: Account,
  id: string,
  asset: string,
  folder: string,
  path: Path,
): Promise<void> {
  if (/^https?:\/\//.test(asset)) return setAssetLink(account, { id, url: asset });
  const name = basename(resolve(folder, asset));
  const type = TYPES[name.slice(name.lastIndexOf('.') + 1).toLowerCase()] ?? 'application/octet-stream';
  await storeAsset(account, { id, name, type, bytes: createReadStream(fileOf(asset, folder, path)) });
}

const TYPES: Record<string, string> = {
  pdf: 'application/pdf',
  zip: 'application/zip',
  csv: 'text/csv',
  txt: 'text/plain',
  md: 'text/markdown',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  mp4: 'video/mp4',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
};

async function giveStatus(
  account: Account,
  id: string,
  slug: string,
  status: NonNullable<MagnetEntry['status']>,
  { settings, owner }: MagnetOptions,
): Promise<void> {
  if (status === 'public') {
    const { sendTest } = await import('@lodestone/jobs/mailing/test-send.js');
    const { error } = await sendTest(account, { id, to: owner, settings });
    if (error !== null) {
      throw new Stop(`The test of magnet ${slug} to ${owner} failed, so it is not public: ${error}`);
    }
  }
  await changeMagnetStatus(account, { id, status });
}

async function allMagnets(account: Account) {
  const magnets = [];
  for (let offset: number | null = 0; offset !== null;) {
    const page: Awaited<ReturnType<typeof listMagnets>> = await listMagnets(account, {
      status: 'all',
      limit: 200,
      offset,
    });
    magnets.push(...page.data);
    offset = page.next_offset;
  }
  return magnets;
}

function problem(path: Path, message: string): OutreachProblems {
  return new OutreachProblems([{ path, message }]);
}
