import {
  type Account,
  type Audience,
  type BulkChange,
  changeSubscribers,
  type Chosen,
  listSubscribers,
  Refusal,
} from '@lodestone/core';

import { type Answer, goTo, type Shown } from '../answer.ts';
import { Card, Note, PageTitle } from '../components/card.tsx';
import type { Flash } from '../flash.ts';
import { counted } from '../format.ts';
import { type Asked, WORKS_FOR } from '../page.ts';
import { textOf } from '../query.ts';
import type { RefusedBulk } from './bulk-bar.tsx';
import { audienceOf, listAddress } from './filters.ts';
import { listPage } from './list.tsx';

const CHANGES = {
  tag: { title: 'Adding a tag', flash: 'bulk_tagged' },
  untag: { title: 'Removing a tag', flash: 'bulk_untagged' },
  enroll: { title: 'Enrolling leads', flash: 'bulk_enrolled' },
  unsubscribe: { title: 'Unsubscribing', flash: 'bulk_unsubscribed' },
} as const satisfies Record<BulkChange['do'], { title: string; flash: Flash }>;

/** `POST /subscribers/bulk`: as much as fits into one request; then a page that goes on, or the list again. */
export async function changeMany(account: Account, { form, query }: Asked): Promise<Answer> {
  try {
    return await changeChosen(account, form, query);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code === 'not_found') throw error;
    return listPage(account, query, { bulk: refusedBulk(form, error) });
  }
}

function refusedBulk(form: URLSearchParams, { message }: Refusal): RefusedBulk {
  return {
    error: message,
    ids: form.getAll('id'),
    all: form.has('all'),
    tag: textOf(form, 'tag'),
    campaign_id: textOf(form, 'campaign_id'),
  };
}

async function changeChosen(
  account: Account,
  form: URLSearchParams,
  query: URLSearchParams,
): Promise<Answer> {
  const change = changeOf(form);
  const chosen = chosenOf(form, query);
  if (change.do === 'unsubscribe' && textOf(form, 'sure') !== '1')
    return confirmPage(form, query, await subscribedOf(account, chosen));
  const until = performance.now() + WORKS_FOR;
  let [from, changed] = [countOf(form, 'from'), countOf(form, 'changed')];
  do {
    const progress = await changeSubscribers(account, chosen, change, from);
    changed += progress.changed;
    if (progress.next === null) return goTo(listAddress('/subscribers', query), CHANGES[change.do].flash);
    from = progress.next;
  } while (performance.now() < until);
  return progressPage(form, query, change, { from, changed });
}

function changeOf(form: URLSearchParams): BulkChange {
  const what = textOf(form, 'do');
  if (what === 'tag' || what === 'untag') return { do: what, tag: textOf(form, 'tag') };
  if (what === 'enroll') {
    const campaign_id = textOf(form, 'campaign_id');
    if (campaign_id === '') throw new Refusal('invalid_parameter', 'Choose the campaign to enroll them in.');
    return { do: 'enroll', campaign_id };
  }
  if (what === 'unsubscribe') return { do: 'unsubscribe' };
  throw new Refusal('invalid_parameter', 'Choose what to do: add or remove a tag, enroll or unsubscribe.');
}

function chosenOf(form: URLSearchParams, query: URLSearchParams): Chosen {
  if (textOf(form, 'all') === '1') return { audience: audienceOf(query) };
  const ids = form.getAll('id');
  if (ids.length === 0)
    throw new Refusal('invalid_parameter', 'Select at least one subscriber, or all that match.');
  return { ids };
}

function countOf(form: URLSearchParams, name: string): number {
  const digits = textOf(form, name);
  return /^\d{1,9}$/.test(digits) ? Number(digits) : 0;
}

/** How many are meant; of all that match, those who are still subscribed. */
async function subscribedOf(account: Account, chosen: Chosen): Promise<number> {
  if ('ids' in chosen) return chosen.ids.length;
  const subscribed =
    chosen.audience.status === 'unsubscribed' ? 0 : await countSubscribed(account, chosen.audience);
  if (subscribed === 0) {
    throw new Refusal('invalid_parameter', 'Everyone who matches is already unsubscribed.');
  }
  return subscribed;
}

async function countSubscribed(account: Account, audience: Audience): Promise<number> {
  const active = { ...audience, status: 'active' as const };
  return (await listSubscribers(account, { ...active, order: 'recent', limit: 1, offset: 0 })).total_matching;
}

function confirmPage(form: URLSearchParams, query: URLSearchParams, subscribed: number): Shown {
  const whom = counted(subscribed, 'subscriber');
  return {
    title: 'Unsubscribe',
    section: 'subscribers',
    body: (
      <>
        <PageTitle up={{ path: listAddress('/subscribers', query), label: 'Subscribers' }}>
          Unsubscribe {whom}?
        </PageTitle>
        <Card title="What happens">
          <p>
            They receive nothing further: queued emails are cancelled, and they leave their campaigns. Only
            they can subscribe again.
          </p>
          <form method="post" action={listAddress('/subscribers/bulk', query)}>
            <Carried form={form} />
            <button type="submit" name="sure" value="1" class="danger">
              Unsubscribe {whom}
            </button>
          </form>
        </Card>
      </>
    ),
  };
}

function progressPage(
  form: URLSearchParams,
  query: URLSearchParams,
  change: BulkChange,
  { from, changed }: { from: number; changed: number },
): Shown {
  return {
    title: CHANGES[change.do].title,
    section: 'subscribers',
    scripted: true,
    body: (
      <>
        <PageTitle>{CHANGES[change.do].title}</PageTitle>
        <Note>
          <p role="status">
            {counted(changed, 'subscriber')} changed so far. Stay on this page until it is done.
          </p>
        </Note>
        <form method="post" action={listAddress('/subscribers/bulk', query)} data-continue>
          <Carried form={form} />
          <input type="hidden" name="from" value={String(from)} />
          <input type="hidden" name="changed" value={String(changed)} />
          <div class="row">
            <button type="submit" class="primary">
              Continue
            </button>
            <a href={listAddress('/subscribers', query)}>Stop here</a>
          </div>
        </form>
      </>
    ),
  };
}

/** What was asked for, to be asked for again. */
function Carried({ form }: { form: URLSearchParams }) {
  return (
    <>
      {[...form]
        .filter(([name]) => !['from', 'changed'].includes(name))
        .map(([name, value], index) => (
          <input key={index} type="hidden" name={name} value={value} />
        ))}
    </>
  );
}
