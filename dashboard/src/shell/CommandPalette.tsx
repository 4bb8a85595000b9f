import { useMantineColorScheme } from '@mantine/core';
import { Spotlight, type SpotlightActionData } from '@mantine/spotlight';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Icon, type IconName } from '../components/Icon.tsx';
import { useSettingsPages } from '../features/settings/use-settings-pages.ts';
import { palette, paletteStore } from './commands.ts';
import { useNavigation } from './use-navigation.ts';

/** Every page and what is done often, by its name: Mod+K. */
export default function CommandPalette({ requests }: { requests: number }) {
  const navigate = useNavigate();
  const { setColorScheme } = useMantineColorScheme();
  const pages = useNavigation().map(({ to, label, icon }) =>
    command(`Go to ${label}`, icon, () => void navigate({ to })),
  );
  const settings = useSettingsPages()
    .flatMap((group) => group.pages)
    .map(({ to, label }) => command(`Go to settings: ${label}`, 'settings', () => void navigate({ to })));
  // Each request opens it again; it is closed by Escape, and by what is chosen.
  useEffect(() => palette.open(), [requests]);
  const actions = [
    ...pages,
    ...settings,
    command('Use light colors', 'sun', () => setColorScheme('light')),
    command('Use dark colors', 'moon', () => setColorScheme('dark')),
    command("Use the system's colors", 'settings', () => setColorScheme('auto')),
    command('Open the API reference', 'external', () => window.location.assign('/docs')),
  ];
  return (
    <Spotlight
      actions={actions}
      store={paletteStore}
      shortcut={null}
      nothingFound="Nothing is called that."
      highlightQuery
      attributes={{ content: { 'aria-label': 'Pages and actions' } }}
      // There is nothing to lose in it.
      closeOnClickOutside
      searchProps={{
        placeholder: 'Pages and actions',
        leftSection: <Icon name="search" />,
        'aria-label': 'Search pages and actions',
      }}
    />
  );
}

function command(label: string, icon: IconName, onClick: () => void): SpotlightActionData {
  return { id: label, label, onClick, leftSection: <Icon name={icon} /> };
}
