import type { Offer } from './offers.ts';

/** What fits the words that are typed, by any part of it; all of them where one is chosen already. */
export function matchingOffers(offers: readonly Offer[], typed: string, limit: number): Offer[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const isChosen = offers.some(({ id }) => id === typed.trim());
  const fits = ({ id, name, about }: Offer) => {
    const text = `${id} ${name} ${about}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  return (isChosen ? [...offers] : offers.filter(fits)).slice(0, limit);
}
