import {
  type Account,
  deleteFilter,
  editSubscriber,
  readSubscriber,
  Refusal,
  saveFilter,
} from '@lodestone/core';

import { type Answer, goTo } from '../answer.ts';
import { fieldErrors } from '../field-errors.ts';
import type { Asked } from '../page.ts';
import { addressOf, textOf } from '../query.ts';
import { subscriberPage } from './detail.tsx';
import { shownIn, typedIn } from './edit-form.tsx';
import { listAddress } from './filters.ts';
import { listPage } from './list.tsx';
import { queryIn } from './saved-filters.tsx';

/** Writes the fields that were edited, and no other: somebody else may have changed those since the form was opened. */
export async function saveSubscriber(account: Account, { params, form, query }: Asked): Promise<Answer> {
  const id = params['id'] ?? '';
  const list = textOf(query, 'list');
  const values = typedIn(form);
  const shown = shownIn(form);
  const edited = (name: keyof typeof values) => (values[name] === shown[name] ? undefined : values[name]);
  try {
    await editSubscriber(account, {
      id,
      first_name: edited('first_name'),
      last_name: edited('last_name'),
      // A tag may itself hold a line break, so that only a list that was edited is read line by line.
      tags: edited('tags')?.split('\n'),
    });
  } catch (error) {
    const errors = fieldErrors(error);
    return subscriberPage(await readSubscriber(account, { id }), {
      list,
      refused: { values, shown, errors },
    });
  }
  return goTo(addressOf(`/subscribers/${id}`, { list }), 'subscriber_saved');
}

/** `POST /subscribers/filters`: saves the filters of the address under the name of the form. */
export async function saveFilterNow(account: Account, { form, query }: Asked): Promise<Answer> {
  const address = listAddress('/subscribers', query);
  const name = textOf(form, 'name');
  try {
    await saveFilter(account, { name, query: queryIn(address) });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return listPage(account, query, { filter: { name, error: error.message } });
  }
  return goTo(address, 'filter_saved');
}

/** `POST /subscribers/filters/{id}/delete` */
export async function deleteFilterNow(account: Account, { params, query }: Asked): Promise<Answer> {
  await deleteFilter(account, { id: params['id'] ?? '' });
  return goTo(listAddress('/subscribers', query), 'filter_deleted');
}
