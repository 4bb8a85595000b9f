import { Button, Group, Text } from '@mantine/core';
import type { Agent } from '@parley/contract';
import { useState } from 'react';
import { Icon } from '../../components/Icon.tsx';
import { LiveTranscript } from '../live/LiveTranscript.tsx';
import { useLive } from '../live/use-live.ts';
import { LiveStatus } from './LiveStatus.tsx';
import { Step } from './Step.tsx';

/** The reader is the caller, by the browser's microphone. */
export function TalkYourself({ agent }: { agent: Agent }) {
  const { state, start, stop, connection } = useLive();
  const [isMuted, setMuted] = useState(false);
  const isLive = connection !== null && state.connection !== 'closed';
  const begin = () => {
    setMuted(false);
    start({ type: 'talk', agent_id: agent.agent_id });
  };
  // Before there is a call there is nothing to hang up.
  const hangUp = () => (state.callId === null ? stop() : connection?.send({ type: 'hang_up' }));
  const mute = () => {
    connection?.mute(!isMuted);
    setMuted(!isMuted);
  };
  return (
    <Step number={2} title="Talk to it yourself">
      <Text size="sm" c="dimmed">
        You are the person who is called. Answer in short sentences: “Yes, speaking.” “No, I cannot come.” “Friday.”
        Speak while it speaks, and it stops.
      </Text>
      <Group>
        {isLive ? (
          <>
            <Button color="red" leftSection={<Icon name="hangup" />} onClick={hangUp}>
              Hang up
            </Button>
            <Button variant="default" onClick={mute} aria-pressed={isMuted}>
              {isMuted ? 'Unmute' : 'Mute'}
            </Button>
          </>
        ) : (
          <Button variant="light" leftSection={<Icon name="microphone" />} onClick={begin}>
            {connection === null ? 'Talk' : 'Talk again'}
          </Button>
        )}
        {connection !== null && <LiveStatus state={state} />}
      </Group>
      {connection !== null && (
        <LiveTranscript
          turns={state.turns}
          running={state.running}
          hearing={state.hearing}
          names={{ agent: agent.name, user: 'You' }}
        />
      )}
    </Step>
  );
}
