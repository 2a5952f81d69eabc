import { readFileSync } from 'node:fs';

import { toWire } from '@lodestone/core';

import type { Act, Ask } from './act.ts';
import type { Twins } from './twins.ts';

const DOCUMENT = new URL('../../../packages/server/openapi.json', import.meta.url);

/** Each operation of the document, with the ids of the account's own rows, and each of its examples' parameters. */
export async function operations({ account, key }: Twins, ask: Ask): Promise<Act[]> {
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
