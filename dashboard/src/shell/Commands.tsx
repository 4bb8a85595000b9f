import { useHotkeys } from '@mantine/hooks';
import { useSpotlight } from '@mantine/spotlight';
import { lazy, Suspense } from 'react';
import { commandStore, commands } from './commands.ts';
import { useOnceTrue } from './use-once-true.ts';

const CommandPalette = lazy(() => import('./CommandPalette.tsx'));

/** Mod+K everywhere, in fields too. */
export function Commands() {
  useHotkeys([['mod+K', commands.toggle]], []);
  const isWanted = useOnceTrue(useSpotlight(commandStore).opened);
  return <Suspense>{isWanted && <CommandPalette />}</Suspense>;
}
