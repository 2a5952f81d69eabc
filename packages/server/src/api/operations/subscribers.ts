import {
  type Bound,
  editSubscriber,
  listSubscribers,
  readSubscriber,
  readTimestamp,
  unsubscribe,
} from '@lodestone/core';

import type { Handlers } from './handlers.ts';

export const subscribers: Pick<
  Handlers,
  'listSubscribers' | 'getSubscriber' | 'updateSubscriber' | 'unsubscribeSubscriber'
> = {
  listSubscribers: ({ account }, { created_after, created_before, ...input }) =>
    listSubscribers(account, {
      ...input,
      created_after: momentOf(created_after, 'after'),
      created_before: momentOf(created_before, 'before'),
    }),
  getSubscriber: ({ account }, { id }) => readSubscriber(account, { id }),
  updateSubscriber: ({ account }, { id, tags, first_name, last_name }) =>
    editSubscriber(account, { id, tags, first_name, last_name }),
  unsubscribeSubscriber: ({ account }, { id }) => unsubscribe(account, { id }),
};

/** Whether it is a moment was checked before. */
function momentOf(text: string | undefined, bound: Bound): Date | undefined {
  if (text === undefined) return undefined;
  const moment = readTimestamp(text, bound);
  if (moment === null) throw new Error('A filter that is not a moment came past the document.');
  return moment;
}
