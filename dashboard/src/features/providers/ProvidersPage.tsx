import { Button, Stack, Text } from '@mantine/core';
import type { Provider } from '@parley/contract';
import { useQuery, useSuspenseQueries } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { EmptyState } from '../../components/EmptyState.tsx';
import { Icon } from '../../components/Icon.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { agentsQuery } from '../agents/agents-query.ts';
import { modelsQuery } from '../agents/models-query.ts';
import { namedProviders, operatorNames } from './named-providers.ts';
import { ProviderDialog } from './ProviderDialog.tsx';
import { ProviderOutages } from './ProviderOutages.tsx';
import { ProvidersTable } from './ProvidersTable.tsx';
import { usesOfProvider } from './provider-uses.ts';
import { providersQuery } from './providers-query.ts';
import type { ProvidersSearch } from './providers-search.ts';
import { providerTitle } from './vendor-names.ts';

export function ProvidersPage({ search }: { search: ProvidersSearch }) {
  const [providers, agents] = useSuspenseQueries({ queries: [providersQuery, agentsQuery] });
  const models = useQuery(modelsQuery).data;
  const [tested, setTested] = useState<Provider | null>(null);
  const navigate = useNavigate({ from: '/settings/providers' });
  const { data } = providers.data;
  const operators = operatorNames(models?.providers ?? [], data);
  const named = namedProviders(data, operators);
  const usesOf = (provider: Provider) =>
    usesOfProvider(provider, named, agents.data.data, models?.default_transcriber ?? null);
  const open = (provider: string) => void navigate({ search: { provider } });
  const close = () => {
    setTested(null);
    void navigate({ search: {} });
  };
  const opened = tested ?? data.find(({ provider_id }) => provider_id === search.provider) ?? null;
  const connect = (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={() => open('new')}>
      Connect a provider
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Providers"
        description="The vendors that your agents use to listen, think and speak. Each vendor charges your key for its use."
        actions={data.length > 0 ? connect : undefined}
      />
      <Stack gap="lg">
        <ProviderOutages />
        {operators.length > 0 && (
          <Text size="sm">
            The operator has connected {operators.map(providerTitle).join(', ')} for all accounts. Agents can name{' '}
            {operators.length === 1 ? 'it' : 'them'} too; it is changed where Parley is started.
          </Text>
        )}
        {data.length === 0 ? (
          <EmptyState icon="speaker" title="No provider yet" action={connect}>
            {operators.length > 0
              ? 'With your own key for a vendor, your agents can use its voices and models. The vendor charges you.'
              : 'Agents use the voices and the recognizer that are built in, which are for trying things out. Connect a vendor, or a server of your own, for voices and models that callers like to talk to.'}
          </EmptyState>
        ) : (
          <ProvidersTable
            providers={data}
            usesOf={usesOf}
            onOpen={({ provider_id }) => open(provider_id)}
            onTest={setTested}
          />
        )}
      </Stack>
      {(opened !== null || search.provider === 'new') && (
        <ProviderDialog
          key={`${opened?.provider_id ?? 'new'}-${tested === null}`}
          provider={opened}
          tests={tested !== null}
          uses={opened ? usesOf(opened) : []}
          onClose={close}
        />
      )}
    </>
  );
}
