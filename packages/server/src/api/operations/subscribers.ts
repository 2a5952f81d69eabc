import { editSubscriber, listSubscribers, readSubscriber, unsubscribe } from '@lodestone/core';

import { readTimestamp } from '../timestamp.ts';
import type { Handlers } from './handlers.ts';

export const subscribers: Pick<
  Handlers,
  'listSubscribers' | 'getSubscriber' | 'updateSubscriber' | 'unsubscribeSubscriber'
> = {
  listSubscribers: ({ account }, { created_after, created_before, ...input }) =>
    listSubscribers(account, {
      ...input,
      created_after: momentOf(created_after, 'up'),
      created_before: momentOf(created_before, 'down'),
    }),
  getSubscriber: ({ account }, { id }) => readSubscriber(account, { id }),
  updateSubscriber: ({ account }, { id, tags, first_name, last_name }) =>
    editSubscriber(account, { id, tags, first_name, last_name }),
  unsubscribeSubscriber: ({ account }, { id }) => unsubscribe(account, { id }),
};

/** Rows have milliseconds, so a bound between two of them moves inwards. Whether it is a moment was checked before. */
function momentOf(text: string | undefined, rounding: 'up' | 'down'): Date | undefined {
  if (text === undefined) return undefined;
  const moment = readTimestamp(text, rounding);
  if (moment === null) throw new Error('A filter that is not a moment came past the document.');
  return moment;
}
