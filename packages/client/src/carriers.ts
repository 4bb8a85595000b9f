import type { CarrierAccount, CarrierAccountList, CarrierTest, ChangeCarrier, CreateCarrier } from './resources.ts';
import type { RequestOptions, Transport } from './transport.ts';

export class Carriers {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  list(options?: RequestOptions): Promise<CarrierAccountList> {
    return this.#transport.request({ method: 'GET', path: ['carriers'], repeatable: true }, options);
  }

  create(carrier: CreateCarrier, options?: RequestOptions): Promise<CarrierAccount> {
    const request = { method: 'POST', path: ['carriers'], body: carrier, repeatable: false } as const;
    return this.#transport.request(request, options);
  }

  get(carrierId: string, options?: RequestOptions): Promise<CarrierAccount> {
    return this.#transport.request({ method: 'GET', path: ['carriers', carrierId], repeatable: true }, options);
  }

  update(carrierId: string, changes: ChangeCarrier, options?: RequestOptions): Promise<CarrierAccount> {
    const request = { method: 'PATCH', path: ['carriers', carrierId], body: changes, repeatable: true } as const;
    return this.#transport.request(request, options);
  }

  delete(carrierId: string, options?: RequestOptions): Promise<void> {
    return this.#transport.request({ method: 'DELETE', path: ['carriers', carrierId], repeatable: false }, options);
  }

  /** Whether the carrier takes the credentials, and can have a way to the service. Nobody is called. */
  test(carrierId: string, options?: RequestOptions): Promise<CarrierTest> {
    const request = { method: 'POST', path: ['carriers', carrierId, 'test'], repeatable: false } as const;
    return this.#transport.request(request, options);
  }
}
