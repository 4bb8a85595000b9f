import type { RequestOptions, Transport } from './transport.ts';

/** Resources that an account makes, changes and deletes, and that come in one page. */
export class Collection<Item, List, Create, Change> {
  protected readonly transport: Transport;
  readonly #name: string;

  /** `name`: the path below `/v1`. */
  constructor(transport: Transport, name: string) {
    this.transport = transport;
    this.#name = name;
  }

  list(options?: RequestOptions): Promise<List> {
    return this.transport.request({ method: 'GET', path: [this.#name], repeatable: true }, options);
  }

  create(item: Create, options?: RequestOptions): Promise<Item> {
    return this.transport.request({ method: 'POST', path: [this.#name], body: item, repeatable: false }, options);
  }

  get(id: string, options?: RequestOptions): Promise<Item> {
    return this.transport.request({ method: 'GET', path: [this.#name, id], repeatable: true }, options);
  }

  update(id: string, changes: Change, options?: RequestOptions): Promise<Item> {
    const request = { method: 'PATCH', path: [this.#name, id], body: changes, repeatable: true } as const;
    return this.transport.request(request, options);
  }

  delete(id: string, options?: RequestOptions): Promise<void> {
    return this.transport.request({ method: 'DELETE', path: [this.#name, id], repeatable: false }, options);
  }
}
