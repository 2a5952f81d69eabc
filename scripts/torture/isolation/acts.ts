import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';

import {
  type Account,
  ageScores,
  claimRetries,
  completeCampaigns,
  forAccount,
  pruneHalfAssets,
  pruneRawMails,
  pruneRuns,
  pruneSessions,
  pruneUsedForms,
  pruneVisits,
  settleDelivered,
  settleExpiredClaims,
  settleOldDoubts,
  subscriberLink,
  toWire,
} from '@lodestone/core';
import { startScheduled } from '@lodestone/core/campaigns/activate.js';
import { joiningCampaigns } from '@lodestone/core/campaigns/join.js';
import { readSender } from '@lodestone/core/sending/outgoing.js';
import { judgeDeliverability } from '@lodestone/core/watch/judge.js';
import { resumeMended } from '@lodestone/core/watch/mended.js';
import { readRefusedInboxes } from '@lodestone/core/watch/paused.js';
import { sql } from '@lodestone/core/db/sql.js';
import { JOBS, type JobContext } from '@lodestone/jobs';
import { memoryLimiter } from '@lodestone/server/api/limiter.js';
import { createApp } from '@lodestone/server/app.js';
import { readConfig } from '@lodestone/server/config.js';
import { createHttpServer } from '@lodestone/server/http.js';
import { createLog } from '@lodestone/server/log.js';

import type { Twins } from './twins.ts';

/** Something that the acting account, a visitor or the service itself does. What it answers is compared. */
export interface Act {
  name: string;
  run(): Promise<string>;
}

export interface Acting {
  /** Every operation, what visitors and subscribers do, and what jobs do for an account. */
  brief(undone: Undone): Promise<Act[]>;
  /** Every page and form that can be walked to, and every job. */
  walked(undone: Undone): Promise<Act[]>;
  close(): void;
}

/** Starts a server for the acts. */
export async function startActing(twins: Twins): Promise<Acting> {
  const config = { ...readConfig({}), rateLimit: 100_000_000, logLevel: 'silent' as const };
  const log = createLog('silent');
  const app = await createApp({
    db: twins.db,
    clock: () => new Date(),
    limiter: memoryLimiter(config.rateLimit),
    config,
    log,
  });
  const server = createHttpServer(app);
  server.timeout = 0;
  server.requestTimeout = 0;
  server.keepAliveTimeout = 600_000;
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const settled = app.locals['settled'] as () => Promise<unknown>;

  async function ask(path: string, init: RequestInit = {}): Promise<string> {
    try {
      const response = await fetch(origin + path, { redirect: 'manual', ...init });
      const text = await response.text();
      return `${response.status} ${response.headers.get('location') ?? ''}\n${text}`;
    } catch (error) {
      return `none ${String(error)}`;
    } finally {
      await settled();
    }
  }

  const page = (path: string, form?: Field[]) =>
    ask(path, {
      headers: {
        accept: 'text/html',
        cookie: twins.cookie,
        'sec-fetch-site': form ? 'same-origin' : 'none',
      },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    });

  return {
    brief: async (undone) => [
      ...(await undone(() => operations(twins, ask))),
      ...(await undone(() => visits(twins, ask))),
      ...chores(twins),
    ],
    walked: async (undone) => [...(await walk(page, undone)), ...jobs(twins)],
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Does something and undoes what it wrote. */
export type Undone = <T>(work: () => Promise<T>) => Promise<T>;

type Ask = (path: string, init?: RequestInit) => Promise<string>;
type Field = [name: string, value: string];

const DOCUMENT = new URL('../../../packages/server/openapi.json', import.meta.url);

/** Each operation of the document, with the ids of the account's own rows, and each of its examples' parameters. */
async function operations({ account, key }: Twins, ask: Ask): Promise<Act[]> {
  const idsOf = async (
    table: 'magnets' | 'subscribers' | 'campaigns' | 'enrollments',
    kind: 'mag' | 'sub' | 'cmp' | 'enr',
  ) => (await account.select(table).select('id').orderBy('id').execute()).map(({ id }) => toWire(kind, id));
  const running = await account.select('campaigns').select('id').where('status', '=', 'active').execute();
  const paused = await account.select('campaigns').select('id').where('status', '=', 'paused').execute();
  const answered = await account
    .select('inbox_messages')
    .select('enrollment_id')
    .where('enrollment_id', 'is not', null)
    .limit(2)
    .execute();
  const ids: Record<string, string[]> = {
    magnets: (await idsOf('magnets', 'mag')).slice(0, 4),
    subscribers: (await idsOf('subscribers', 'sub')).slice(0, 6),
    campaigns: [...running, ...paused].map(({ id }) => toWire('cmp', id)),
    unibox: answered.map(({ enrollment_id }) => toWire('enr', String(enrollment_id))),
  };
  const queries: Record<string, string[]> = {
    '/v1/subscribers': [
      '',
      'search=example',
      'search=an',
      'order=recent&offset=3',
      'order=activity&status=active',
      'order=recent&offset=600',
      'order=activity&offset=600',
      'temperature=warm&limit=5',
      'tag=founder',
      `magnet_id=${ids['magnets']?.[0]}`,
      'created_after=2026-01-01&search=a',
      'offset=600',
    ],
    '/v1/dashboard': ['', 'range=all&scope=all', 'range=7d'],
    '/v1/usage': ['', 'range=all'],
    '/v1/magnets': ['', 'status=public'],
    '/v1/campaigns': ['', 'status=active'],
    '/v1/activity': ['', 'job=send_pending'],
  };
  const bodies: Record<string, unknown[]> = {
    'PATCH /v1/magnets': ['draft', 'public', 'archived'].map((status) => ({ status })),
    'PATCH /v1/subscribers': [{ tags: ['a', 'b'], first_name: 'Ann' }, { last_name: 'Lee' }],
    'PATCH /v1/unibox': [{ reply_intent: 'won' }, { reply_intent: 'not_interested' }],
  };
  const { paths } = JSON.parse(readFileSync(DOCUMENT, 'utf8')) as { paths: Record<string, object> };
  return Object.entries(paths).flatMap(([path, methods]) => {
    const noun = path.split('/')[2] ?? '';
    const places = path.includes('{') ? (ids[noun] ?? []).map((id) => path.replace(/\{\w+\}/, id)) : [path];
    return Object.keys(methods)
      .filter((method) => /^(get|post|patch)$/.test(method))
      .flatMap((method) =>
        places.flatMap((place) => {
          const verb = method.toUpperCase();
          const given = bodies[`${verb} /v1/${noun}`] ?? [undefined];
          return given.flatMap((body) =>
            (method === 'get' ? (queries[path] ?? ['']) : ['']).map((query): Act => {
              const target = `${place}${query === '' ? '' : `?${query}`}`;
              return {
                name: `${verb} ${target}${body === undefined ? '' : ` ${JSON.stringify(body)}`}`,
                run: () =>
                  ask(`/api${target}`, {
                    method: verb,
                    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
                    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
                  }),
              };
            }),
          );
        }),
      );
  });
}

/** What visitors and subscribers do by the links of the account. */
async function visits({ account }: Twins, ask: Ask): Promise<Act[]> {
  const [own] = await account.rows<{ slug: string }>((own) => sql`select slug from ${own('accounts')} as a`);
  const magnets = await account
    .select('magnets')
    .select(['slug'])
    .where('status', 'in', ['public', 'private'])
    .limit(3)
    .execute();
  const mails = await account.select('mails').select(['token', 'kind']).orderBy('id').limit(400).execute();
  const some = [...Map.groupBy(mails, ({ kind }) => kind).values()].flatMap((of) => of.slice(0, 2));
  const subscribers = await account.select('subscribers').select('id').orderBy('id').limit(2).execute();
  const acts: Act[] = [];
  const add = (path: string, form?: Field[]) =>
    acts.push({
      name: `${form ? 'POST' : 'GET'} ${path}`,
      run: () =>
        ask(path, {
          headers: { 'user-agent': 'Mozilla/5.0 Chrome/140' },
          ...(form && { method: 'POST', body: new URLSearchParams(form) }),
        }),
    });
  for (const { slug: magnet } of magnets) {
    const path = `/p/${own?.slug}/${magnet}`;
    add(path);
    const html = await ask(path);
    const forms = formsIn(html);
    for (const { fields } of forms.slice(0, 1)) add(path, filled(fields));
    const known = await account
      .select('subscribers')
      .select('email')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    for (const { fields } of forms.slice(0, 1))
      add(
        path,
        filled(fields).map(([name, value]) => [name, name === 'email' ? String(known?.email) : value]),
      );
  }
  for (const { token } of some) {
    for (const path of [`/o/${token}.gif`, `/l/${token}.0`, `/u/${token}`, `/c/${token}`, `/d/${token}`])
      add(path);
    add(`/u/${token}`, []);
    add(`/u/${token}`, [['List-Unsubscribe', 'One-Click']]);
    add(`/c/${token}`, []);
  }
  for (const { id } of subscribers) {
    const link = await subscriberLink(account, { id: toWire('sub', id) });
    const html = await ask(`/preferences?link=${link}`);
    add(`/preferences?link=${link}`);
    for (const { action, fields } of formsIn(html)) add(action, filled(fields));
  }
  return acts;
}

/** Pages that are linked from page to page, some of each kind, and their forms as a person would send them. */
async function walk(page: (path: string, form?: Field[]) => Promise<string>, undone: Undone): Promise<Act[]> {
  const queue = ['/', '/settings', '/suppressions', '/outbox', '/ai-usage', '/activity'];
  const kinds = new Map<string, number>();
  const acts: Act[] = [];
  const isNew = (kind: string, most: number) => {
    const seen = (kinds.get(kind) ?? 0) + 1;
    kinds.set(kind, seen);
    return seen <= most;
  };
  for (let path = queue.shift(); path !== undefined && acts.length < 900; path = queue.shift()) {
    const at = path;
    if (!isNew(kindOf(at), 2)) continue;
    acts.push({ name: `GET ${at}`, run: () => page(at) });
    const html = await undone(() => page(at));
    for (const [, href = ''] of html.matchAll(/href="(\/[^"#]*)/g)) {
      const link = href.replaceAll('&amp;', '&');
      if (!/^\/(docs|assets|openapi|llms|outreach)/.test(link) && (kinds.get(kindOf(link)) ?? 0) < 2)
        queue.push(link);
    }
    for (const { action, method, fields } of formsIn(html)) {
      const to = action === '' ? at : action;
      if (method === 'get') {
        queue.push(`${to.split('?')[0]}?${new URLSearchParams(filled(fields))}`);
      } else if (isNew(`POST ${kindOf(to)} ${fields.map(({ name }) => name).join()}`, 3)) {
        const form = filled(fields);
        acts.push({
          name: `POST ${to} ${new URLSearchParams(form)}`.slice(0, 200),
          run: () => page(to, form),
        });
      }
    }
  }
  return acts;
}

/** A path without its ids and values. */
function kindOf(path: string): string {
  const [at = '', query = ''] = path.split('?');
  return `${at.replaceAll(/[a-z]{3}_[0-9a-z]{26}/g, ':id')}?${[...new URLSearchParams(query).keys()].join()}`;
}

interface FormField {
  name: string;
  value: string;
  type: string;
}

function formsIn(html: string): { action: string; method: string; fields: FormField[] }[] {
  return [...html.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/g)].flatMap(([, opening = '', inside = '']) => {
    const base = {
      action: valueOf(opening, 'action') ?? '',
      method: (valueOf(opening, 'method') ?? 'get').toLowerCase(),
    };
    const fields: FormField[] = [];
    for (const [, tag = ''] of inside.matchAll(/<input\b([^>]*)>/g)) {
      const type = valueOf(tag, 'type') ?? 'text';
      const name = valueOf(tag, 'name');
      if (!name || type === 'file' || type === 'submit') continue;
      if (/^(checkbox|radio)$/.test(type) && !/\bchecked\b/.test(tag)) continue;
      fields.push({ name, value: valueOf(tag, 'value') ?? (type === 'checkbox' ? 'on' : ''), type });
    }
    for (const [, tag = '', text = ''] of inside.matchAll(/<textarea\b([^>]*)>([\s\S]*?)<\/textarea>/g)) {
      const name = valueOf(tag, 'name');
      if (name) fields.push({ name, value: decoded(text), type: 'text' });
    }
    for (const [, tag = '', options = ''] of inside.matchAll(/<select\b([^>]*)>([\s\S]*?)<\/select>/g)) {
      const name = valueOf(tag, 'name');
      const all = [...options.matchAll(/<option\b([^>]*)>/g)].map(([, option = '']) => option);
      const chosen = all.find((option) => /\bselected\b/.test(option)) ?? all[0] ?? '';
      if (name) fields.push({ name, value: valueOf(chosen, 'value') ?? '', type: 'select' });
    }
    const buttons = [...inside.matchAll(/<button\b([^>]*)>/g)].flatMap(([, tag = '']) => {
      const name = valueOf(tag, 'name');
      return name ? [{ name, value: valueOf(tag, 'value') ?? '', type: 'button' }] : [];
    });
    return buttons.length === 0
      ? [{ ...base, fields }]
      : buttons.map((button) => ({ ...base, fields: [...fields, button] }));
  });
}

function valueOf(tag: string, name: string): string | undefined {
  const [, value] = new RegExp(`\\b${name}="([^"]*)"`).exec(tag) ?? [];
  return value === undefined ? undefined : decoded(value);
}

function decoded(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}

/** The form as a person would send it: what is empty gets something that fits. */
function filled(fields: readonly FormField[]): Field[] {
  return fields.map(({ name, value, type }) => {
    if (value !== '' || type === 'hidden' || type === 'button' || type === 'select') return [name, value];
    if (type === 'email' || /email|address/.test(name)) return [name, 'somebody.new@people.example'];
    if (type === 'url' || /url/.test(name)) return [name, 'https://files.example/a.pdf'];
    if (type === 'password') return [name, 'four words nobody guesses'];
    if (type === 'number') return [name, '3'];
    if (type === 'date') return [name, '2026-11-20'];
    return [name, /slug/.test(name) ? 'some-words' : 'Some words'];
  });
}

/** What the jobs do for an account, some of it once in a while only. */
const CHORES = {
  ageScores: (account: Account) => ageScores(account),
  completeCampaigns: (account: Account) => completeCampaigns(account),
  judgeDeliverability: (account: Account) => judgeDeliverability(account),
  joiningCampaigns: (account: Account) => joiningCampaigns(account),
  settleOldDoubts: (account: Account) => settleOldDoubts(account),
  pruneHalfAssets: (account: Account) => pruneHalfAssets(account),
  pruneRawMails: (account: Account) => pruneRawMails(account),
  pruneRuns: (account: Account) => pruneRuns(account),
  pruneSessions: (account: Account) => pruneSessions(account),
  pruneUsedForms: (account: Account) => pruneUsedForms(account),
  pruneVisits: (account: Account) => pruneVisits(account),
  resumeMended: (account: Account) => resumeMended(account),
  readRefusedInboxes: (account: Account) => readRefusedInboxes(account),
  readSender: (account: Account) => readSender(account),
  claimRetries: (account: Account) => claimRetries(account, { limit: 50 }),
  settleDelivered: (account: Account) => settleDelivered(account, { limit: 500 }),
  settleExpiredClaims: (account: Account) => settleExpiredClaims(account),
  startScheduled: (account: Account) => startScheduled(account),
};

function chores({ account }: Twins): Act[] {
  return Object.entries(CHORES).map(([name, work]) => ({
    name,
    run: async () => JSON.stringify((await work(account)) ?? null),
  }));
}

/** One turn of each job, for the account alone. Those that speak to a mail server have none to speak to. */
function jobs({ db, account: acting }: Twins): Act[] {
  const log = createLog('silent');
  return JOBS.filter(({ name }) => name !== 'check_domains').map((job) => ({
    name: `job ${job.name}`,
    run: async () => {
      const told: string[] = [];
      const account = (id: string) => forAccount(db, id, { kind: 'system' });
      const context: JobContext = {
        db,
        clock: () => new Date(),
        log,
        signal: AbortSignal.timeout(5_000),
        settings: {
          publicUrl: 'http://localhost:4400',
          smtpUrl: undefined,
          secretKeys: async () => ({ current: randomBytes(32) }) as never,
        },
        limit: job.limit,
        batch: 500,
        account,
        forEach: async (ids, work) => {
          let items = 0;
          for (const id of [...ids].filter((one) => one === acting.id)) {
            await work(account(id), {
              done: (n = 1) => void (items += n),
              failed: (item, reason) => void told.push(`${item} ${reason}`),
            }).catch((error: unknown) => void told.push(String(error)));
          }
          return items;
        },
      };
      const items = await job.run(context);
      await job.end?.();
      return `${items}\n${told.toSorted().join('\n')}`;
    },
  }));
}
