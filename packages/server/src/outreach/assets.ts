import { createHash } from 'node:crypto';
import { createReadStream, readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, relative, resolve, sep } from 'node:path';

import {
  type Account,
  LARGEST_ASSET,
  readAssetBytes,
  readMagnetSettings,
  setAssetLink,
  storeAsset,
} from '@lodestone/core';

import { OutreachProblems, type Path } from './file.ts';

/** What a magnet's entry says that it hands out. */
export interface AssetEntry {
  asset: string;
  /** Of the magnet's entry. */
  path: Path;
  /** What files are relative to, and must be in. */
  folder: string;
}

/** Whether a magnet hands out something else. @throws OutreachProblems for a file that cannot be handed out */
export async function isOtherAsset(
  account: Account,
  id: string | undefined,
  entry: AssetEntry,
): Promise<boolean> {
  const actual = id === undefined ? null : (await readMagnetSettings(account, { id })).asset;
  if (isLink(entry)) return !(actual?.kind === 'link' && actual.url === entry.asset);
  const file = fileOf(entry);
  if (actual?.kind !== 'file' || actual.bytes !== statSync(file).size) return true;
  const stored = createHash('sha256');
  for await (const chunk of readAssetBytes(account, actual.id)) stored.update(chunk);
  return stored.digest('hex') !== createHash('sha256').update(readFileSync(file)).digest('hex');
}

/** @param rehearsing whether it is taken back: then the bytes of a file are not written */
export async function giveAsset(
  account: Account,
  id: string,
  entry: AssetEntry,
  rehearsing: boolean,
): Promise<void> {
  const { asset, folder } = entry;
  if (isLink(entry)) return setAssetLink(account, { id, url: asset });
  if (rehearsing) return;
  const name = basename(resolve(folder, asset));
  const type = TYPES[name.slice(name.lastIndexOf('.') + 1).toLowerCase()] ?? 'application/octet-stream';
  await storeAsset(account, { id, name, type, bytes: createReadStream(fileOf(entry)) });
}

function isLink({ asset }: AssetEntry): boolean {
  return /^https?:\/\//.test(asset);
}

/**
 * The file that an asset names, wherever symbolic links on the way to it lead.
 * @throws OutreachProblems where there is none: a directory has no bytes to hand out, and a pipe might never end. And where it is
 * outside the folder: whoever wrote the outreach file is not always who applies it, and an asset is handed out to anybody.
 */
function fileOf({ asset, folder, path }: AssetEntry): string {
  const wrong = (message: string) => new OutreachProblems([{ path: [...path, 'asset'], message }]);
  const file = realFile(resolve(folder, asset));
  if (file === null) throw wrong(`There is no file ${resolve(folder, asset)}.`);
  if (relative(realpathSync(folder), file).startsWith(`..${sep}`)) {
    throw wrong(
      `${asset} is outside the folder of this outreach file. Copy it into that folder, and name the copy.`,
    );
  }
  const { size } = statSync(file);
  if (size === 0) throw wrong(`${asset} is empty.`);
  if (size > LARGEST_ASSET) throw wrong(`${asset} is larger than 20 MB; give a link to it instead.`);
  return file;
}

function realFile(path: string): string | null {
  try {
    return statSync(path).isFile() ? realpathSync(path) : null;
  } catch {
    return null;
  }
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
