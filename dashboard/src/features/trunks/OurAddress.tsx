import { Alert, Stack, Text } from '@mantine/core';
import type { Telephony } from '@parley/contract';
import { Copyable } from '../../components/Copyable.tsx';
import { Icon } from '../../components/Icon.tsx';

/** What the other end of a trunk has to be told; a loopback address is reached by nobody else. */
export function OurAddress({ telephony: { address, rtp_ports: ports } }: { telephony: Telephony }) {
  if (address.host.startsWith('127.')) {
    return (
      <Alert color="yellow" icon={<Icon name="warning" />} title="Other machines cannot reach Parley yet">
        It listens on {address.host}:{address.port}. For a trunk on another machine the operator starts it with
        PARLEY_SIP_HOST and PARLEY_PUBLIC_ADDRESS. A telephone system on this machine works as it is.
      </Alert>
    );
  }
  return (
    <Stack gap={4}>
      <Text size="sm" c="dimmed">
        Tell the other end to send calls here, by UDP, and let sound through to UDP ports {ports.first} to {ports.last}:
      </Text>
      <Copyable value={`${address.host}:${address.port}`} label="Copy our SIP address" />
    </Stack>
  );
}
