import { Alert, Anchor, Autocomplete, Button, Group, Stack, Text } from '@mantine/core';
import { PhoneNumber } from '@parley/contract';
import { useState } from 'react';
import { Icon } from '../../../components/Icon.tsx';
import { formatPhone } from '../../../format/phone.ts';
import { typedPhone } from '../../../format/typed-phone.ts';
import { useLive } from '../../live/use-live.ts';
import { LiveTalk } from './LiveTalk.tsx';
import { personas } from './personas.ts';
import type { TriedAgent } from './tried-agent.ts';
import { useHangUpTest, useTestCall } from './use-test-call.ts';

const aboutOf = new Map(personas.map(({ phone, about }) => [phone, about]));

/** A telephone call with the settings as they are, while one listens. */
export function PhoneTest({ agentId, settings, variables, blocked }: TriedAgent) {
  const [typed, setTyped] = useState('+12025550101');
  const phone = typedPhone(typed);
  const { connection, state, start } = useLive();
  const place = useTestCall(agentId, ({ call_id }) => start({ type: 'listen', call_id }));
  const hangUp = useHangUpTest();
  const isPhone = PhoneNumber.safeParse(phone).success;
  const callId = place.data?.call_id;
  const isLive = connection !== null && !state.hasEnded && state.connection !== 'closed';
  return (
    <Stack gap="sm">
      <Autocomplete
        label="Number"
        description="One of the simulated phone, or any other with + and the country code. Without a trunk, every number is simulated."
        value={typed}
        error={isPhone || phone === '' ? undefined : 'Write + and the country code, for example +12025550101.'}
        data={personas.map((persona) => persona.phone)}
        filter={({ options }) => options}
        renderOption={({ option: { value } }) => (
          <Text size="sm">
            {formatPhone(value)} {aboutOf.get(value)}
          </Text>
        )}
        onChange={setTyped}
      />
      {connection !== null && <LiveTalk state={state} />}
      {place.error && (
        <Alert color="red" p="xs" role="alert">
          {place.error.message}
        </Alert>
      )}
      <Group justify="space-between">
        {isLive && callId !== undefined ? (
          <Button
            color="red"
            leftSection={<Icon name="hangup" size={16} />}
            loading={hangUp.isPending}
            onClick={() => hangUp.mutate(callId)}
          >
            Hang up
          </Button>
        ) : (
          <Button
            leftSection={<Icon name="calls" size={16} />}
            disabled={blocked !== null || !isPhone}
            loading={place.isPending}
            onClick={() => settings && place.mutate({ settings, recipient_phone: phone, variables })}
          >
            Call
          </Button>
        )}
        {callId !== undefined && (
          <Anchor href={`/calls/${callId}`} size="sm">
            Open the call
          </Anchor>
        )}
      </Group>
    </Stack>
  );
}
