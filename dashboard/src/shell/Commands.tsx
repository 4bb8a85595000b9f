import { useHotkeys } from '@mantine/hooks';
import { lazy, Suspense, useSyncExternalStore } from 'react';
import { commandRequests, openCommands } from './commands.ts';

const CommandPalette = lazy(() => import('./CommandPalette.tsx'));

/** Mod+K everywhere, in fields too. The palette is loaded when it is wanted first. */
export function Commands() {
  const requests = useSyncExternalStore(commandRequests.subscribe, commandRequests.count);
  useHotkeys([['mod+K', openCommands]], []);
  return <Suspense>{requests > 0 && <CommandPalette requests={requests} />}</Suspense>;
}
