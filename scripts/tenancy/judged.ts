import { appendFileSync } from 'node:fs';

import { isOfAllAccounts } from './exceptions.ts';
import { untiedTables } from './law.ts';
import { withoutEach } from './taken-out.ts';

/** The variable that names a file to which is written what the law says of each statement without each of its account conditions. */
export const TAKEN_OUT = 'LODESTONE_TAKEN_OUT';

/** What came of taking a condition out of a statement. */
export interface Judged {
  sender: string;
  /** Where core asks for it; none for what stands in SQL of its own. */
  place: string | undefined;
  condition: string;
  /** The tables that the law then misses; without any the condition stands twice. */
  untied: string[];
  text: string;
}

const judged = new Set<string>();

/** Holds statements against the law, each once a process. @returns those that break it */
export async function judgeStatements(sent: ReadonlyMap<string, string>): Promise<unknown[]> {
  const broken: unknown[] = [];
  for (const [text, sender] of sent) {
    if (!sender.startsWith('core/') || judged.has(text)) continue;
    judged.add(text);
    const free = isOfAllAccounts(sender, text);
    if (free === null) continue;
    const untied = await untiedTables(text, { free });
    if (untied.length > 0) broken.push({ sender, untied, text });
    const file = process.env[TAKEN_OUT];
    if (file !== undefined) await takeOut(sender, text, file);
  }
  return broken;
}

async function takeOut(sender: string, text: string, file: string): Promise<void> {
  for (const { place, condition, without } of withoutEach(text)) {
    const untied = await untiedTables(without, { free: isOfAllAccounts(sender, without) === true });
    const found: Judged = { sender, place, condition, untied, text };
    appendFileSync(file, `${JSON.stringify(found)}\n`);
  }
}
