import { Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import type { ComponentProps } from 'react';
import { useSession } from '../features/session/use-session.ts';
import classes from './UserMenu.module.css';

/** Who is signed in, and where. */
export function UserButton(props: ComponentProps<typeof UnstyledButton<'button'>>) {
  const { user, account } = useSession();
  return (
    <UnstyledButton {...props} className={classes.button}>
      <span className={classes.initial} aria-hidden="true">
        {[...user.name][0]?.toUpperCase()}
      </span>
      <span className={classes.names}>
        <Text size="sm" fw={500} truncate>
          {user.name}
        </Text>
        <Text size="xs" c="dimmed" truncate>
          {account.name}
        </Text>
      </span>
      <VisuallyHidden>: account and colors</VisuallyHidden>
    </UnstyledButton>
  );
}
