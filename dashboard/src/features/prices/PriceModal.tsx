import { Modal, NumberInput, Select, Stack, TextInput } from '@mantine/core';
import { OwnPrice, type Price, type PriceList, PriceUnit } from '@parley/contract';
import { FormButtons } from '../../components/FormButtons.tsx';
import { FormProblem } from '../../components/FormProblem.tsx';
import { useContractForm } from '../../components/use-contract-form.ts';
import { ownPrices, unitWords, withPrice } from './own-prices.ts';
import { useSetPrices } from './use-set-prices.ts';

const MICROS = 1_000_000;

interface PriceModalProps {
  prices: PriceList;
  /** What is changed; null: a new one. */
  price: Price | null;
  onClose: () => void;
}

export function PriceModal({ prices, price, onClose }: PriceModalProps) {
  const form = useContractForm(OwnPrice, {
    provider: price?.provider ?? '',
    name: price?.name ?? '*',
    unit: price?.unit ?? 'million_output_tokens',
    price_micros: price?.price_micros ?? 0,
  });
  const set = useSetPrices(form.refuse);
  const own = ownPrices(prices.data);
  const save = (values: OwnPrice) => {
    const before = price?.source === 'account' ? price : null;
    set.mutate({ currency: prices.currency, data: withPrice(own, values, before) }, { onSuccess: onClose });
  };
  const { price_micros: micros } = form.getValues();
  return (
    <Modal opened onClose={onClose} title={price ? 'Change a price' : 'Set a price'}>
      <form onSubmit={form.onSubmit(save)} noValidate>
        <Stack>
          <TextInput
            label="Provider"
            description="A vendor such as openai, a provider by its name, or trunk for the telephone network."
            data-autofocus
            required
            {...form.getInputProps('provider')}
          />
          <TextInput
            label="Model or voice"
            description="A * at the end matches everything that begins with the text before it. A * alone matches everything."
            {...form.getInputProps('name')}
          />
          <Select
            label="For"
            data={PriceUnit.options.map((unit) => ({ value: unit, label: unitWords[unit] }))}
            allowDeselect={false}
            {...form.getInputProps('unit')}
          />
          <NumberInput
            label={`Price in ${prices.currency}`}
            min={0}
            decimalScale={6}
            hideControls
            value={micros / MICROS}
            error={form.errors.price_micros}
            onChange={(amount) => form.setFieldValue('price_micros', Math.round(Number(amount) * MICROS))}
          />
          <FormProblem error={set.error} form={form} />
          <FormButtons submit="Save price" isPending={set.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
}
