import { Alert, Button, Group, Stack } from '@mantine/core';
import type { InvitedUser } from '@parley/contract';
import { Copyable } from '../../components/Copyable.tsx';
import { Icon } from '../../components/Icon.tsx';
import { TimeText } from '../../components/TimeText.tsx';

/** The only time that a link is seen. */
export function ShownLink({ user, onClose }: { user: InvitedUser; onClose: () => void }) {
  const person = user.email ?? 'the person';
  return (
    <Stack>
      <Alert color="yellow" icon={<Icon name="key" />}>
        Copy the link now and hand it to {person} alone: it is shown this once, and works once. It is valid until{' '}
        <TimeText at={user.link_expires_at} />.
      </Alert>
      <Copyable value={user.link} label="Copy the link" block />
      <Group justify="flex-end">
        <Button onClick={onClose}>I have copied it</Button>
      </Group>
    </Stack>
  );
}
