import { Select } from '@mantine/core';
import { type CreateTrunk, defaultTrunkPort } from '@parley/contract';
import type { useContractForm } from '../../components/use-contract-form.ts';

const TRANSPORTS = [
  { value: 'udp', label: 'UDP' },
  { value: 'tcp', label: 'TCP' },
  { value: 'tls', label: 'TLS, encrypted' },
  { value: 'auto', label: 'As DNS says of the host' },
];

/** How SIP messages travel. A port that is the usual one follows. */
export function TrunkTransport({ form }: { form: ReturnType<typeof useContractForm<CreateTrunk>> }) {
  const { transport = 'udp', port } = form.getValues();
  const choose = (chosen: string | null) => {
    const next = chosen as NonNullable<CreateTrunk['transport']>;
    form.setFieldValue('transport', next);
    if (port === defaultTrunkPort(transport)) form.setFieldValue('port', defaultTrunkPort(next));
  };
  return (
    <Select
      label="Transport"
      data={TRANSPORTS}
      allowDeselect={false}
      {...form.getInputProps('transport')}
      value={transport}
      onChange={choose}
    />
  );
}
