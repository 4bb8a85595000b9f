import { Alert, Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Icon } from '../../components/Icon.tsx';
import { useSession } from '../session/use-session.ts';

interface ConfirmPasswordFormProps {
  children: ReactNode;
  /** The verb: "Remove app". */
  action: string;
  isPending: boolean;
  /** Of the mutation. */
  error: unknown;
  destructive?: boolean;
  onConfirm: (body: { password?: string }) => void;
  onCancel: () => void;
}

/** The password again, before an action that a passer-by at an unlocked screen must not do. */
export function ConfirmPasswordForm(props: ConfirmPasswordFormProps) {
  const { children, action, isPending, error, destructive = false, onConfirm, onCancel } = props;
  const { user } = useSession();
  const [password, setPassword] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onConfirm(user.password_set ? { password } : {});
      }}
    >
      <Stack>
        <Text size="sm" component="div">
          {children}
        </Text>
        {user.password_set && (
          <PasswordInput
            label="Your password"
            autoComplete="current-password"
            visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
            required
            data-autofocus
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
        )}
        {error instanceof Error && (
          <Alert color="red" icon={<Icon name="warning" />} role="alert">
            {error.message}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" loading={isPending} color={destructive ? 'red' : 'teal'}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
