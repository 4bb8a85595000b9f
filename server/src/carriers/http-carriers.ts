import type { CarrierTest } from '@parley/contract';
import type { NumberSeller, NumberSellers } from '../numbers/number-seller.ts';
import type { RoutedCarrier } from '../trunks/carrier-route.ts';
import type { Carrier } from './carrier.ts';
import type { CarrierAccounts } from './routing.ts';

/** A carrier with accounts, as far as no account is asked for its kind. */
interface OneOfMany extends Pick<CarrierAccounts, 'prepare' | 'carrierNamed'> {
  readonly route: string;
  readonly whyUnusable: string | null;
  readonly hasOperators: boolean;
  firstOf(accountId: string): string | null;
  seller(carrierId: string | null): NumberSeller | null;
  test(carrierId: string): Promise<CarrierTest>;
  refresh(): Promise<void>;
  knows(carrierId: string): boolean;
}

/** All carriers that are spoken to over HTTP: an account may have accounts with each. */
export class HttpCarriers implements CarrierAccounts, NumberSellers {
  readonly #carriers: readonly OneOfMany[];

  constructor(carriers: readonly OneOfMany[]) {
    this.#carriers = carriers;
  }

  async prepare(routes: readonly string[]): Promise<void> {
    await Promise.all(this.#carriers.map((carrier) => carrier.prepare(routes)));
  }

  carrierNamed(route: string): Carrier | undefined {
    return this.#ofRoute(route)?.carrierNamed(route);
  }

  whyUnusable(route: string): string | null {
    return this.#ofRoute(route)?.whyUnusable ?? null;
  }

  isConnected(accountId: string): boolean {
    return this.#carriers.some((carrier) => carrier.hasOperators || carrier.firstOf(accountId) !== null);
  }

  async test({ kind, carrierId }: RoutedCarrier): Promise<CarrierTest> {
    return this.#ofRoute(kind)!.test(carrierId);
  }

  /** Through the account that was connected first, whichever carrier's; without one, the operator's. */
  async toBuy(accountId: string): Promise<NumberSeller | null> {
    await this.#refresh();
    const own = this.#carriers
      .map((carrier) => ({ carrier, carrierId: carrier.firstOf(accountId) }))
      .filter(({ carrierId }) => carrierId !== null)
      // Identifiers are in the order of their making.
      .sort((one, other) => (one.carrierId! < other.carrierId! ? -1 : 1))[0];
    if (own) return own.carrier.seller(own.carrierId);
    return this.#carriers.find(({ hasOperators }) => hasOperators)?.seller(null) ?? null;
  }

  async ofCarrier(carrierId: string | null): Promise<NumberSeller | null> {
    await this.#refresh();
    const carrier = this.#carriers.find((one) => (carrierId === null ? one.hasOperators : one.knows(carrierId)));
    return carrier?.seller(carrierId) ?? null;
  }

  async #refresh(): Promise<void> {
    await Promise.all(this.#carriers.map((carrier) => carrier.refresh()));
  }

  #ofRoute(route: string): OneOfMany | undefined {
    return this.#carriers.find((carrier) => carrier.route === route || route.startsWith(`${carrier.route}:`));
  }
}
