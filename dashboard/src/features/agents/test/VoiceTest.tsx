import { Button, Group, Stack, Switch, Text } from '@mantine/core';
import { useState } from 'react';
import { Icon } from '../../../components/Icon.tsx';
import { useLive } from '../../live/use-live.ts';
import { LiveTalk } from './LiveTalk.tsx';
import type { TriedAgent } from './tried-agent.ts';

/** A talk with the agent in this browser, with the settings as they are when it begins. */
export function VoiceTest({ agentId, settings, variables, blocked }: TriedAgent) {
  const { connection, state, start, stop } = useLive();
  const [isMuted, setMuted] = useState(false);
  const isLive = connection !== null && state.connection !== 'closed';
  const begin = () => {
    if (!settings) return;
    setMuted(false);
    start({ type: 'talk', agent_id: agentId, settings, variables });
  };
  return (
    <Stack gap="sm">
      {connection === null ? (
        <Text size="sm" c="dimmed">
          Talk with the agent through your microphone and speaker. You may interrupt it. A headset keeps it from hearing
          itself.
        </Text>
      ) : (
        <LiveTalk state={state} />
      )}
      <Group justify="space-between">
        {isLive ? (
          <Button color="red" leftSection={<Icon name="hangup" size={16} />} onClick={stop}>
            Hang up
          </Button>
        ) : (
          <Button leftSection={<Icon name="microphone" size={16} />} disabled={blocked !== null} onClick={begin}>
            {connection === null ? 'Talk' : 'Talk again'}
          </Button>
        )}
        {isLive && (
          <Switch
            label="Mute"
            checked={isMuted}
            onChange={({ currentTarget: { checked } }) => {
              setMuted(checked);
              connection.mute(checked);
            }}
          />
        )}
      </Group>
    </Stack>
  );
}
