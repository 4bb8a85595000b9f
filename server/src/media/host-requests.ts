import type { RehearsalHost } from './rehearsal.ts';
import type { HostRequest, HostResponse } from './rehearsal-protocol.ts';

/** What the thread of rehearsals asks of its host for one reply. */
export class HostRequests {
  readonly #host: RehearsalHost;
  readonly #respond: (response: HostResponse) => void;
  readonly #running = new Map<number, AbortController>();

  constructor(host: RehearsalHost, respond: (response: HostResponse) => void) {
    this.#host = host;
    this.#respond = respond;
  }

  take(request: HostRequest): void {
    switch (request.type) {
      case 'tool_call':
        void this.#use(request);
        return;
      case 'tool_canceled':
        this.#cancel(request.id);
        return;
      case 'search':
        void this.#search(request);
        return;
    }
  }

  /** Idempotent. What is under way is called off, and nothing is responded any more. */
  close(): void {
    for (const id of [...this.#running.keys()]) this.#cancel(id);
  }

  #cancel(useId: number): void {
    this.#running.get(useId)?.abort();
    this.#running.delete(useId);
  }

  async #use({ id, name, arguments: args }: Extract<HostRequest, { type: 'tool_call' }>): Promise<void> {
    const canceling = new AbortController();
    this.#running.set(id, canceling);
    const result = await this.#host.useTool({ name, arguments: args, signal: canceling.signal });
    if (this.#running.delete(id)) this.#respond({ type: 'tool_result', useId: id, result });
  }

  async #search({ searchId, query, limit, withinMs }: Extract<HostRequest, { type: 'search' }>): Promise<void> {
    const passages = await this.#host.search({ query, limit, withinMs }).catch(() => null);
    this.#respond({ type: 'passages', searchId, passages });
  }
}
