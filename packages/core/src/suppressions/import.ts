import type { Account } from '../db/account.ts';
import { Refusal } from '../refusal.ts';
import { suppress } from './suppress.ts';

/** Lines of a list that are taken at once. */
export const MAX_LINES = 5_000;

/** What became of a list. */
export interface Imported {
  added: number;
  known: number;
  /** Lines that are neither an address nor a domain, by number from 1. */
  refused: { line: number; text: string }[];
}

/**
 * Suppresses a list: an address or a domain a line, `@example.com` for a domain as well. Empty lines are passed over.
 * @param input.text the list
 * @throws Refusal `invalid_parameter` for a list that is too long
 */
export async function suppressList(
  account: Account,
  { text, reason }: { text: string; reason: 'manual' | 'import' },
): Promise<Imported> {
  const lines = text.split(/\r\n|[\r\n,;]/).map((line) => line.trim());
  if (lines.length > MAX_LINES) {
    throw new Refusal(
      'invalid_parameter',
      `The list has ${lines.length} lines; at most ${MAX_LINES} can be added at once.`,
      'list',
    );
  }
  const imported: Imported = { added: 0, known: 0, refused: [] };
  for (const [index, line] of lines.entries()) {
    if (line === '') continue;
    try {
      const added = await suppress(account, { ...kindOf(line), reason });
      if (added) imported.added += 1;
      else imported.known += 1;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      imported.refused.push({ line: index + 1, text: line });
    }
  }
  return imported;
}

function kindOf(line: string): { kind: 'address' | 'domain'; value: string } {
  const domain = line.replace(/^@/, '');
  return domain.includes('@') ? { kind: 'address', value: line } : { kind: 'domain', value: domain };
}
