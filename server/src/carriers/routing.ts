import type { Carrier, CarrierRouting } from './carrier.ts';

/** The numbers that are nobody's: +1 202-555-0100 to 0199, where the simulated phone lives. */
export function isFictional(phone: string): boolean {
  return /^\+120255501[0-9]{2}$/.test(phone);
}

/**
 * While no trunk is connected every number is simulated, so that nobody real is rung by accident; once there is one,
 * the numbers outside the fictional range go to it. Numbers of our own are called at our own door.
 */
export class Routing implements CarrierRouting {
  readonly #simulated: Carrier;
  readonly #ownNumbers: Carrier;
  readonly #trunk: Carrier | null;
  readonly #isOwnNumber: (phone: string) => boolean;

  constructor(carriers: {
    simulated: Carrier;
    ownNumbers: Carrier;
    trunk: Carrier | null;
    isOwnNumber: (phone: string) => boolean;
  }) {
    this.#simulated = carriers.simulated;
    this.#ownNumbers = carriers.ownNumbers;
    this.#trunk = carriers.trunk;
    this.#isOwnNumber = carriers.isOwnNumber;
  }

  carrierFor(phone: string): Carrier {
    if (this.#isOwnNumber(phone)) return this.#ownNumbers;
    if (isFictional(phone)) return this.#simulated;
    return this.#trunk ?? this.#simulated;
  }

  isSimulated(phone: string): boolean {
    return this.carrierFor(phone).simulated;
  }

  carrierNamed(name: string): Carrier | undefined {
    return [this.#simulated, this.#ownNumbers, this.#trunk].find((carrier) => carrier?.name === name) ?? undefined;
  }
}
