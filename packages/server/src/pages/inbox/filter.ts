import { CLASSIFIED_INTENTS, CONVERSATION_VIEWS, type ConversationFilter } from '@lodestone/core';

import { addressOf, choiceOf, textOf } from '../query.ts';

/** Intents in the order of their keys: 1 to 9. */
export const INTENTS = [...CLASSIFIED_INTENTS, 'replied', 'no_reply'] as const;

/** Which part of the inbox an address asks for. */
export interface InboxFilter extends ConversationFilter {
  /** The conversation that the page of the list follows. */
  after?: string | undefined;
  /** Whether the address names a list at all: somebody goes through it. */
  going: boolean;
}

export function filterOf(query: URLSearchParams): InboxFilter {
  const intent = textOf(query, 'intent');
  return {
    show: choiceOf(query, 'show', CONVERSATION_VIEWS),
    intent: INTENTS.find((known) => known === intent),
    search: textOf(query, 'search') || undefined,
    after: textOf(query, 'after') || undefined,
    going: query.has('show'),
  };
}

/** A page of the inbox, in the same list. */
export function withFilter(
  path: string,
  { show, intent, search, after }: Omit<InboxFilter, 'going'>,
): string {
  return addressOf(path, { show, intent, search, after });
}

/** A path in the inbox, with the filter of the list that the reader is going through, if they are. */
export function keepingFilter(path: string, filter: InboxFilter): string {
  return filter.going ? withFilter(path, filter) : path;
}
