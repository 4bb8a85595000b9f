import { Select } from '@mantine/core';
import type { CreateTrunk } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import type { useContractForm } from '../../components/use-contract-form.ts';
import { trunksQuery } from './trunks-query.ts';

interface TrunkFallbackProps {
  form: ReturnType<typeof useContractForm<CreateTrunk>>;
  /** Null for a new trunk. */
  trunkId: string | null;
}

/** Where its calls go when it cannot take them; nothing where there is no other trunk. */
export function TrunkFallback({ form, trunkId }: TrunkFallbackProps) {
  const { data } = useQuery(trunksQuery);
  const others = data?.data.filter((trunk) => trunk.trunk_id !== trunkId) ?? [];
  if (others.length === 0) return null;
  return (
    <Select
      label="Fallback trunk"
      description="Takes the outbound calls that this trunk cannot take: no answer, no connection, or 503"
      placeholder="None"
      clearable
      data={others.map(({ trunk_id: value, name: label }) => ({ value, label }))}
      {...form.getInputProps('fallback_trunk_id')}
      value={form.getValues().fallback_trunk_id ?? null}
      onChange={(chosen) => form.setFieldValue('fallback_trunk_id', chosen)}
    />
  );
}
