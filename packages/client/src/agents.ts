import type { Agent, AgentList, AgentPatch } from './resources.ts';
import type { RequestOptions, Transport } from './transport.ts';

export class Agents {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** All agents of the account. */
  list(options?: RequestOptions): Promise<AgentList> {
    return this.#transport.request({ method: 'GET', path: ['agents'], repeatable: true }, options);
  }

  get(agentId: string, options?: RequestOptions): Promise<Agent> {
    return this.#transport.request({ method: 'GET', path: ['agents', agentId], repeatable: true }, options);
  }

  /** Changes the given fields, for the next call on. */
  update(agentId: string, patch: AgentPatch, options?: RequestOptions): Promise<Agent> {
    const path = ['agents', agentId];
    return this.#transport.request({ method: 'PATCH', path, body: patch, repeatable: false }, options);
  }
}
