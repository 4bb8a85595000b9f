import { Alert, Button, Group, Text } from '@mantine/core';
import type { Agent } from '@parley/contract';
import { Copyable } from '../../components/Copyable.tsx';
import { Icon } from '../../components/Icon.tsx';
import { Step } from './Step.tsx';
import { useMakeFirstKey } from './use-make-first-key.ts';
import { DEMO_NUMBER } from './use-place-demo-call.ts';

/** A key, and the command that places a call with it. */
export function TakeKey({ agent }: { agent: Agent }) {
  const make = useMakeFirstKey();
  const key = make.data?.api_key;
  return (
    <Step number={3} title="Call from your own program">
      <Text size="sm" c="dimmed">
        Programs place calls with an API key. This one may place calls and read them; make others under Settings.
      </Text>
      {key === undefined ? (
        <Group>
          <Button
            variant="light"
            leftSection={<Icon name="key" />}
            onClick={() => make.mutate()}
            loading={make.isPending}
          >
            Make a key
          </Button>
        </Group>
      ) : (
        <>
          <Alert color="yellow" icon={<Icon name="warning" />}>
            Copy it now. It is shown only once.
          </Alert>
          <Copyable value={key} label="Copy the key" />
        </>
      )}
      {make.error && (
        <Alert color="red" role="alert">
          {make.error.message}
        </Alert>
      )}
      <Copyable block value={commandOf(agent.agent_id, key ?? '$PARLEY_API_KEY')} label="Copy the command" />
    </Step>
  );
}

function commandOf(agentId: string, key: string): string {
  const body = JSON.stringify({ agent_id: agentId, recipient_phone: DEMO_NUMBER });
  return [
    `curl -sS ${window.location.origin}/v1/call \\`,
    `  -H "Authorization: Bearer ${key}" \\`,
    '  -H "Content-Type: application/json" \\',
    `  -d '${body}'`,
  ].join('\n');
}
