import type { AvailableNumber, OwnedNumber } from '@parley/contract';

export interface NumberSearch {
  /** ISO 3166. */
  country: string;
  areaCode: string | undefined;
  limit: number;
}

export interface SoldNumber {
  /** What the seller calls it. */
  sellerId: string;
  /** It was sold now, and not before. */
  isNew: boolean;
  /** It was sold to this service, now or by a request that was broken off. */
  isBought: boolean;
}

/** A carrier that sells numbers. What it refuses is a RequestError that says what to do. */
export interface NumberSeller {
  /** The carrier account that it sells through; null: the operator's. */
  readonly carrierId: string | null;
  readonly source: Extract<OwnedNumber['source'], 'twilio' | 'telnyx'>;
  search(search: NumberSearch): Promise<AvailableNumber[]>;
  /** Buys the number, and lets it ring this service. Doing it twice buys it once. */
  buy(phone: string): Promise<SoldNumber>;
  /** Lets a number that the carrier account has already ring this service; what it calls the number. Buys nothing. */
  connect(phone: string): Promise<string>;
  /** Gives back what `buy` has bought. Doing it twice does nothing. */
  release(sellerId: string): Promise<void>;
  /** The number does not ring this service any more, and stays with the carrier account. Doing it twice does nothing. */
  disconnect(sellerId: string): Promise<void>;
}

/** Who sells numbers to accounts. */
export interface NumberSellers {
  /** Null: the simulated carrier does. @throws RequestError where it could not ring them */
  toBuy(accountId: string): Promise<NumberSeller | null>;
  /** The seller of numbers through this carrier account; null: through the operator's. */
  ofCarrier(carrierId: string | null): Promise<NumberSeller | null>;
}
