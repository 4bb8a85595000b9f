import { allows } from '@parley/contract';
import { useRouter } from '@tanstack/react-router';
import { useSession } from '../session/use-session.ts';
import { type SettingsGroup, settingsGroups } from './settings-pages.ts';

/** The pages of the settings that are there and that the user may see. */
export function useSettingsPages(): SettingsGroup[] {
  const { permissions } = useSession();
  const { routesByPath } = useRouter();
  return settingsGroups
    .map(({ label, pages }) => ({
      label,
      pages: pages.filter(
        ({ to, permission }) => to in routesByPath && (permission === undefined || allows(permissions, permission)),
      ),
    }))
    .filter(({ pages }) => pages.length > 0);
}
