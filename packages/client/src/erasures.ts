import type { ErasePerson, Erasure } from './resources.ts';
import type { RequestOptions, Transport } from './transport.ts';

export class Erasures {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Erases what is stored of the person with this number, for good. Doing it twice erases what came in between. */
  create(person: ErasePerson, options?: RequestOptions): Promise<Erasure> {
    return this.#transport.request({ method: 'POST', path: ['erasures'], body: person, repeatable: true }, options);
  }
}
