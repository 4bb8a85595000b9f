import type { Batch, CreateBatch } from './resources.ts';
import type { RequestOptions, Transport } from './transport.ts';

export class Batches {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Accepts all recipients or none. Never repeated by itself: a second batch would ring everybody again. */
  create(batch: CreateBatch, options?: RequestOptions): Promise<Batch> {
    return this.#transport.request(
      { method: 'POST', path: ['calls', 'batch'], body: batch, repeatable: false },
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
