import { Stack, Text } from '@mantine/core';
import type { CallDetail } from '@parley/contract';
import { DataTable } from '../../../components/DataTable.tsx';
import { TextLink } from '../../../components/links.ts';
import { formatMicros } from '../../../format/money.ts';
import { useCan } from '../../session/use-session.ts';
import { type CostItem, costNames, quantityWords } from './cost-words.ts';

/** What a call costs, by whom it is charged. */
export function CallCosts({ cost }: { cost: NonNullable<CallDetail['cost']> }) {
  const maySetPrices = useCan('providers:write');
  const { currency, items, unpriced } = cost;
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {formatMicros(cost.total_micros, currency)} by the prices that held when the call ended. What is built in costs
        nothing.
      </Text>
      {items.length > 0 && (
        <DataTable
          label="What the call costs"
          rows={items}
          rowKey={({ kind, provider, name, unit }) => `${kind} ${provider} ${name} ${unit}`}
          columns={[
            { key: 'kind', header: 'For', cell: ({ kind }) => costNames[kind] },
            { key: 'who', header: 'Provider', cell: whoOf },
            { ...{ key: 'quantity', header: 'Used', align: 'end' }, cell: quantityWords },
            {
              ...{ key: 'cost', header: 'Cost', align: 'end' },
              cell: ({ micros }) => (micros === null ? 'No price' : formatMicros(micros, currency)),
            },
          ]}
        />
      )}
      {unpriced.length > 0 && (
        <Text size="sm">
          The sum is without {unpriced.join(', ')}: no price is known.{' '}
          {maySetPrices && <TextLink to="/settings/prices">Set prices</TextLink>}
        </Text>
      )}
    </Stack>
  );
}

const whoOf = ({ provider, name }: CostItem) => (name === '' ? provider : `${provider}/${name}`);
