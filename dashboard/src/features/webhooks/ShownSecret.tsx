import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { Copyable } from '../../components/Copyable.tsx';
import { Icon } from '../../components/Icon.tsx';

/** A secret that is never shown again. */
export function ShownSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Stack>
      <Alert color="yellow" icon={<Icon name="key" />}>
        Copy it now. It is not shown again. Anyone who has it can sign events as Parley.
      </Alert>
      <Copyable value={secret} label="Copy the secret" block />
      <Text size="sm" c="dimmed">
        Verify each event with a library of Standard Webhooks, or with <code>verifyWebhook</code> of{' '}
        <code>@parley/client</code>.
      </Text>
      <Group justify="flex-end">
        <Button onClick={onClose}>I have copied it</Button>
      </Group>
    </Stack>
  );
}
