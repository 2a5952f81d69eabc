import { beforeAll, expect, test } from '@jest/globals';
import {
  type Account,
  fromWire,
  invite,
  type Kind,
  newId,
  saveFilter,
  suppress,
  toWire,
} from '@lodestone/core';
import type { TenantTable } from '@lodestone/core/db/tenant-tables.js';
import { pages } from '@lodestone/server/pages/index.js';
import type { Router } from 'express';
import { sql } from 'kysely';

import { expectFor } from '../../../../scripts/jest/support.ts';
import { signedIn } from '../browser.ts';
import { visit } from '../pages/forms.ts';
import { absent, MALFORMED_IDS } from '../refusals.ts';
import { onOneDatabase, type TestServer } from '../server.ts';

/** What the application answers without a session; all else asks for one. */
const OPEN = /^\/(assets|preferences|sign-in|sign-out)(\/|$)/;

/** Every route of the application, as its own router has them: a page that is added is held to this the same day. */
const ROUTES = routesOf(pages({ config: {} } as Parameters<typeof pages>[0])).filter(
  ({ path }) => !OPEN.test(path),
);
const WITH_IDS = ROUTES.filter(({ path }) => path.includes(':'));

/** Says yes to whatever a form asks. */
const YES =
  'status=archived&role=member&reply_intent=won&reason=x&name=x&sure=1&email=x@people.example&confirm=yes&password=x&body=x';

/** What forms call the ids that they bring. */
const ID_FIELDS = ['campaign_id', 'id', 'inbox', 'inboxes', 'key', 'lead', 'magnet_id'];

/** The table of each kind of id that an address can have. */
const TABLES: [Kind, TenantTable][] = [
  ['usr', 'users'],
  ['ses', 'sessions'],
  ['key', 'api_keys'],
  ['mag', 'magnets'],
  ['sub', 'subscribers'],
  ['dlv', 'deliveries'],
  ['cmp', 'campaigns'],
  ['enr', 'enrollments'],
  ['snd', 'campaign_sends'],
  ['msg', 'inbox_messages'],
  ['eml', 'email_accounts'],
  ['job', 'job_runs'],
  ['sup', 'suppressions'],
  ['mal', 'mails'],
  ['aud', 'audit_log'],
  ['flt', 'saved_filters'],
  ['inv', 'invitations'],
];

onOneDatabase((server) => {
  let cookie: string;
  beforeAll(async () => {
    cookie = await signedIn(server);
  });
  const ask = ({ post, path }: Route, id: string, headers: Record<string, string> = {}) =>
    visit(
      server,
      path.replaceAll(/:\w+/g, () => id),
      post ? { cookie, form: YES + ID_FIELDS.map((name) => `&${name}=${id}`).join(''), headers } : { cookie },
    );

  /** Without its sessions, which are kept alive by being used. */
  const ownRows = async () =>
    (await rowsOf(server, server.account)).filter(({ name }) => name !== 'sessions');

  test('with an id of another account is not found, as one that nothing has, and changes nothing anywhere', async () => {
    const foreign = await idsOf(server.other.account);
    const before = [await rowsOf(server, server.other.account), await ownRows()];
    const found = [];
    for (const route of WITH_IDS) {
      const told = async (id: string) => {
        const { status, location, html } = await ask(route, id);
        return `${status} ${location} ${html}`.replaceAll(id, 'ID');
      };
      const nobodys = await told(absent('mag'));
      for (const id of foreign) {
        const theirs = await told(id);
        if (!theirs.startsWith('404 ')) found.push(`${route.path} of ${id}: ${theirs.slice(0, 80)}`);
        // Only an id of the kind that is asked for may be answered otherwise than one of another.
        if (theirs !== nobodys)
          expectFor(`${route.path} of ${id}`, theirs).toBe(await told(absent(id.slice(0, 3))));
      }
    }
    expect(found).toEqual([]);
    expect([await rowsOf(server, server.other.account), await ownRows()]).toStrictEqual(before);
  });

  test('with an id of what belongs to another of its kind is not found, and changes nothing', async () => {
    const own = await idsOf(server.account);
    const before = await ownRows();
    const nested = WITH_IDS.filter(({ path }) => path.split('/:').length > 2);
    expect(nested.length).toBeGreaterThan(1);
    for (const { post, path } of nested) {
      for (const id of own) {
        for (const above of await strangersTo(server, id)) {
          const [, before, between, after = ''] = /^(.*?):\w+(.*?):\w+(.*)$/.exec(path) ?? [];
          const { status } = await ask({ post, path: `${before}${above}${between}${id}${after}` }, '');
          expectFor(`${path} of ${above} and ${id}`, status).toBe(404);
        }
      }
    }
    expect(await ownRows()).toStrictEqual(before);
  });

  test('with what is no id is there for nobody, and never fails', async () => {
    for (const route of WITH_IDS) {
      for (const id of MALFORMED_IDS) {
        const { status } = await ask(route, id);
        expectFor(`${route.path} of ${id}`, [400, 404]).toContain(status);
      }
    }
  });

  test('asks strangers to sign in, and makes no change that another site asks for', async () => {
    expect(ROUTES.length).toBeGreaterThan(100);
    for (const route of ROUTES) {
      const stranger = await visit(server, route.path, route.post ? { form: {} } : {});
      expectFor(route.path, stranger.location).toMatch(/^\/sign-in(\?|$)/);
      if (!route.post) continue;
      // What was typed is kept on a page of its own.
      expectFor(route.path, (await visit(server, route.path, { form: YES })).status).toBe(401);
      for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }]) {
        expectFor(route.path, (await ask(route, absent('mag'), headers)).status).toBe(403);
      }
    }
  });
});

interface Route {
  post: boolean;
  /** As it is mounted, such as `/magnets/:id`. */
  path: string;
}

function routesOf({ stack }: Router): Route[] {
  return stack.flatMap(({ route, handle }) => {
    if (!route) return 'stack' in handle ? routesOf(handle as Router) : [];
    return route.stack.map(({ method }) => ({ post: method === 'post', path: route.path }));
  });
}

/** An id that nothing has, and campaigns of the own account that an id is not in. */
async function strangersTo({ account }: TestServer, id: string): Promise<string[]> {
  const campaigns = await account
    .select('campaigns')
    .select('id')
    .where(
      'id',
      'not in',
      account
        .select('enrollments')
        .select('campaign_id')
        .where('id', '=', fromWire('enr', id) ?? newId()),
    )
    .limit(2)
    .execute();
  return [absent('cmp'), ...campaigns.map((campaign) => toWire('cmp', campaign.id))];
}

/** An id of each kind that an account has. */
async function idsOf(account: Account): Promise<string[]> {
  await saveFilter(account, { name: 'Some', query: 'search=some' });
  await suppress(account, { kind: 'domain', value: 'some.example', reason: 'manual' });
  await invite(account, { email: 'invited@some.example', role: 'member' });
  const ids = [];
  for (const [kind, table] of TABLES) {
    const row = await account
      .select(table)
      .select(sql<string>`id`.as('id'))
      .executeTakeFirst();
    if (row) ids.push(toWire(kind, row.id));
  }
  expect(ids.length).toBeGreaterThan(12);
  return ids;
}

/** How many rows every table has of an account, and what they come to. */
async function rowsOf({ db }: TestServer, account: Account): Promise<{ name: string }[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'account_id' order by 1`.execute(db);
  return Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await sql<{ count: unknown; hash: string }>`
        select count(*) as count, md5(string_agg(md5(t::text), '' order by md5(t::text))) as hash
        from ${sql.table(name)} as t where account_id = ${account.id}`.execute(db);
      return { name, ...rows[0] };
    }),
  );
}
