import { UnstyledButton } from '@mantine/core';
import { Icon } from '../components/Icon.tsx';
import { openCommands } from './commands.ts';
import classes from './SearchButton.module.css';

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

export function SearchButton() {
  return (
    <UnstyledButton
      className={classes.button}
      onClick={openCommands}
      aria-keyshortcuts={isApple ? 'Meta+K' : 'Control+K'}
    >
      <Icon name="search" size={16} />
      Search
      <span className={classes.keys} aria-hidden="true">
        {isApple ? '⌘K' : 'Ctrl K'}
      </span>
    </UnstyledButton>
  );
}
