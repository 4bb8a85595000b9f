import type { Carrier, CarrierRouting, Route } from './carrier.ts';

/** The fictional numbers: +1 202-555-0100 to 0199, where the simulated phone lives. */
function isFictional(phone: string): boolean {
  return /^\+120255501[0-9]{2}$/.test(phone);
}

/**
 * While no trunk is connected every number is simulated, so that no real phone rings by accident; once there is one,
 * the numbers outside the fictional range go to it. Numbers of our own are called at our own door.
 */
export function routeTo(phone: string, { isOwn, hasTrunk }: { isOwn: boolean; hasTrunk: boolean }): Route {
  if (isOwn) return { name: 'own', simulated: true };
  if (isFictional(phone) || !hasTrunk) return { name: 'simulated', simulated: true };
  return { name: 'sip', simulated: false };
}

/** The carriers of this process, by the names of the routes. */
export class Routing implements CarrierRouting {
  readonly #carriers: ReadonlyMap<string, Carrier>;
  readonly #isOwnNumber: (phone: string) => boolean;

  constructor(carriers: readonly Carrier[], isOwnNumber: (phone: string) => boolean) {
    this.#carriers = new Map(carriers.map((carrier) => [carrier.name, carrier]));
    this.#isOwnNumber = isOwnNumber;
  }

  routeTo(phone: string): Route {
    return routeTo(phone, { isOwn: this.#isOwnNumber(phone), hasTrunk: this.#carriers.has('sip') });
  }

  carrierNamed(name: string): Carrier | undefined {
    return this.#carriers.get(name);
  }
}
