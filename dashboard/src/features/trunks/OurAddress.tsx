import { Alert, Stack, Text } from '@mantine/core';
import type { Telephony } from '@parley/contract';
import { Copyable } from '../../components/Copyable.tsx';
import { Icon } from '../../components/Icon.tsx';

/** What has to be entered at the other end of a trunk; a loopback address is not reached from there. */
export function OurAddress({ telephony: { address, rtp_ports: ports } }: { telephony: Telephony }) {
  if (address.host.startsWith('127.')) {
    return (
      <Alert color="yellow" icon={<Icon name="warning" />} title="Other hosts cannot reach Parley yet">
        It listens on {address.host}:{address.port}. To use a trunk on another host, start Parley with PARLEY_SIP_HOST
        and PARLEY_PUBLIC_ADDRESS. A telephone system on this host works without them.
      </Alert>
    );
  }
  return (
    <Stack gap={4}>
      <Text size="sm" c="dimmed">
        Your provider has to send calls to this address. At your firewall, allow it and UDP ports {ports.first} to{' '}
        {ports.last} for audio:
      </Text>
      <Copyable value={`${address.host}:${address.port}`} label="Copy our SIP address" />
    </Stack>
  );
}
