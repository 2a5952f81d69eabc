import type { Scope } from '@lodestone/core';

/** What each scope lets a key do, in words for the person who grants it. Complete by type. */
export const GRANTS: Record<Scope, string> = {
  'account:read': 'See the account, its AI usage, its job history and its sending inboxes',
  'magnets:read': 'See magnets and how they perform',
  'magnets:write': 'Publish, hide and archive magnets',
  'subscribers:read': 'See subscribers: addresses, scores, tags and engagement',
  'subscribers:write': 'Change names and tags, and unsubscribe people (it cannot undo that)',
  'campaigns:read': 'See campaigns, their leads and their metrics',
  'campaigns:write': 'Pause and resume campaigns',
  'unibox:read': 'Read conversations, and the replies by intent',
  'unibox:write': 'Set the intent of a reply',
  'analytics:read': 'See the dashboard’s figures',
};
