import { type Account, type AuditEntry, listAuditLog, listUsers } from '@lodestone/core';

import type { Answer } from '../../answer.ts';
import { Card, Empty, PageTitle } from '../../components/card.tsx';
import { Input, type Option, Select } from '../../components/field.tsx';
import { Table } from '../../components/table.tsx';
import { Address, Text } from '../../components/text.tsx';
import { Moment } from '../../figure.tsx';
import type { Asked as PageAsked } from '../../page.ts';
import { addressOf } from '../../query.ts';
import { SettingsTabs } from '../tabs.tsx';
import { type Asked, askedOf, KINDS } from './filter.ts';
import { detailsOf, WHAT, wordsOf } from './words.ts';

const PATH = '/settings/audit';

/** Entries of a page. */
const SHOWN = 50;

/** Settings, Audit log: who did what, and when. */
export async function showAuditLog(account: Account, { query }: PageAsked): Promise<Answer> {
  const { typed, filter, errors, after } = askedOf(query);
  const { data, more } = await listAuditLog(account, { ...filter, after, limit: SHOWN });
  const filtered = Object.values(typed).some((value) => value !== '');
  return {
    title: 'Audit log',
    section: 'settings',
    body: (
      <>
        <PageTitle>Settings</PageTitle>
        <SettingsTabs current="audit" />
        <FilterForm
          typed={typed}
          errors={errors}
          who={await whoThereIs(account, typed.who)}
          filtered={filtered}
        />
        <Card title="Who did what" aside={<span class="small muted">Latest first</span>}>
          {data.length === 0 ? <None /> : <Entries entries={data} />}
          <Pager typed={typed} after={after} next={more ? data.at(-1)?.id : undefined} />
        </Card>
      </>
    ),
  };
}

/** Everybody who can be chosen; whoever the address names stays chosen, even when they are gone. */
async function whoThereIs(account: Account, chosen: string): Promise<Option[]> {
  const users = await listUsers(account);
  const offered = [
    { value: '', label: 'Anyone' },
    ...users.map(({ id, email }) => ({ value: id, label: email })),
    ...KINDS,
  ];
  const another = chosen.startsWith('key_') ? 'One API key' : 'Someone else';
  return offered.some(({ value }) => value === chosen)
    ? offered
    : [...offered, { value: chosen, label: another }];
}

function FilterForm({
  typed,
  errors,
  who,
  filtered,
}: Pick<Asked, 'typed' | 'errors'> & { who: readonly Option[]; filtered: boolean }) {
  return (
    <form method="get" action={PATH} class="card" role="search" aria-label="Filter the audit log">
      <div class="filters">
        <Select name="who" label="Who" options={who} value={typed.who} />
        <Select
          name="what"
          label="What"
          options={[{ value: '', label: 'Anything' }, ...WHAT]}
          value={typed.what}
        />
        <Input name="from" label="From" type="date" value={typed.from} error={errors.from} />
        <Input name="until" label="Until" type="date" value={typed.until} error={errors.until} />
        <div class="row">
          <button type="submit" class="primary">
            Apply
          </button>
          {filtered && <a href={PATH}>Clear</a>}
        </div>
      </div>
    </form>
  );
}

function Pager({ typed, after, next }: Pick<Asked, 'typed' | 'after'> & { next: string | undefined }) {
  if (after === undefined && next === undefined) return null;
  return (
    <nav class="row" aria-label="Pages">
      {after !== undefined && (
        <a class="button quiet" href={addressOf(PATH, { ...typed })}>
          ← Latest
        </a>
      )}
      {next !== undefined && (
        <a class="button quiet" rel="next" href={addressOf(PATH, { ...typed, after: next })}>
          Older →
        </a>
      )}
    </nav>
  );
}

function None() {
  return (
    <Empty title="Nothing matches">
      <p>
        <a href={PATH}>Show everything</a>
      </p>
    </Empty>
  );
}

function Entries({ entries }: { entries: readonly AuditEntry[] }) {
  return (
    <Table name="Who did what" broad head={['What', 'Who', 'When', 'Details']}>
      {entries.map((entry) => (
        <tr key={entry.id}>
          <th scope="row">
            <What entry={entry} />
          </th>
          <td>
            <Who actor={entry.actor} />
          </td>
          <td>
            <Moment value={entry.at} />
          </td>
          <td class="small long">
            <Details details={entry.details} />
          </td>
        </tr>
      ))}
    </Table>
  );
}

/** A user or a key leads to all that they did. */
function Who({ actor: { kind, id, name } }: { actor: AuditEntry['actor'] }) {
  if (id === null) return <a href={addressOf(PATH, { who: kind })}>{ALONE[kind]}</a>;
  const label = name ?? (kind === 'key' ? 'An API key' : 'A removed user');
  return (
    <a href={addressOf(PATH, { who: id })}>
      {kind === 'key' && 'API key '}
      <Address>{label}</Address>
    </a>
  );
}

/** Actors without a name of their own. */
const ALONE: Record<AuditEntry['actor']['kind'], string> = {
  user: 'A user',
  key: 'An API key',
  subscriber: 'Subscriber or visitor',
  operator: 'Server administrator',
  system: 'Lodestone',
};

function Details({ details }: Pick<AuditEntry, 'details'>) {
  const facts = detailsOf(details);
  if (facts.length === 0) return null;
  return (
    <ul class="plain">
      {facts.map(({ name, value }) => (
        <li key={name}>
          <span class="muted">{name}:</span> <Text most={160}>{value}</Text>
        </li>
      ))}
    </ul>
  );
}

/** Pages of the objects that the log names, by the beginning of their id. */
const PAGES = new Map([
  ['cmp', '/campaigns'],
  ['eml', '/sending-inboxes'],
  ['enr', '/inbox'],
  ['mag', '/magnets'],
  ['sub', '/subscribers'],
]);

/** The page of what was acted on; none for what was deleted by it. */
function pageOf({ object, action }: AuditEntry): string | undefined {
  if (object === null || /\.(delete|remove|erase)$/.test(action)) return undefined;
  const page = PAGES.get(object.slice(0, 3));
  return page && `${page}/${object}`;
}

function What({ entry }: { entry: AuditEntry }) {
  const path = pageOf(entry);
  const words = wordsOf(entry.action);
  return path === undefined ? <>{words}</> : <a href={path}>{words}</a>;
}
