import type { OwnPrice, Price, PriceUnit } from '@parley/contract';

export const unitWords: Record<PriceUnit, string> = {
  million_input_tokens: 'a million tokens read',
  million_cached_input_tokens: 'a million tokens read from the cache',
  million_output_tokens: 'a million tokens written',
  million_input_audio_tokens: 'a million tokens heard',
  million_cached_input_audio_tokens: 'a million tokens heard, from the cache',
  million_output_audio_tokens: 'a million tokens spoken',
  million_characters: 'a million characters spoken',
  audio_minute: 'a minute of audio',
  call_minute: 'a minute on the line',
};

/** Those whose provider, or whose model or voice, begins so. */
export function pricesOf(prices: readonly Price[], beginning: string): Price[] {
  const wanted = beginning.trim().toLowerCase();
  return prices.filter(({ provider, name }) =>
    [provider, name, `${provider}/${name}`].some((text) => text.toLowerCase().startsWith(wanted)),
  );
}

/** Those of the account, as they are sent to the service. */
export function ownPrices(prices: readonly Price[]): OwnPrice[] {
  return prices.filter(({ source }) => source === 'account').map(({ source: _, ...price }) => price);
}

const isSame = (one: OwnPrice, other: OwnPrice) =>
  one.provider.toLowerCase() === other.provider.toLowerCase() &&
  (one.name ?? '*') === (other.name ?? '*') &&
  one.unit === other.unit;

/** With a price in the place of `before`, or of one for the same thing. */
export function withPrice(own: readonly OwnPrice[], price: OwnPrice, before: OwnPrice | null): OwnPrice[] {
  return [...own.filter((one) => !isSame(one, price) && !(before && isSame(one, before))), price];
}

export function withoutPrice(own: readonly OwnPrice[], price: OwnPrice): OwnPrice[] {
  return own.filter((one) => !isSame(one, price));
}
