import { Group, MultiSelect, Select } from '@mantine/core';
import { type CreateTrunk, trunkDefaults } from '@parley/contract';
import type { useContractForm } from '../../components/use-contract-form.ts';

const ENCRYPTION = [
  { value: 'off', label: 'Never' },
  { value: 'preferred', label: 'When the other side supports it' },
  { value: 'required', label: 'Always' },
];
const CODECS = [
  { value: 'pcmu', label: 'PCMU' },
  { value: 'pcma', label: 'PCMA' },
  { value: 'g722', label: 'G.722, wideband' },
  { value: 'opus', label: 'Opus, wideband' },
];

/** How the audio of its calls travels. The codecs are in the order in which they were chosen. */
export function TrunkSound({ form }: { form: ReturnType<typeof useContractForm<CreateTrunk>> }) {
  const { srtp = trunkDefaults.srtp, codecs = trunkDefaults.codecs } = form.getValues();
  return (
    <Group align="flex-start" gap="sm">
      <Select
        label="Media encryption (SRTP)"
        data={ENCRYPTION}
        allowDeselect={false}
        flex="1 1 11rem"
        {...form.getInputProps('srtp')}
        value={srtp}
        onChange={(chosen) => form.setFieldValue('srtp', chosen as NonNullable<CreateTrunk['srtp']>)}
      />
      <MultiSelect
        label="Codecs"
        description="In order of preference. To move one to the end, remove it and add it again"
        data={CODECS}
        searchable
        flex="1 1 16rem"
        {...form.getInputProps('codecs')}
        value={[...codecs]}
        onChange={(chosen) => form.setFieldValue('codecs', chosen as NonNullable<CreateTrunk['codecs']>)}
      />
    </Group>
  );
}
