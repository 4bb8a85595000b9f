import { List } from '@mantine/core';
import type { ProviderUse } from './provider-uses.ts';

/** What is lost with a provider. */
export function Consequence({ uses }: { uses: readonly ProviderUse[] }) {
  if (uses.length === 0) return 'Its key is deleted. No agent uses it.';
  return (
    <>
      Its key is deleted. These agents use it and will use their fallbacks or the built-in speech and model instead:
      <UseList uses={uses} />
    </>
  );
}

export function UseList({ uses }: { uses: readonly ProviderUse[] }) {
  return (
    <List size="sm" mt="xs">
      {uses.map(({ agent, as }, index) => (
        <List.Item key={index}>
          {agent} ({as})
        </List.Item>
      ))}
    </List>
  );
}
