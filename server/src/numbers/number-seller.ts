import type { AvailableNumber, OwnedNumber } from '@parley/contract';

export interface NumberSearch {
  /** ISO 3166. */
  country: string;
  areaCode: string | undefined;
  limit: number;
}

/** A carrier that sells numbers. What it refuses is a RequestError that says what to do. */
export interface NumberSeller {
  readonly source: Extract<OwnedNumber['source'], 'twilio' | 'telnyx'>;
  search(search: NumberSearch): Promise<AvailableNumber[]>;
  /** Buys the number, and lets it ring this service. What the seller calls it. Doing it twice buys it once. */
  buy(phone: string): Promise<string>;
  /** Gives back what `buy` has bought. Doing it twice does nothing. */
  release(sellerId: string): Promise<void>;
}
