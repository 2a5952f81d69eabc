import type { Role } from '@lodestone/core';

import { Tabs } from '../components/tabs.tsx';
import { mayUse } from '../roles.ts';

const TABS = [
  { value: 'account', label: 'Account', path: '/settings/account' },
  { value: 'users', label: 'Users', path: '/settings/users' },
  { value: 'sign-in', label: 'Your sign-in', path: '/settings/sign-in' },
  { value: 'developers', label: 'Developers', path: '/settings/developers' },
  { value: 'branding', label: 'Branding', path: '/settings/branding' },
  { value: 'ai-model', label: 'AI model', path: '/settings/ai-model' },
  { value: 'audit', label: 'Audit log', path: '/settings/audit' },
] as const;

/** The pages of settings that the user may open. Where no role is given it is a page of owners alone. */
export function SettingsTabs({
  current,
  role = 'owner',
}: {
  current: (typeof TABS)[number]['value'];
  role?: Role;
}) {
  return <Tabs name="Settings" current={current} tabs={tabsOf(role)} />;
}

/** The path of the page that settings open on: the first that the user may open. */
export function firstTab(role: Role): string {
  return tabsOf(role)[0]?.path ?? '/';
}

function tabsOf(role: Role) {
  return TABS.filter(({ path }) => mayUse(role, 'GET', path));
}
