import { ActionIcon, Group } from '@mantine/core';
import type { Price } from '@parley/contract';
import { DataTable } from '../../components/DataTable.tsx';
import { Icon } from '../../components/Icon.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { formatMicros } from '../../format/money.ts';
import { unitWords } from './own-prices.ts';

interface PricesTableProps {
  prices: readonly Price[];
  currency: string;
  onEdit: (price: Price) => void;
  onRemove: (price: Price) => void;
}

export function PricesTable({ prices, currency, onEdit, onRemove }: PricesTableProps) {
  return (
    <DataTable
      label="Prices"
      rows={prices}
      rowKey={({ source, provider, name, unit }) => `${source} ${provider} ${name} ${unit}`}
      columns={[
        { key: 'provider', header: 'Provider', cell: ({ provider }) => provider },
        { key: 'name', header: 'Model or voice', cell: ({ name }) => (name === '*' ? 'All' : name) },
        {
          ...{ key: 'price', header: 'Price', align: 'end' },
          cell: ({ price_micros: micros }) => formatMicros(micros, currency),
        },
        { key: 'unit', header: 'For', cell: ({ unit }) => unitWords[unit] },
        {
          key: 'date',
          header: 'As of',
          cell: ({ priced_on: day }) => <span style={{ whiteSpace: 'nowrap' }}>{day}</span>,
        },
        {
          ...{ key: 'source', header: 'From' },
          cell: ({ source }) => (
            <StatusBadge tone={source === 'account' ? 'good' : 'neutral'}>
              {source === 'account' ? 'You' : 'Parley'}
            </StatusBadge>
          ),
        },
        {
          ...{ key: 'actions', header: 'Actions', hideHeader: true, align: 'end', width: '5rem' },
          cell: (price) => <Actions price={price} onEdit={onEdit} onRemove={onRemove} />,
        },
      ]}
    />
  );
}

function Actions({ price, onEdit, onRemove }: Pick<PricesTableProps, 'onEdit' | 'onRemove'> & { price: Price }) {
  const what = `${price.provider} ${price.name}, ${unitWords[price.unit]}`;
  return (
    <Group gap={4} justify="flex-end" wrap="nowrap">
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={`Change the price of ${what}`}
        onClick={() => onEdit(price)}
      >
        <Icon name="edit" size={16} />
      </ActionIcon>
      {price.source === 'account' && (
        <ActionIcon
          variant="subtle"
          color="red"
          aria-label={`Remove the price of ${what}`}
          onClick={() => onRemove(price)}
        >
          <Icon name="trash" size={16} />
        </ActionIcon>
      )}
    </Group>
  );
}
