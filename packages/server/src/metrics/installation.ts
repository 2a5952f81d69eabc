import { Gauge, Registry } from 'prom-client';

import { type Db, type InstallationFigures, readInstallation, type Waiting, within } from '@lodestone/core';

import type { Sending } from '../installation.ts';
import type { Measured } from './measure.ts';

/** Milliseconds for which figures are kept: several who watch cost one look. */
const KEPT = 5_000;

/** Milliseconds that whoever watches waits for the database; a watch that hangs tells nothing. */
const LONGEST = 2_000;

/** Reads the figures of the installation, which are the same whichever process is asked. */
export function measureInstallation(db: Db, sending: Sending): () => Promise<Measured> {
  const read = kept(() => within(LONGEST, readInstallation(db), 'The database'));
  return async () => {
    const figures = await read();
    const registry = new Registry();
    gauge(registry, 'lodestone_database_up', 'Whether the database answered for these figures.', [
      [{}, figures === null ? 0 : 1],
    ]);
    gauge(registry, 'lodestone_sending_held', 'Whether sending is held, as after a restore.', [
      [{}, sending.held() === null ? 0 : 1],
    ]);
    if (figures) showFigures(registry, figures);
    return (await registry.getMetricsAsJSON()) as Measured;
  };
}

type Rows = [labels: Record<string, string>, value: number | null][];

function showFigures(registry: Registry, figures: InstallationFigures): void {
  const { due, today, inboxes, jobs } = figures;
  const show = (name: string, help: string, rows: Rows) => gauge(registry, `lodestone_${name}`, help, rows);
  const waiting: [queue: string, Waiting][] = [
    ...due.map(({ kind, ...rest }): [string, Waiting] => [`mails_${kind}`, rest]),
    ['mails_claimed', figures.claimed],
    ['events', figures.uncounted_events],
    ['replies', figures.unclassified_replies],
    ['runs', jobs.running],
  ];
  show(
    'queue_depth',
    'What waits: emails that are due by kind, emails a process has claimed, opens and clicks to count, replies to classify, runs of jobs under way. Counted to 100,000.',
    waiting.map(([queue, { number }]) => [{ queue }, number]),
  );
  show(
    'queue_age_seconds',
    'How long the oldest of it waits; 0 where nothing does.',
    waiting.map(([queue, { oldest }]) => [{ queue }, oldest ?? 0]),
  );
  show('mails_in_doubt', 'Emails of which nobody knows whether they left.', [[{}, figures.in_doubt.number]]);
  show('mails_in_doubt_age_seconds', 'How long the oldest of them is.', [[{}, figures.in_doubt.oldest ?? 0]]);
  show('sends_today', 'Emails that left since midnight IST.', [
    [{ kind: 'delivery' }, today.deliveries],
    [{ kind: 'campaign' }, today.campaign_sends],
  ]);
  show('bounces_today', 'Campaign emails that came back since midnight IST.', [[{}, today.campaign_bounces]]);
  show('inboxes', 'Inboxes that are read, and those that cannot be.', [
    [{ state: 'synced' }, inboxes.synced - inboxes.failing],
    [{ state: 'failing' }, inboxes.failing],
  ]);
  show('inbox_sync_lag_seconds', 'Since the inbox was read that was read longest ago.', [[{}, inboxes.lag]]);
  show('job_processes', 'Living processes that do jobs.', [[{}, jobs.processes]]);
}

/** What is not known is left out. */
function gauge(registry: Registry, name: string, help: string, rows: Rows): void {
  const labelNames = Object.keys(rows[0]?.[0] ?? {});
  const shown = new Gauge({ name, help, labelNames, registers: [registry] });
  for (const [labels, value] of rows) {
    if (value === null) shown.remove(labels);
    else shown.set(labels, value);
  }
}

/** What was read within the last seconds, or is being read; null when it could not be. */
function kept<Value>(read: () => Promise<Value>): () => Promise<Value | null> {
  let until = -Infinity;
  let value: Promise<Value | null>;
  return () => {
    if (performance.now() < until) return value;
    until = performance.now() + KEPT;
    return (value = read().catch(() => null));
  };
}
