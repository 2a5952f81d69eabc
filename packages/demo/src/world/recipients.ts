import { type Account, confirm, type Db, recordVisits, type Visit } from '@lodestone/core';

import { answer, bounceBack, sayAway } from './answers.ts';
import { type Arrived, readArrived } from './arrived.ts';
import { chance } from './chance.ts';

/** What may become of an email, with the share of emails it becomes of and how many seconds after it arrived. */
const FATES = [
  { what: 'confirm', kinds: ['confirmation'], share: 0.85, after: [4, 15] },
  { what: 'open', kinds: ['delivery', 'step'], share: 0.7, after: [3, 25] },
  { what: 'click', kinds: ['delivery', 'step'], share: 0.4, after: [26, 45] },
  { what: 'away', kinds: ['step'], share: 0.08, after: [4, 10] },
  { what: 'reply', kinds: ['step'], share: 0.3, after: [20, 50] },
] as const;

/** Of emails to nobody nothing else becomes. Below the share at which the system pauses an inbox. */
const BOUNCE = { what: 'bounce', kinds: ['delivery', 'step'], share: 0.03, after: [3, 9] } as const;

type Fate = (typeof FATES)[number] | typeof BOUNCE;

/** Seconds after which nothing becomes of an email any more. */
const OVER = Math.max(...FATES.map(({ after }) => after[1])) + 5;

/** Plays those whose time falls between two moments. @returns how many did something */
export async function playRecipients(db: Db, account: Account, from: Date, until: Date): Promise<number> {
  const mails = await readArrived(account, new Date(from.getTime() - OVER * 1_000));
  const due = mails.flatMap((mail) =>
    fatesOf(mail)
      .filter((fate) => isDue(fate, mail, from, until))
      .map(({ what }) => ({ what, mail })),
  );
  const visits = due.flatMap(({ what, mail }) => visitsOf(what, mail));
  if (visits.length > 0) await recordVisits(db, visits);
  for (const { what, mail } of due) {
    if (what === 'confirm') await confirm(account, mail.id);
    if (what === 'reply') await answer(account, mail);
    if (what === 'away') await sayAway(account, mail, until);
    if (what === 'bounce') await bounceBack(account, mail);
  }
  return due.length;
}

function fatesOf(mail: Arrived): readonly Fate[] {
  return isOf(BOUNCE, mail) ? [BOUNCE] : FATES;
}

function isOf({ what, kinds, share }: Fate, mail: Arrived): boolean {
  return kinds.some((kind) => kind === mail.kind) && chance(`${mail.id} ${what}`) < share;
}

function isDue(fate: Fate, mail: Arrived, from: Date, until: Date): boolean {
  if (mail.sent_at === null || !isOf(fate, mail)) return false;
  const { what, after } = fate;
  const seconds = after[0] + chance(`${mail.id} ${what} when`) * (after[1] - after[0]);
  const at = mail.sent_at.getTime() + seconds * 1_000;
  return at > from.getTime() && at <= until.getTime();
}

function visitsOf(what: Fate['what'], { token }: Arrived): Visit[] {
  if (what !== 'open' && what !== 'click') return [];
  const link = what === 'click' ? 0 : null;
  return [{ kind: what, token, link, judged: 'human', rule: 'demo_world', user_agent: null, network: null }];
}
