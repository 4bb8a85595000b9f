import { everyItem } from './every-item.ts';
import { PagedList } from './paged-list.ts';
import { randomKey } from './random-key.ts';
import type { Batch, BatchPage, BatchResults, CreateBatch, ListBatchesQuery, RetryBatch } from './resources.ts';
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

  /** Newest first. `await` gives one page, `for await` every batch of every page. */
  list(query: ListBatchesQuery = {}, options: RequestOptions = {}): PagedList<Batch, BatchPage> {
    const path = ['calls', 'batch'];
    const page = (pageQuery: ListBatchesQuery) =>
      this.#transport.request<BatchPage>({ method: 'GET', path, query: pageQuery, repeatable: true }, options);
    return new PagedList(
      () => page(query),
      () => everyItem(page, { limit: 100, ...query }, ({ batch_id: id }) => id),
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

  /** No further call begins until it is resumed; live ones go on. */
  pause(batchId: string, options?: RequestOptions): Promise<Batch> {
    const path = ['calls', 'batch', batchId, 'pause'];
    return this.#transport.request({ method: 'POST', path, repeatable: true }, options);
  }

  resume(batchId: string, options?: RequestOptions): Promise<Batch> {
    const path = ['calls', 'batch', batchId, 'resume'];
    return this.#transport.request({ method: 'POST', path, repeatable: true }, options);
  }

  /** A new batch of those who were not reached, or whose call ended as `end_reasons` says. Keys are as in `create`. */
  retry(
    batchId: string,
    retry: RetryBatch = {},
    options: RequestOptions & { idempotencyKey?: string } = {},
  ): Promise<Batch> {
    const path = ['calls', 'batch', batchId, 'retry'];
    const headers = { 'idempotency-key': options.idempotencyKey ?? randomKey() };
    return this.#transport.request({ method: 'POST', path, body: retry, headers, repeatable: true }, options);
  }

  /** What came of each recipient. */
  results(batchId: string, options?: RequestOptions): Promise<BatchResults> {
    const path = ['calls', 'batch', batchId, 'results'];
    return this.#transport.request({ method: 'GET', path, repeatable: true }, options);
  }

  /** The same as a table for spreadsheets. */
  resultsAsCsv(batchId: string, options?: RequestOptions): Promise<string> {
    const path = ['calls', 'batch', batchId, 'results'];
    const query = { format: 'csv' };
    return this.#transport.request({ method: 'GET', path, query, repeatable: true, accept: 'text/csv' }, options);
  }
}
