import { everyItem } from './every-item.ts';
import { PagedList } from './paged-list.ts';
import type { CreateSuppression, ListSuppressionsQuery, Suppression, SuppressionPage } from './resources.ts';
import type { RequestOptions, Transport } from './transport.ts';

export class Suppressions {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Newest first. `await` gives one page, `for await` every number of every page. */
  list(query: ListSuppressionsQuery = {}, options: RequestOptions = {}): PagedList<Suppression, SuppressionPage> {
    const path = ['suppressions'];
    const page = (pageQuery: ListSuppressionsQuery) =>
      this.#transport.request<SuppressionPage>({ method: 'GET', path, query: pageQuery, repeatable: true }, options);
    return new PagedList(
      () => page(query),
      () => everyItem(page, { limit: 100, ...query }, ({ suppression_id: id }) => id),
    );
  }

  /** A number that is suppressed already stays as it is. */
  create(suppression: CreateSuppression, options?: RequestOptions): Promise<Suppression> {
    const request = { method: 'POST', path: ['suppressions'], body: suppression, repeatable: true } as const;
    return this.#transport.request(request, options);
  }

  get(suppressionId: string, options?: RequestOptions): Promise<Suppression> {
    const path = ['suppressions', suppressionId];
    return this.#transport.request({ method: 'GET', path, repeatable: true }, options);
  }

  /** The number may be called again. */
  delete(suppressionId: string, options?: RequestOptions): Promise<void> {
    const path = ['suppressions', suppressionId];
    return this.#transport.request({ method: 'DELETE', path, repeatable: false }, options);
  }
}
