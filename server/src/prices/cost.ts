import { type CallCost, type CostItem, openModelProvider, pricedUsage } from '@parley/contract';
import type { VendorUsage } from '../kernel/vendor-usage.ts';
import { type PriceTable, priceOf } from './price-table.ts';

/** What runs on this host costs nothing. */
const FREE: readonly string[] = ['builtin', openModelProvider];
const MICROS = 1_000_000;

/** What a call costs. Whole numbers all the way: a price is for a million, or for a minute, of what is counted. */
export function costOf(usage: readonly VendorUsage[], table: PriceTable): CallCost {
  return summed(
    usage.map((used) => itemOf(used, table)),
    table.currency,
  );
}

/** The cost with what was used afterwards, by the prices of now; what it was stays. */
export function withUsage(cost: CallCost, usage: readonly VendorUsage[], table: PriceTable): CallCost {
  // Nothing is added up in two currencies.
  const prices = table.currency === cost.currency ? table : { currency: cost.currency, prices: [] };
  return summed([...cost.items, ...usage.map((used) => itemOf(used, prices))], cost.currency);
}

function itemOf(used: VendorUsage, table: PriceTable): CostItem {
  const { provider, name, kind, quantity, unit } = used;
  return { provider, name, kind, quantity, unit, micros: microsOf(used, table) };
}

function microsOf(used: VendorUsage, table: PriceTable): number | null {
  const price = priceOf(table, used);
  if (!price) return FREE.includes(used.vendor) ? 0 : null;
  const per = BigInt(pricedUsage[used.unit].per);
  // Half up. As large numbers: a million tokens at a million micros are more than a double counts exactly.
  return Number((BigInt(used.quantity) * BigInt(price.price_micros) * 2n + per) / (2n * per));
}

function summed(items: readonly CostItem[], currency: string): CallCost {
  const total = items.reduce((sum, { micros }) => sum + (micros ?? 0), 0);
  const unpriced = items
    .filter(({ micros }) => micros === null)
    .map(({ provider, name }) => (name === '' ? provider : `${provider}/${name}`));
  return {
    currency,
    total: total / MICROS,
    total_micros: total,
    items: [...items],
    unpriced: [...new Set(unpriced)],
  };
}
