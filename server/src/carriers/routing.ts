import { softphoneOfRoute } from '../softphones/softphone-route.ts';
import { trunkOfRoute } from '../trunks/trunk-route.ts';
import type { Carrier, CarrierRouting, LegToken } from './carrier.ts';
import type { SoftphonePlaces } from './softphone-places.ts';
import type { TrunkRegistry } from './trunk-registry.ts';

/** Carriers that are spoken to over HTTP, by accounts with them. */
export interface CarrierAccounts {
  /** Learns of routes that this process does not know yet. Does not throw. */
  prepare(routes: readonly string[]): Promise<void>;
  carrierNamed(route: string): Carrier | undefined;
  /** Why no call can go through accounts of the route's carrier, in words; null: nothing is in the way of any. */
  whyUnusable(route: string): string | null;
  /** Some carrier would take calls of the account. */
  isConnected(accountId: string): boolean;
}

const GONE = 'The carrier that this call was accepted for is not configured any more.';

interface RoutingOptions {
  accounts: CarrierAccounts;
  /** Those that are there from start to end. */
  carriers: readonly Carrier[];
  trunks: TrunkRegistry;
  carrierOfTrunk(trunkId: string): Carrier;
  softphones: SoftphonePlaces;
  carrierOfSoftphone(softphoneId: string): Carrier;
}

/** The carriers of this process, by the names of the routes. */
export class Routing implements CarrierRouting {
  readonly #carriers: ReadonlyMap<string, Carrier>;
  readonly #accounts: CarrierAccounts;
  readonly #trunks: TrunkRegistry;
  readonly #carrierOfTrunk: (trunkId: string) => Carrier;
  readonly #softphones: SoftphonePlaces;
  readonly #carrierOfSoftphone: (softphoneId: string) => Carrier;

  constructor({ accounts, carriers, trunks, carrierOfTrunk, softphones, carrierOfSoftphone }: RoutingOptions) {
    this.#softphones = softphones;
    this.#carrierOfSoftphone = carrierOfSoftphone;
    this.#carriers = new Map(carriers.map((carrier) => [carrier.name, carrier]));
    this.#accounts = accounts;
    this.#trunks = trunks;
    this.#carrierOfTrunk = carrierOfTrunk;
  }

  async prepare(names: readonly string[]): Promise<void> {
    const trunkIds = new Set(names.map(trunkOfRoute).filter((trunkId) => trunkId !== null));
    const softphoneIds = names.map(softphoneOfRoute).filter((softphoneId) => softphoneId !== null);
    const softphones = this.#softphones.prepare(softphoneIds);
    await Promise.all([this.#trunks.prepare([...trunkIds]), this.#accounts.prepare(names), softphones]);
  }

  carrierNamed(name: string): Carrier | undefined {
    const softphoneId = softphoneOfRoute(name);
    if (softphoneId !== null)
      return this.#softphones.of(softphoneId).length > 0 ? this.#carrierOfSoftphone(softphoneId) : undefined;
    const trunkId = trunkOfRoute(name);
    if (trunkId === null) return this.#carriers.get(name) ?? this.#accounts.carrierNamed(name);
    return this.#trunks.whyUnusable(trunkId) === null ? this.#carrierOfTrunk(trunkId) : undefined;
  }

  whyGone(name: string): string {
    if (softphoneOfRoute(name) !== null) return 'the softphone is not registered.';
    const trunkId = trunkOfRoute(name);
    const why = trunkId === null ? null : this.#trunks.whyUnusable(trunkId);
    if (why !== null) return `${why} A call that was accepted for one trunk is never dialled through another.`;
    return this.#accounts.whyUnusable(name) ?? GONE;
  }

  async hangUpOrphan(token: LegToken): Promise<'ended' | 'unknown' | 'timeout'> {
    // A leg without a dialog ended with its process.
    if (token.dialog === null) return 'unknown';
    const softphoneId = softphoneOfRoute(token.carrier);
    if (softphoneId !== null) return this.#carrierOfSoftphone(softphoneId).hangUpOrphan(token);
    const trunkId = trunkOfRoute(token.carrier);
    // The BYE also reaches a trunk that was removed meanwhile: the dialog has its address.
    const carrier = trunkId === null ? this.carrierNamed(token.carrier) : this.#carrierOfTrunk(trunkId);
    return carrier?.hangUpOrphan(token) ?? 'unknown';
  }
}
