import { Autocomplete, type AutocompleteProps, Text } from '@mantine/core';
import { matchingOffers } from './matching-offers.ts';
import type { Offer } from './offers.ts';

const MOST_SHOWN = 100;

interface OfferFieldProps extends Pick<AutocompleteProps, 'label' | 'description' | 'placeholder' | 'error' | 'flex'> {
  offers: readonly Offer[];
  value: string;
  onChange: (value: string) => void;
  'aria-label'?: string;
}

/** A name as `provider/name`, chosen from what there is or typed. */
export function OfferField({ offers, ...props }: OfferFieldProps) {
  const byId = new Map(offers.map((offer) => [offer.id, offer]));
  return (
    <Autocomplete
      data={[...byId.keys()]}
      limit={MOST_SHOWN}
      filter={({ search, limit }) =>
        matchingOffers([...byId.values()], search, limit).map(({ id }) => ({ value: id, label: id }))
      }
      renderOption={({ option }) => {
        const { name = '', about = '' } = byId.get(option.value) ?? {};
        return (
          <div>
            <Text size="sm">{option.value}</Text>
            <Text size="xs" c="dimmed">
              {[name, about].filter(Boolean).join(': ')}
            </Text>
          </div>
        );
      }}
      spellCheck={false}
      {...props}
    />
  );
}
