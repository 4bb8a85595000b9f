import { Alert, Button, Group, Text } from '@mantine/core';
import type { Agent } from '@parley/contract';
import { Icon } from '../../components/Icon.tsx';
import { PhoneText } from '../../components/PhoneText.tsx';
import { LiveTranscript } from '../live/LiveTranscript.tsx';
import { useLive } from '../live/use-live.ts';
import { LiveStatus } from './LiveStatus.tsx';
import { Step } from './Step.tsx';
import { DEMO_NUMBER, usePlaceDemoCall } from './use-place-demo-call.ts';

/** A real call over SIP to the simulated phone, heard as it happens. */
export function HearCall({ agent }: { agent: Agent }) {
  const { state, start, stop, connection } = useLive();
  const place = usePlaceDemoCall(agent.agent_id, ({ call_id }) => start({ type: 'listen', call_id }));
  const isLive = connection !== null && state.connection !== 'closed';
  return (
    <Step number={1} title="Hear your agent on the telephone">
      <Text size="sm" c="dimmed">
        “{agent.name}” calls <PhoneText number={DEMO_NUMBER} />, a simulated phone with a person who talks back. No real
        phone rings. Turn your sound on.
      </Text>
      <Group>
        <Button
          leftSection={<Icon name="calls" />}
          onClick={() => place.mutate()}
          loading={place.isPending}
          disabled={isLive}
        >
          {connection === null ? 'Call now' : 'Call again'}
        </Button>
        {isLive && (
          <Button variant="default" onClick={stop}>
            Stop listening
          </Button>
        )}
        {connection !== null && <LiveStatus state={state} />}
      </Group>
      {place.error && (
        <Alert color="red" role="alert">
          {place.error.message}
        </Alert>
      )}
      {connection !== null && (
        <LiveTranscript
          turns={state.turns}
          running={state.running}
          hearing={state.hearing}
          names={{ agent: agent.name, user: 'Alex, simulated' }}
        />
      )}
    </Step>
  );
}
