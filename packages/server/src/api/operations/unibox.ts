import { readConversation, readUnibox, setReplyIntent } from '@lodestone/core';

import type { Handlers } from './handlers.ts';

export const unibox: Pick<Handlers, 'getUnibox' | 'getConversation' | 'updateConversation'> = {
  getUnibox: ({ account }) => readUnibox(account),
  getConversation: ({ account }, { enrollmentId }) => readConversation(account, { id: enrollmentId }),
  updateConversation: ({ account }, { enrollmentId, reply_intent }) =>
    setReplyIntent(account, { id: enrollmentId, reply_intent }),
};
