import { trunkOfRoute } from '../trunks/trunk-route.ts';
import type { Carrier, CarrierRouting, LegToken } from './carrier.ts';
import type { TrunkRegistry } from './trunk-registry.ts';

interface RoutingOptions {
  /** Those that are there from start to end. */
  carriers: readonly Carrier[];
  trunks: TrunkRegistry;
  carrierOfTrunk(trunkId: string): Carrier;
}

/** The carriers of this process, by the names of the routes. */
export class Routing implements CarrierRouting {
  readonly #carriers: ReadonlyMap<string, Carrier>;
  readonly #trunks: TrunkRegistry;
  readonly #carrierOfTrunk: (trunkId: string) => Carrier;

  constructor({ carriers, trunks, carrierOfTrunk }: RoutingOptions) {
    this.#carriers = new Map(carriers.map((carrier) => [carrier.name, carrier]));
    this.#trunks = trunks;
    this.#carrierOfTrunk = carrierOfTrunk;
  }

  async prepare(names: readonly string[]): Promise<void> {
    const trunkIds = new Set(names.map(trunkOfRoute).filter((trunkId) => trunkId !== null));
    await this.#trunks.prepare([...trunkIds]);
  }

  carrierNamed(name: string): Carrier | undefined {
    const trunkId = trunkOfRoute(name);
    if (trunkId === null) return this.#carriers.get(name);
    return this.#trunks.whyUnusable(trunkId) === null ? this.#carrierOfTrunk(trunkId) : undefined;
  }

  whyGone(name: string): string {
    const trunkId = trunkOfRoute(name);
    const why = trunkId === null ? null : this.#trunks.whyUnusable(trunkId);
    if (why !== null) return `${why} A call that was accepted for one trunk is never dialled through another.`;
    return 'The carrier that this call was accepted for is not configured any more.';
  }

  async hangUpOrphan(token: LegToken): Promise<'ended' | 'unknown' | 'timeout'> {
    // A leg without a dialog ended with its process.
    if (token.dialog === null) return 'unknown';
    const trunkId = trunkOfRoute(token.carrier);
    // A trunk that was removed meanwhile is told all the same: the dialog knows where.
    const carrier = trunkId === null ? this.#carriers.get(token.carrier) : this.#carrierOfTrunk(trunkId);
    return carrier?.hangUpOrphan(token) ?? 'unknown';
  }
}
