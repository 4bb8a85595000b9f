import { Button, Stack } from '@mantine/core';
import type { Price } from '@parley/contract';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { confirm } from '../../components/confirm.ts';
import { Icon } from '../../components/Icon.tsx';
import { NoPermission } from '../../components/NoPermission.tsx';
import { notifyFailed } from '../../components/notify.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { useCan } from '../session/use-session.ts';
import { CurrencyForm } from './CurrencyForm.tsx';
import { ownPrices, withoutPrice } from './own-prices.ts';
import { PriceModal } from './PriceModal.tsx';
import { PricesTable } from './PricesTable.tsx';
import { pricesQuery } from './prices-query.ts';
import { useSetPrices } from './use-set-prices.ts';

export function PricesPage() {
  return useCan('providers:write') ? <Prices /> : <NoPermission permission="providers:write" />;
}

/** What the usage of calls is multiplied with. */
function Prices() {
  const { data } = useSuspenseQuery(pricesQuery);
  const [edited, setEdited] = useState<Price | 'new' | null>(null);
  const set = useSetPrices(notifyFailed);
  const remove = (price: Price) =>
    confirm({
      title: 'Remove your price?',
      consequence:
        'Calls that end from now on cost what comes with Parley, where it knows a price. Old calls keep theirs.',
      action: 'Remove price',
      onConfirm: () => set.mutate({ currency: data.currency, data: withoutPrice(ownPrices(data.data), price) }),
    });
  return (
    <>
      <PageHeader
        title="Prices"
        description="What your vendors charge, so that each call says what it cost. List prices come with Parley; your own come before them."
        actions={
          <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setEdited('new')}>
            Set a price
          </Button>
        }
      />
      <Stack gap="lg">
        <CurrencyForm key={data.currency} prices={data} />
        <PricesTable prices={data} onEdit={setEdited} onRemove={remove} />
      </Stack>
      {edited !== null && (
        <PriceModal prices={data} price={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
    </>
  );
}
