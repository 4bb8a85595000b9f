import { randomKey } from './random-key.ts';
import type { Batch, CreateBatch } from './resources.ts';
import type { RequestOptions, Transport } from './transport.ts';

export class Batches {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Accepts all recipients or none. It is repeated where the network or the service failed, with the same
   * `idempotencyKey`, so that there is no second batch. Give a key of your own when your program may repeat it, too.
   */
  create(batch: CreateBatch, options: RequestOptions & { idempotencyKey?: string } = {}): Promise<Batch> {
    const headers = { 'idempotency-key': options.idempotencyKey ?? randomKey() };
    return this.#transport.request(
      { method: 'POST', path: ['calls', 'batch'], body: batch, headers, repeatable: true },
      options,
    );
  }

  get(batchId: string, options?: RequestOptions): Promise<Batch> {
    const path = ['calls', 'batch', batchId];
    return this.#transport.request({ method: 'GET', path, repeatable: true }, options);
  }

  /** Ends the calls that have not begun; live ones go on. */
  cancel(batchId: string, options?: RequestOptions): Promise<Batch> {
    const path = ['calls', 'batch', batchId, 'cancel'];
    return this.#transport.request({ method: 'POST', path, repeatable: true }, options);
  }
}
