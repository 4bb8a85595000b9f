import { Anchor, Text } from '@mantine/core';
import type { Provider } from '@parley/contract';
import { Link } from '@tanstack/react-router';
import { DataTable } from '../../components/DataTable.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { ProviderMenu } from './ProviderMenu.tsx';
import { ProviderOffers } from './ProviderOffers.tsx';
import type { ProviderUse } from './provider-uses.ts';
import { vendorNames } from './vendor-names.ts';

interface ProvidersTableProps {
  providers: readonly Provider[];
  usesOf: (provider: Provider) => readonly ProviderUse[];
  onOpen: (provider: Provider) => void;
  onTest: (provider: Provider) => void;
}

export function ProvidersTable({ providers, usesOf, onOpen, onTest }: ProvidersTableProps) {
  return (
    <DataTable
      label="Providers"
      rows={providers}
      rowKey={({ provider_id }) => provider_id}
      columns={[
        {
          ...{ key: 'name', header: 'Name' },
          cell: ({ name, provider_id }) => (
            <Anchor
              fw={500}
              renderRoot={(props) => <Link to="/settings/providers" search={{ provider: provider_id }} {...props} />}
            >
              {name}
            </Anchor>
          ),
        },
        {
          ...{ key: 'vendor', header: 'Vendor' },
          cell: ({ vendor, base_url: address }) => (
            <>
              {vendorNames[vendor]}
              {address !== null && (
                <Text size="xs" c="dimmed" translate="no" maw={260} style={{ overflowWrap: 'anywhere' }}>
                  {address}
                </Text>
              )}
            </>
          ),
        },
        {
          ...{ key: 'key', header: 'Key' },
          cell: ({ api_key_set: isSet }) => (
            <StatusBadge tone={isSet ? 'good' : 'neutral'}>{isSet ? 'Stored' : 'None'}</StatusBadge>
          ),
        },
        { key: 'offers', header: 'Has', cell: (provider) => <ProviderOffers provider={provider} /> },
        {
          ...{ key: 'agents', header: 'Agents', align: 'end' },
          cell: (provider) => usesOf(provider).length,
        },
        {
          ...{ key: 'actions', header: 'Actions', hideHeader: true, align: 'end', width: '3rem' },
          cell: (provider) => (
            <ProviderMenu
              provider={provider}
              uses={usesOf(provider)}
              onOpen={() => onOpen(provider)}
              onTest={() => onTest(provider)}
            />
          ),
        },
      ]}
    />
  );
}
