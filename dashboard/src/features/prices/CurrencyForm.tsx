import { Button, Group, TextInput } from '@mantine/core';
import { type PriceList, SetPrices } from '@parley/contract';
import { confirm } from '../../components/confirm.ts';
import { useContractForm } from '../../components/use-contract-form.ts';
import { ownPrices } from './own-prices.ts';
import { useSetPrices } from './use-set-prices.ts';

/** The currency of all prices; those that come with Parley are in US dollars. */
export function CurrencyForm({ prices }: { prices: PriceList }) {
  const form = useContractForm(SetPrices.pick({ currency: true }), { currency: prices.currency as string | undefined });
  const set = useSetPrices(form.refuse);
  const ask = ({ currency = 'USD' }: Pick<SetPrices, 'currency'>) =>
    confirm({
      title: `Count in ${currency}?`,
      consequence:
        currency === 'USD'
          ? 'The prices that come with Parley are used again. The amounts of your own prices do not change, so check them.'
          : 'The prices that come with Parley are in USD and are no longer used. The amounts of your own prices do not change, so check them.',
      action: `Count in ${currency}`,
      onConfirm: () => set.mutate({ currency, data: ownPrices(prices.data) }),
    });
  return (
    <form onSubmit={form.onSubmit(ask)} noValidate>
      <Group align="flex-start">
        <TextInput
          label="Currency"
          description="Three letters, such as USD or EUR."
          w={240}
          maxLength={3}
          {...form.getInputProps('currency')}
          onChange={({ currentTarget }) => form.setFieldValue('currency', currentTarget.value.toUpperCase())}
        />
        {form.isDirty() && (
          <Button type="submit" variant="default" mt={46} loading={set.isPending}>
            Change currency …
          </Button>
        )}
      </Group>
    </form>
  );
}
