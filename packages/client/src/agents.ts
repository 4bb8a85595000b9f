import type { Agent, AgentList, AgentPatch, AgentVersion, AgentVersionList, NewAgent } from './resources.ts';
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

  /** Not repeated by itself when no response comes: it would make two. */
  create(agent: NewAgent, options?: RequestOptions): Promise<Agent> {
    return this.#transport.request({ method: 'POST', path: ['agents'], body: agent, repeatable: false }, options);
  }

  get(agentId: string, options?: RequestOptions): Promise<Agent> {
    return this.#transport.request({ method: 'GET', path: ['agents', agentId], repeatable: true }, options);
  }

  /** Changes the given fields, for the next call on. */
  update(agentId: string, patch: AgentPatch, options?: RequestOptions): Promise<Agent> {
    const path = ['agents', agentId];
    return this.#transport.request({ method: 'PATCH', path, body: patch, repeatable: false }, options);
  }

  /** Rejects with a `conflict` while numbers, batches or live calls use the agent. */
  delete(agentId: string, options?: RequestOptions): Promise<void> {
    return this.#transport.request({ method: 'DELETE', path: ['agents', agentId], repeatable: false }, options);
  }

  /** Every version without its settings, the newest first. */
  versions(agentId: string, options?: RequestOptions): Promise<AgentVersionList> {
    return this.#transport.request({ method: 'GET', path: ['agents', agentId, 'versions'], repeatable: true }, options);
  }

  /** The agent as it was. */
  version(agentId: string, version: number, options?: RequestOptions): Promise<AgentVersion> {
    const path = ['agents', agentId, 'versions', String(version)];
    return this.#transport.request({ method: 'GET', path, repeatable: true }, options);
  }

  /** Makes a new version with the settings of an older one. */
  restore(agentId: string, version: number, options?: RequestOptions): Promise<Agent> {
    const path = ['agents', agentId, 'versions', String(version), 'restore'];
    return this.#transport.request({ method: 'POST', path, repeatable: true }, options);
  }
}
