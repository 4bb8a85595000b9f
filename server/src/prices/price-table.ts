import { type OwnPrice, type Price, pricedUsage } from '@parley/contract';
import type { VendorUsage } from '../kernel/vendor-usage.ts';
import { DEFAULT_CURRENCY, defaultPrices } from './default-prices.ts';

/** What an account has set; with the date of each price. */
export interface OwnPrices {
  currency: string;
  data: Required<OwnPrice>[];
}

export interface PriceTable {
  currency: string;
  /** Those of the account first. */
  prices: readonly Price[];
}

const keyOf = ({ provider, name, unit }: Pick<Price, 'provider' | 'name' | 'unit'>) =>
  `${provider.toLowerCase()}/${name}/${unit}`;

/** The prices that hold for an account. Those that come with Parley are in one currency, and no rate is known. */
export function priceTable(own: OwnPrices | null): PriceTable {
  if (own === null) return { currency: DEFAULT_CURRENCY, prices: defaultPrices };
  const prices = own.data.map((price): Price => ({ ...price, source: 'account' }));
  if (own.currency !== DEFAULT_CURRENCY) return { currency: own.currency, prices };
  const replaced = new Set(prices.map(keyOf));
  return {
    currency: own.currency,
    prices: [...prices, ...defaultPrices.filter((price) => !replaced.has(keyOf(price)))],
  };
}

type Priced = Pick<VendorUsage, 'provider' | 'vendor' | 'name' | 'unit'>;

/** Where a vendor has no price of its own for it, what comes from its cache costs as much as what does not. */
const uncached: Partial<Record<VendorUsage['unit'], VendorUsage['unit']>> = {
  cached_input_token: 'input_token',
  cached_input_audio_token: 'input_audio_token',
};

/** The account's own before those that come with Parley, then the most exact. Undefined: there is none. */
export function priceOf({ prices }: PriceTable, usage: Priced): Price | undefined {
  const { unit } = pricedUsage[usage.unit];
  const [best] = prices
    .filter((price) => price.unit === unit && isFor(price, usage))
    .sort((a, b) => rankOf(b, usage) - rankOf(a, usage));
  const instead = uncached[usage.unit];
  return best ?? (instead && priceOf({ currency: '', prices }, { ...usage, unit: instead }));
}

/** What vendors write behind a name for the model as it was on a day: `-2024-08-06`, `-20250514`. */
const SNAPSHOT = /^-\d{4}-?\d{2}-?\d{2}$/;

function isFor({ provider, name }: Price, usage: Priced): boolean {
  const wanted = provider.toLowerCase();
  if (wanted !== usage.provider.toLowerCase() && wanted !== usage.vendor.toLowerCase()) return false;
  if (name.endsWith('*')) return usage.name.startsWith(name.slice(0, -1));
  return usage.name === name || (usage.name.startsWith(name) && SNAPSHOT.test(usage.name.slice(name.length)));
}

/** A price for a provider by its own name comes before one for its vendor. */
function rankOf({ source, provider, name }: Price, usage: Priced): number {
  const isOwn = source === 'account' ? 2_000_000 : 0;
  const isNamed = provider.toLowerCase() === usage.provider.toLowerCase() ? 1_000_000 : 0;
  const exactness = name.endsWith('*') ? name.length * 2 - 2 : name.length * 2 + 1;
  return isOwn + isNamed + exactness;
}
