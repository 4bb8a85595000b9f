import type { Permission } from '@parley/contract';

interface SettingsPage {
  /** A route's path. Where there is no such route the page is not shown. */
  to: string;
  label: string;
  /** Left out: every user sees it. */
  permission?: Permission;
}

export interface SettingsGroup {
  label: string;
  pages: readonly SettingsPage[];
}

/** What can be set, and by whom. A new page is added here. */
export const settingsGroups: readonly SettingsGroup[] = [
  {
    label: 'You',
    pages: [
      { to: '/settings/profile', label: 'Profile' },
      { to: '/settings/security', label: 'Password and sign-in' },
      { to: '/settings/sessions', label: 'Sessions' },
    ],
  },
  {
    label: 'Account',
    pages: [
      { to: '/settings/account', label: 'Account' },
      { to: '/settings/plan', label: 'Plan and limits' },
      { to: '/settings/users', label: 'Users', permission: 'users:write' },
      { to: '/settings/audit', label: 'Audit log', permission: 'users:write' },
    ],
  },
  {
    label: 'Programs',
    pages: [
      { to: '/settings/keys', label: 'API Keys', permission: 'keys:write' },
      { to: '/settings/webhooks', label: 'Webhooks', permission: 'webhooks:write' },
    ],
  },
  {
    label: 'Calls',
    pages: [
      { to: '/settings/suppressions', label: 'Suppression list', permission: 'calls:write' },
      { to: '/settings/retention', label: 'Data retention', permission: 'account:write' },
      { to: '/settings/providers', label: 'Providers', permission: 'providers:write' },
      { to: '/settings/prices', label: 'Prices', permission: 'providers:write' },
    ],
  },
];
