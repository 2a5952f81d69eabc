import {
  forecast,
  LONGEST_FORECAST,
  type PlannedEmail,
  plannedEmails,
  type PlannedHour,
  plannedHours,
  toWire,
} from '@lodestone/core';

import { withDatabase } from '../database.ts';
import { ACCOUNT, accountOf } from './account-of.ts';
import { type Command, type Given, UsageError } from './command.ts';

export const planCommand: Command = {
  name: 'plan',
  summary: 'Shows what an account will send and when, by inbox and hour.',
  options: [
    ACCOUNT,
    ['--days N', `days to look ahead, 1 to ${LONGEST_FORECAST} (default 7)`],
    ['--json', 'print JSON, with every email'],
  ],
  parse: { account: { type: 'string' }, days: { type: 'string' } },
  run(given, config, place) {
    const days = daysOf(given['days']);
    return withDatabase(config, 'lodestone plan', async (db) => {
      const account = await accountOf(db, given);
      const made = await forecast(account, { days });
      const from = new Date(made.from).toISOString();
      const until = new Date(made.until).toISOString();
      const hours = await plannedHours(account, made);
      if (given['json'] !== true) {
        place.out(`${textOf(hours, made.plan.length, days)}\n`);
        return;
      }
      place.out(`{"from":"${from}","until":"${until}","total":${made.plan.length},"emails":[`);
      let first = true;
      for await (const emails of plannedEmails(account, made)) {
        place.out(`${first ? '' : ','}${emails.map((email) => JSON.stringify(onWire(email))).join(',')}`);
        first = false;
      }
      place.out(`],"by_hour":${JSON.stringify(hours)}}\n`);
    });
  },
};

function onWire({ at, campaign_id, campaign, inbox, enrollment_id, email, step, variant }: PlannedEmail) {
  return {
    at: at.toISOString(),
    campaign: { id: toWire('cmp', campaign_id), name: campaign },
    inbox,
    // A lead who has yet to join has no enrollment.
    lead: { id: enrollment_id === null ? null : toWire('enr', enrollment_id), email },
    step,
    variant,
  };
}

function textOf(hours: readonly PlannedHour[], total: number, days: number): string {
  if (total === 0) return `Nothing to send in the next ${days} days.`;
  return [
    `${total} emails in the next ${days} days (times are IST):`,
    ...hours.map(({ hour, inbox, emails }) => `  ${hour}  ${String(emails).padStart(6)}  ${inbox}`),
  ].join('\n');
}

function daysOf(given: Given[string]): number {
  if (given === undefined) return 7;
  const days = Number(given);
  if (Number.isInteger(days) && days >= 1 && days <= LONGEST_FORECAST) return days;
  throw new UsageError(
    `--days must be a whole number from 1 to ${LONGEST_FORECAST}; got "${String(given)}".`,
  );
}
