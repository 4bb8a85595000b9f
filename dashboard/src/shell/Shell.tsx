import { ActionIcon } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { lazy, type ReactNode, Suspense } from 'react';
import { Icon } from '../components/Icon.tsx';
import { Brand } from './Brand.tsx';
import { Commands } from './Commands.tsx';
import { openCommands } from './commands.ts';
import { Navigation } from './Navigation.tsx';
import { SearchButton } from './SearchButton.tsx';
import classes from './Shell.module.css';
import { UserMenu } from './UserMenu.tsx';
import { useOnceTrue } from './use-once-true.ts';

const MobileMenu = lazy(() => import('./MobileMenu.tsx'));

/** The frame of every page of a signed-in user. */
export function Shell({ children }: { children: ReactNode }) {
  const [isOpen, drawer] = useDisclosure(false);
  const hasMenu = useOnceTrue(isOpen);
  return (
    <div className={classes.shell}>
      <a href="#content" className={classes.skip}>
        Skip to content
      </a>
      <header className={classes.top}>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label="Open the menu" onClick={drawer.open}>
          <Icon name="menu" />
        </ActionIcon>
        <Brand />
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label="Search pages and actions"
          onClick={openCommands}
        >
          <Icon name="search" />
        </ActionIcon>
      </header>
      <aside className={classes.side} aria-label="Parley">
        <div className={classes.column}>
          <Brand />
          <SearchButton />
          <Navigation />
          <div className={classes.foot}>
            <UserMenu />
          </div>
        </div>
      </aside>
      <main id="content" tabIndex={-1} className={classes.main}>
        {children}
      </main>
      <Suspense>{hasMenu && <MobileMenu isOpen={isOpen} onClose={drawer.close} />}</Suspense>
      <Commands />
    </div>
  );
}
