import { editSubscriber, readSubscriber, Refusal } from '@lodestone/core';

import { goTo } from '../answer.ts';
import type { Shell } from '../index.ts';
import type { PageHandler } from '../page.ts';
import { textOf } from '../query.ts';
import { subscriberPage } from './detail.tsx';
import { valuesOf } from './edit-form.tsx';

export function saveSubscriber(shell: Shell): PageHandler {
  return async (account, asked) => {
    const id = asked.params['id'] ?? '';
    const subscriber = await readSubscriber(account, { id });
    const values = {
      first_name: textOf(asked.form, 'first_name'),
      last_name: textOf(asked.form, 'last_name'),
      tags: textOf(asked.form, 'tags').replaceAll('\r\n', '\n'),
    };
    // A tag may itself hold a line break; tags that nobody touched are left as they are.
    const touched = values.tags !== valuesOf(subscriber).tags.trim();
    try {
      await editSubscriber(account, { id, ...values, tags: touched ? values.tags.split('\n') : undefined });
    } catch (error) {
      if (!(error instanceof Refusal) || error.field === undefined) throw error;
      return subscriberPage(shell, account, asked, subscriber, {
        values,
        errors: { [error.field]: error.message },
      });
    }
    return goTo(`/subscribers/${id}`, 'subscriber_saved');
  };
}
