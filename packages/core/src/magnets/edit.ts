import { sql } from 'kysely';

import { audit } from '../audit.ts';
import type { Account } from '../db/account.ts';
import { fromWire } from '../ids.ts';
import { notFound, Refusal } from '../refusal.ts';
import { readMagnet } from './read.ts';

export const LONGEST_TITLE = 200;
export const LONGEST_SLUG = 100;
export const LONGEST_DESCRIPTION = 2_000;

/** What the application edits of a magnet. The API writes its status only. */
export interface MagnetEdit {
  title: string;
  slug: string;
  /** Empty clears it. */
  description: string;
}

/**
 * Edits a magnet's content. Texts are trimmed, lengths are in code points; a slug is unique within the account.
 * @throws Refusal `not_found`, `invalid_parameter` with the field at fault
 */
export async function editMagnet(account: Account, { id, ...edit }: { id: string } & MagnetEdit) {
  const changes = changesOf(edit);
  const uuid = fromWire('mag', id);
  if (uuid === null) throw notFound('magnet');
  try {
    return await account.transaction(async (account) => {
      await account
        .update('magnets')
        .set({ ...changes, updated_at: sql<Date>`now()` })
        .where('id', '=', uuid)
        .execute();
      const magnet = await readMagnet(account, { id });
      await audit(account, 'magnet.edit', uuid, { title: changes.title, slug: changes.slug });
      return magnet;
    });
  } catch (error) {
    if (isTakenSlug(error)) {
      throw new Refusal(
        'invalid_parameter',
        `slug "${changes.slug}" is another magnet's; choose one that is free.`,
        'slug',
      );
    }
    throw error;
  }
}

function changesOf({ title, slug, description }: MagnetEdit) {
  const changes = { title: title.trim(), slug: slug.trim(), description: description.trim() || null };
  if (changes.title === '')
    throw new Refusal('invalid_parameter', 'title is empty; give the magnet a title.', 'title');
  mustFit('title', changes.title, LONGEST_TITLE);
  mustFit('slug', changes.slug, LONGEST_SLUG);
  mustFit('description', changes.description ?? '', LONGEST_DESCRIPTION);
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(changes.slug)) {
    throw new Refusal(
      'invalid_parameter',
      'slug must be made of a–z and 0–9, its words joined by single hyphens, such as cold-email-checklist.',
      'slug',
    );
  }
  return changes;
}

function mustFit(field: string, text: string, most: number): void {
  const length = [...text].length;
  if (length > most) {
    throw new Refusal(
      'invalid_parameter',
      `${field} has ${length} characters; it has at most ${most}.`,
      field,
    );
  }
}

/** PostgreSQL's unique_violation. The slug is the one thing of a magnet that is unique besides its id. */
function isTakenSlug(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505';
}
