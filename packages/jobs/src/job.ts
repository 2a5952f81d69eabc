import type { Logger } from 'pino';

import type { Account, Db, SecretKeys } from '@lodestone/core';

import type { Run } from './runtime/recorder.ts';

/** Names of the jobs, as `/v1/activity` has them. */
export const JOB_NAMES = [
  'deliver_magnets',
  'send_pending',
  'sync_inbox',
  'classify_replies',
  'count_events',
  'watch_deliverability',
  'check_domains',
  'warm_up',
  'age_scores',
  'fold_figures',
  'prune',
] as const;

export type JobName = (typeof JOB_NAMES)[number];

/** A background job. One process at a time runs it, however many processes there are, unless it is `shared`. */
export interface Job {
  /** One of the names above, or the demo world, which is only loaded with the demo and is in no account's activity. */
  name: JobName | 'demo_world';
  /** When it has its turns. */
  schedule: Every | Cron;
  /** Its signal fires this many milliseconds after a turn began, and the turn counts as failed. */
  timeoutMs: number;
  /** How many items a turn may handle. If it handles that many, the next turn follows at once. */
  limit: number;
  /** Emails leave by it: it rests while sending is held. */
  sends?: boolean;
  /** Its accounts do not wait for each other: one whose mail server hangs is left behind by the turn, and goes on beside the next. */
  apart?: boolean;
  /**
   * Every process runs it, at the same time: more processes get more done. It claims each row under a lock, and keeps limits by
   * updates that hold only while there is room, so that nothing is done twice however many they are.
   */
  shared?: boolean;
  /** One turn. @returns how many items it dealt with */
  run(context: JobContext): Promise<number>;
  /** Gives up what is kept from one turn to the next, such as connections, when the job no longer belongs to this process. */
  end?(): Promise<void>;
}

/** This many milliseconds after each turn, and at once when it is woken. */
export interface Every {
  every: number;
}

/** At these times in a time zone; missed ones run once together, and a new job runs at once. */
export interface Cron {
  cron: string;
  zone: string;
  /** Retries after a turn that failed; by default 6, over about five minutes. */
  retries?: number;
}

/** What a turn works with. */
export interface JobContext {
  /** Connections of the jobs' own. On the embedded database each statement waits for requests first. */
  db: Db;
  clock: () => Date;
  log: Logger;
  /** Fires when the process ends, when another took over, or when the turn took too long. Whatever waits must listen to it. */
  signal: AbortSignal;
  settings: JobSettings;
  limit: number;
  /** Rows that one statement may write so that no request waits for long. */
  batch: number;
  /** Opens an account, acting as the system. */
  account(id: string): Account;
  /**
   * Works for one account after another. What is reported to `run` becomes a run in the account's activity. One account's failure
   * keeps no other from its work; it is tried again later and later, and shown as a failed run when that has not helped.
   * @returns how many items were dealt with
   */
  forEach(accounts: Iterable<string>, work: (account: Account, run: Run) => Promise<void>): Promise<number>;
}

/** What jobs know of the installation. */
export interface JobSettings {
  /** The base of every link, without a slash at its end. */
  publicUrl: string;
  /** The server that emails leave by where an inbox has none of its own; undefined keeps them in the outbox. */
  smtpUrl: string | undefined;
  /** Addresses of the DNS servers that are asked about senders' domains; undefined asks the machine's own. */
  dnsServers?: readonly string[] | undefined;
  /** What secrets in the database are encrypted with. @throws SecretError when this process has another key */
  secretKeys(): Promise<SecretKeys>;
}

/** Why something failed, in words that the account's owner may read. Other errors are for the log alone. */
export class JobFailure extends Error {
  override readonly name = 'JobFailure';
}
