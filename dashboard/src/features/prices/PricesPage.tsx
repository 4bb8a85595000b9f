import { Button, Stack, TextInput } from '@mantine/core';
import type { Price } from '@parley/contract';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { confirm } from '../../components/confirm.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { Icon } from '../../components/Icon.tsx';
import { NoPermission } from '../../components/NoPermission.tsx';
import { notifyFailed } from '../../components/notify.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { useCan } from '../session/use-session.ts';
import { CurrencyForm } from './CurrencyForm.tsx';
import { ownPrices, pricesOf, withoutPrice } from './own-prices.ts';
import { PriceModal } from './PriceModal.tsx';
import { PricesTable } from './PricesTable.tsx';
import { pricesQuery } from './prices-query.ts';
import type { PricesSearch } from './prices-search.ts';
import { useSetPrices } from './use-set-prices.ts';

interface PricesPageProps {
  search: PricesSearch;
  onSearch: (search: PricesSearch) => void;
}

/** Their lists are long: what is looked for is found by its name. */
const SHOWN_AT_FIRST = 25;

export function PricesPage(props: PricesPageProps) {
  return useCan('providers:write') ? <Prices {...props} /> : <NoPermission permission="providers:write" />;
}

/** What the usage of calls is multiplied with. */
function Prices({ search: { of = '' }, onSearch }: PricesPageProps) {
  const { data } = useSuspenseQuery(pricesQuery);
  const [showsAll, setShowsAll] = useState(false);
  const [edited, setEdited] = useState<Price | 'new' | null>(null);
  const set = useSetPrices(notifyFailed);
  const found = pricesOf(data.data, of);
  const shown = showsAll ? found : found.slice(0, SHOWN_AT_FIRST);
  const remove = (price: Price) =>
    confirm({
      title: 'Remove your price?',
      consequence:
        'New calls use the list prices that come with Parley, where there is one. Old calls keep their cost.',
      action: 'Remove price',
      onConfirm: () => set.mutate({ currency: data.currency, data: withoutPrice(ownPrices(data.data), price) }),
    });
  return (
    <>
      <PageHeader
        title="Prices"
        description="What your vendors charge, used to show the cost of each call. List prices come with Parley; your own prices take precedence."
        actions={
          <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setEdited('new')}>
            Set a price
          </Button>
        }
      />
      <Stack gap="lg">
        <CurrencyForm key={data.currency} prices={data} />
        <TextInput
          label="Find a price"
          description="Search by the beginning of the provider, model or voice."
          maw={340}
          value={of}
          onChange={({ currentTarget: { value } }) => onSearch(value === '' ? {} : { of: value })}
        />
        {found.length === 0 ? (
          <EmptyState icon="search" title="No such price">
            There is no price for it. Set your own price.
          </EmptyState>
        ) : (
          <PricesTable prices={shown} currency={data.currency} onEdit={setEdited} onRemove={remove} />
        )}
        {shown.length < found.length && (
          <Button variant="default" w="fit-content" onClick={() => setShowsAll(true)}>
            Show all {found.length}
          </Button>
        )}
      </Stack>
      {edited !== null && (
        <PriceModal prices={data} price={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
    </>
  );
}
