import type {
  AddNumber,
  AvailableNumberList,
  ChangeNumber,
  ConnectedNumbers,
  ConnectNumbers,
  ListAvailableNumbersQuery,
  OwnedNumber,
  OwnedNumberList,
} from './resources.ts';
import type { RequestOptions, Transport } from './transport.ts';

export class Numbers {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  list(options?: RequestOptions): Promise<OwnedNumberList> {
    return this.#transport.request({ method: 'GET', path: ['numbers'], repeatable: true }, options);
  }

  /** Numbers that can be bought. */
  available(query: ListAvailableNumbersQuery = {}, options?: RequestOptions): Promise<AvailableNumberList> {
    const path = ['numbers', 'available'];
    return this.#transport.request({ method: 'GET', path, query, repeatable: true }, options);
  }

  /** Buys a number; with `trunk_id` it connects one of this trunk. */
  add(number: AddNumber, options?: RequestOptions): Promise<OwnedNumber> {
    const request = { method: 'POST', path: ['numbers'], body: number, repeatable: false } as const;
    return this.#transport.request(request, options);
  }

  /** Connects a block of numbers of a trunk: all of them, or none. */
  connectRange(range: ConnectNumbers, options?: RequestOptions): Promise<ConnectedNumbers> {
    const request = { method: 'POST', path: ['numbers', 'ranges'], body: range, repeatable: false } as const;
    return this.#transport.request(request, options);
  }

  get(numberId: string, options?: RequestOptions): Promise<OwnedNumber> {
    return this.#transport.request({ method: 'GET', path: ['numbers', numberId], repeatable: true }, options);
  }

  /** Assigns it to an agent, or makes it the default number. */
  update(numberId: string, changes: ChangeNumber, options?: RequestOptions): Promise<OwnedNumber> {
    const request = { method: 'PATCH', path: ['numbers', numberId], body: changes, repeatable: true } as const;
    return this.#transport.request(request, options);
  }

  /** Gives it back: any account may take it then. */
  release(numberId: string, options?: RequestOptions): Promise<void> {
    return this.#transport.request({ method: 'DELETE', path: ['numbers', numberId], repeatable: false }, options);
  }
}
