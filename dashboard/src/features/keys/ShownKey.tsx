import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { allows, type CreatedKey } from '@parley/contract';
import { Copyable } from '../../components/Copyable.tsx';
import { Icon } from '../../components/Icon.tsx';

/** A request that this key may make, whole, so that a terminal can run it. */
function firstRequest({ api_key: key, permissions }: CreatedKey): string {
  const path = allows(permissions, 'agents:read') ? '/agents' : '/calls';
  return `curl -sS ${window.location.origin}/v1${path} \\\n  -H "Authorization: Bearer ${key}"`;
}

/** The only time that a key is seen. */
export function ShownKey({ apiKey, onClose }: { apiKey: CreatedKey; onClose: () => void }) {
  return (
    <Stack>
      <Alert color="yellow" icon={<Icon name="key" />}>
        Copy the key now: it is shown this once. Anyone who has it may do all that it may; keep it out of code and of
        web pages.
      </Alert>
      <Copyable value={apiKey.api_key} label="Copy the API key" block />
      <div>
        <Text size="sm" fw={500} mb={6}>
          Try it
        </Text>
        <Copyable value={firstRequest(apiKey)} label="Copy the command" block />
      </div>
      <Group justify="flex-end">
        <Button onClick={onClose}>I have stored it</Button>
      </Group>
    </Stack>
  );
}
