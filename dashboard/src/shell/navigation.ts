import type { IconName } from '../components/Icon.tsx';

export interface NavigationItem {
  /** A route's path. Where there is no such route the item is not shown. */
  to: string;
  label: string;
  icon: IconName;
}

export const navigation: readonly NavigationItem[] = [
  { to: '/', label: 'Home', icon: 'home' },
  { to: '/agents', label: 'Agents', icon: 'agents' },
  { to: '/knowledge', label: 'Knowledge', icon: 'knowledge' },
  { to: '/calls', label: 'Calls', icon: 'calls' },
  { to: '/batches', label: 'Batches', icon: 'batches' },
  { to: '/numbers', label: 'Numbers', icon: 'numbers' },
  { to: '/trunks', label: 'Trunks', icon: 'trunks' },
  { to: '/analytics', label: 'Analytics', icon: 'analytics' },
  { to: '/settings', label: 'Settings', icon: 'settings' },
];
