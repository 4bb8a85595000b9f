import type { ChangeSoftphone, CreatedSoftphone, CreateSoftphone, Softphone, SoftphoneList } from './resources.ts';
import type { RequestOptions, Transport } from './transport.ts';

export class Softphones {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** By name, with whether they are registered. */
  list(options?: RequestOptions): Promise<SoftphoneList> {
    return this.#transport.request({ method: 'GET', path: ['softphones'], repeatable: true }, options);
  }

  /** The password is in this response alone. */
  create(softphone: CreateSoftphone, options?: RequestOptions): Promise<CreatedSoftphone> {
    const request = { method: 'POST', path: ['softphones'], body: softphone, repeatable: false } as const;
    return this.#transport.request(request, options);
  }

  /** With where it is registered now. */
  get(softphoneId: string, options?: RequestOptions): Promise<Softphone> {
    const path = ['softphones', softphoneId];
    return this.#transport.request({ method: 'GET', path, repeatable: true }, options);
  }

  update(softphoneId: string, changes: ChangeSoftphone, options?: RequestOptions): Promise<Softphone> {
    const request = { method: 'PATCH', path: ['softphones', softphoneId], body: changes, repeatable: true } as const;
    return this.#transport.request(request, options);
  }

  delete(softphoneId: string, options?: RequestOptions): Promise<void> {
    const path = ['softphones', softphoneId];
    return this.#transport.request({ method: 'DELETE', path, repeatable: false }, options);
  }
}
