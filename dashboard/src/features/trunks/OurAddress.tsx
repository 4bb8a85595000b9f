import { Alert, Group, Stack, Text } from '@mantine/core';
import type { Telephony } from '@parley/contract';
import { Copyable } from '../../components/Copyable.tsx';
import { Icon } from '../../components/Icon.tsx';

/** What has to be entered at the other end of a trunk; a loopback address is not reached from there. */
export function OurAddress({ telephony: { address, tls_port: tlsPort, rtp_ports: ports } }: { telephony: Telephony }) {
  if (address.host.startsWith('127.')) {
    return (
      <Alert color="yellow" icon={<Icon name="warning" />} title="Trunks on other hosts cannot reach Parley yet">
        It listens on {address.host}:{address.port}. To use a trunk on another host, start Parley with PARLEY_SIP_HOST
        and PARLEY_PUBLIC_ADDRESS. A telephone system on this host works without them, and so do Twilio and Telnyx.
      </Alert>
    );
  }
  return (
    <Stack gap={4}>
      <Text size="sm" c="dimmed">
        Your provider has to send calls to this address. At your firewall, allow it and UDP ports {ports.first} to{' '}
        {ports.last} for audio.
      </Text>
      <Address label="UDP and TCP" value={`${address.host}:${address.port}`} copy="Copy our SIP address" />
      {tlsPort !== null && (
        <Address label="TLS" value={`${address.host}:${tlsPort}`} copy="Copy our SIP address for TLS" />
      )}
    </Stack>
  );
}

function Address({ label, value, copy }: { label: string; value: string; copy: string }) {
  return (
    <Group gap="xs">
      <Text size="sm" w={100}>
        {label}
      </Text>
      <Copyable value={value} label={copy} />
    </Group>
  );
}
