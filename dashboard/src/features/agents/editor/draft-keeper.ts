import type { Agent, AgentDraft, AgentField, AgentSettings, DraftSettings, SaveAgentDraft } from '@parley/contract';
import { isApiError } from '../../../api/api-error.ts';
import { isSame } from '../same.ts';
import { settingsOf } from '../settings-of.ts';

const QUIET_MS = 800;
const FIRST_RETRY_MS = 2000;
const LONGEST_RETRY_MS = 30_000;

/** Where a draft is kept. */
export interface DraftStore {
  save(body: SaveAgentDraft): Promise<AgentDraft>;
  read(): Promise<AgentDraft | null>;
  /** What was seen: a newer revision stays, as a conflict. */
  discard(revision: number): Promise<void>;
}

export interface DraftState {
  /** What is typed, over what is published. */
  settings: DraftSettings;
  /** What is typed and differs from what is published. */
  changes: DraftSettings;
  /** The version below the changes. */
  baseVersion: number;
  /** Of the draft that is stored; 0 for none. */
  revision: number;
  status: 'saved' | 'waiting' | 'saving' | 'failed' | 'conflict';
  /** Why it is not saved, in words. */
  problem: string | null;
  /** What another window made of the draft; null there for none, when it was published or discarded. */
  elsewhere: AgentDraft | null;
}

/**
 * Keeps what is typed: saves it a moment after the last key, one save at a time, each over the revision that it knows.
 * Nothing that the service answers changes what is typed; only `adopt` and `restart` do.
 */
export class DraftKeeper {
  readonly #store: DraftStore;
  readonly #listeners = new Set<() => void>();
  #published: AgentSettings;
  #state: DraftState;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #saving: Promise<void> | null = null;
  #retryMs = FIRST_RETRY_MS;

  constructor(agent: Agent, draft: AgentDraft | null, store: DraftStore) {
    this.#store = store;
    this.#published = settingsOf(agent);
    this.#state = this.#beginning(agent.version, draft);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly getState = (): DraftState => this.#state;

  get published(): AgentSettings {
    return this.#published;
  }

  get hasUnsaved(): boolean {
    return this.#state.status !== 'saved';
  }

  set(field: AgentField, value: unknown): void {
    const changes: DraftSettings = { ...this.#state.changes };
    if (isSame(value, this.#published[field])) delete changes[field];
    else changes[field] = value as DraftSettings[AgentField];
    this.#type(changes);
  }

  /** All of it is as published again; what was typed is gone here and in the store. */
  discard(): Promise<void> {
    this.#type({});
    return this.flush();
  }

  /** Saves at once; resolves when nothing is left to save, or it cannot be. */
  async flush(): Promise<void> {
    this.#clearTimer();
    while (this.#state.status === 'waiting' || this.#state.status === 'failed' || this.#saving) {
      if (this.#saving) await this.#saving;
      else {
        const tried = this.#save();
        await tried;
        if (this.#state.status === 'failed') return;
      }
    }
  }

  /** Another window's draft in place of what is typed here. */
  adopt(): void {
    const { elsewhere, baseVersion } = this.#state;
    this.#change(this.#beginning(baseVersion, elsewhere));
  }

  /** What is typed here in place of another window's draft. */
  keepMine(): Promise<void> {
    this.#change({ revision: this.#state.elsewhere?.revision ?? 0, status: 'waiting', elsewhere: null, problem: null });
    return this.flush();
  }

  /** A newer version is published: what is typed stays, over the new one. */
  rebase(agent: Agent): void {
    this.#published = settingsOf(agent);
    this.#change({ baseVersion: agent.version });
    const kept = Object.entries(this.#state.changes) as [AgentField, unknown][];
    this.#type(
      Object.fromEntries(kept.filter(([field, value]) => !isSame(value, this.#published[field]))) as DraftSettings,
    );
  }

  /** It was published: from now on, changes are to the new version. */
  restart(agent: Agent): void {
    this.#clearTimer();
    this.#published = settingsOf(agent);
    this.#change(this.#beginning(agent.version, null));
  }

  #beginning(baseVersion: number, draft: AgentDraft | null): DraftState {
    const changes = draft?.settings ?? {};
    return {
      settings: { ...this.#published, ...changes } as DraftSettings,
      changes,
      baseVersion,
      revision: draft?.revision ?? 0,
      status: 'saved',
      problem: null,
      elsewhere: null,
    };
  }

  #type(changes: DraftSettings): void {
    const settings = { ...this.#published, ...changes } as DraftSettings;
    const status = this.#state.status === 'conflict' ? 'conflict' : 'waiting';
    this.#change({ settings, changes, status });
    if (status === 'waiting') this.#saveAfter(QUIET_MS);
  }

  #saveAfter(delayMs: number): void {
    this.#clearTimer();
    this.#timer = setTimeout(() => void this.#save(), delayMs);
  }

  #save(): Promise<void> {
    this.#saving ??= this.#attempt().finally(() => {
      this.#saving = null;
    });
    return this.#saving;
  }

  async #attempt(): Promise<void> {
    const { changes, baseVersion, revision } = this.#state;
    this.#change({ status: 'saving' });
    try {
      const saved = await this.#write(changes, baseVersion, revision);
      this.#retryMs = FIRST_RETRY_MS;
      const isLatest = this.#state.changes === changes && this.#state.baseVersion === baseVersion;
      this.#change({ revision: saved, status: isLatest ? 'saved' : 'waiting', problem: null });
      if (!isLatest) this.#saveAfter(QUIET_MS);
    } catch (error) {
      await this.#onFailure(error, changes);
    }
  }

  /** The revision that is stored then. */
  async #write(changes: DraftSettings, baseVersion: number, revision: number): Promise<number> {
    if (Object.keys(changes).length > 0) {
      return (await this.#store.save({ base_version: baseVersion, revision, settings: changes })).revision;
    }
    if (revision > 0) await this.#store.discard(revision);
    return 0;
  }

  async #onFailure(error: unknown, changes: DraftSettings): Promise<void> {
    if (isApiError(error, 'conflict')) {
      const elsewhere = await this.#store.read().catch(() => undefined);
      if (elsewhere !== undefined) {
        // The response to a save was lost: it is ours.
        const isOurs = elsewhere !== null && isSame(elsewhere.settings, changes);
        if (isOurs) this.#change({ revision: elsewhere.revision, status: 'saved', problem: null });
        else this.#change({ status: 'conflict', elsewhere, problem: null });
        return;
      }
    }
    this.#change({ status: 'failed', problem: error instanceof Error ? error.message : 'It could not be saved.' });
    if (isApiError(error) && error.code !== 'offline' && error.code !== 'server_error') return;
    this.#saveAfter(this.#retryMs);
    this.#retryMs = Math.min(2 * this.#retryMs, LONGEST_RETRY_MS);
  }

  #clearTimer(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #change(changes: Partial<DraftState>): void {
    this.#state = { ...this.#state, ...changes };
    for (const listener of this.#listeners) listener();
  }
}
