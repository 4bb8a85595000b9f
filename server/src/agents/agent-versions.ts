import type { AgentSettings } from '@parley/contract';
import type { Queryable } from '../db/index.ts';
import { agentSettingsOf } from './agents.ts';

/** Prompts may be long; so many of them are what a busy node uses at a time. */
const KEPT = 500;

/** Settings of agents by version. A version never changes, so it is read once. */
export class AgentVersions {
  readonly #settings = new Map<string, AgentSettings>();

  async settingsOf(db: Queryable, agentId: string, version: number): Promise<AgentSettings> {
    const key = `${agentId}/${version}`;
    const known = this.#settings.get(key);
    const settings = known ?? (await agentSettingsOf(db, agentId, version));
    // Used last, dropped last.
    this.#settings.delete(key);
    this.#settings.set(key, settings);
    if (this.#settings.size > KEPT) this.#settings.delete(this.#settings.keys().next().value!);
    return settings;
  }
}
