import { type Account, editSubscriber, readSubscriber, Refusal } from '@lodestone/core';

import { type Answer, goTo } from '../answer.ts';
import type { Asked } from '../page.ts';
import { textOf } from '../query.ts';
import { subscriberPage } from './detail.tsx';
import { valuesOf } from './edit-form.tsx';

export async function saveSubscriber(account: Account, { params, form }: Asked): Promise<Answer> {
  const id = params['id'] ?? '';
  const subscriber = await readSubscriber(account, { id });
  const values = {
    first_name: textOf(form, 'first_name'),
    last_name: textOf(form, 'last_name'),
    tags: textOf(form, 'tags').replaceAll('\r\n', '\n'),
  };
  // A tag may itself hold a line break; tags that nobody touched are left as they are.
  const touched = values.tags !== valuesOf(subscriber).tags.trim();
  try {
    await editSubscriber(account, { id, ...values, tags: touched ? values.tags.split('\n') : undefined });
  } catch (error) {
    if (!(error instanceof Refusal) || error.field === undefined) throw error;
    return subscriberPage(account, subscriber, {
      values,
      errors: { [error.field]: error.message },
    });
  }
  return goTo(`/subscribers/${id}`, 'subscriber_saved');
}
