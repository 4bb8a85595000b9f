import { Alert } from '@mantine/core';
import { Icon } from '../../components/Icon.tsx';
import { UseList } from './Consequence.tsx';
import type { ProviderUse } from './provider-uses.ts';

/** Agents name a provider: another name is another provider to them. */
export function RenamedUses({ uses }: { uses: readonly ProviderUse[] }) {
  if (uses.length === 0) return null;
  return (
    <Alert color="yellow" icon={<Icon name="warning" />}>
      Agents that use the old name can no longer find it. These agents use it now:
      <UseList uses={uses} />
    </Alert>
  );
}
