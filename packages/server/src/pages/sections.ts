/** The sections of the application, in the order of the navigation. */
export const SECTIONS = [
  { name: 'dashboard', label: 'Dashboard', path: '/' },
  { name: 'magnets', label: 'Magnets', path: '/magnets' },
  { name: 'subscribers', label: 'Subscribers', path: '/subscribers' },
  { name: 'campaigns', label: 'Campaigns', path: '/campaigns' },
  { name: 'inbox', label: 'Inbox', path: '/inbox' },
  { name: 'sending-inboxes', label: 'Sending inboxes', path: '/sending-inboxes' },
  { name: 'outbox', label: 'Outbox', path: '/outbox' },
  { name: 'suppressions', label: 'Suppressions', path: '/suppressions' },
  { name: 'activity', label: 'Activity', path: '/activity' },
  { name: 'ai-usage', label: 'AI usage', path: '/ai-usage' },
  { name: 'settings', label: 'Settings', path: '/settings' },
] as const;

export type Section = (typeof SECTIONS)[number]['name'];
