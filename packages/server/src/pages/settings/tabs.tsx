import { Tabs } from '../components/tabs.tsx';

export function SettingsTabs({ current }: { current: 'developers' | 'account' }) {
  return (
    <Tabs
      name="Settings"
      current={current}
      tabs={[
        { value: 'developers', label: 'Developers', path: '/settings/developers' },
        { value: 'account', label: 'Account and sessions', path: '/settings/account' },
      ]}
    />
  );
}
