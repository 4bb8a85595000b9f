import type { Agent, AgentDraft, SaveAgentDraft } from '@parley/contract';
import { agentDefaults } from '@parley/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../api/api-error.ts';
import { DraftKeeper, type DraftStore } from './draft-keeper.ts';

const agent: Agent = {
  ...agentDefaults,
  ...{ agent_id: 'agent_1', name: 'A', prompt: 'P', phone_number: null, version: 3, created_at: 1, updated_at: 1 },
} as Agent;

/** As the service keeps drafts. */
class Store implements DraftStore {
  stored: AgentDraft | null = null;
  saves: SaveAgentDraft[] = [];
  discards = 0;
  failure: Error | null = null;
  gate: Promise<void> = Promise.resolve();

  async save(body: SaveAgentDraft): Promise<AgentDraft> {
    this.saves.push(structuredClone(body));
    await this.gate;
    if (this.failure) throw this.failure;
    if ((this.stored?.revision ?? 0) !== body.revision) throw new ApiError('conflict', 'newer', { status: 409 });
    this.stored = { ...body, revision: body.revision + 1, updated_at: 1 };
    return this.stored;
  }

  async read(): Promise<AgentDraft | null> {
    return this.stored;
  }

  async discard(revision: number): Promise<void> {
    if (this.stored && this.stored.revision !== revision) throw new ApiError('conflict', 'newer', { status: 409 });
    this.discards += 1;
    this.stored = null;
  }
}

let store: Store;
let keeper: DraftKeeper;
beforeEach(() => {
  vi.useFakeTimers();
  store = new Store();
  keeper = new DraftKeeper(agent, null, store);
});
afterEach(() => vi.useRealTimers());

const soon = () => vi.advanceTimersByTimeAsync(1000);

describe('typing', () => {
  it('is saved a moment after the last key, as what differs from the published version', async () => {
    keeper.set('prompt', 'P1');
    await vi.advanceTimersByTimeAsync(500);
    keeper.set('prompt', 'P12');
    await vi.advanceTimersByTimeAsync(500);
    expect(store.saves).toEqual([]);
    expect(keeper.getState()).toMatchObject({ status: 'waiting', settings: { prompt: 'P12', name: 'A' } });
    await soon();
    expect(store.saves).toEqual([{ base_version: 3, revision: 0, settings: { prompt: 'P12' } }]);
    expect(keeper.getState()).toMatchObject({ status: 'saved', revision: 1 });
  });

  it('goes on while a save is under way: its answer undoes nothing, and another save follows', async () => {
    const gate = Promise.withResolvers<void>();
    store.gate = gate.promise;
    keeper.set('prompt', 'P1');
    await soon();
    keeper.set('prompt', 'P2');
    gate.resolve();
    await vi.advanceTimersByTimeAsync(0);
    expect(keeper.getState()).toMatchObject({ status: 'waiting', settings: { prompt: 'P2' } });
    await soon();
    expect(store.saves.map(({ revision, settings }) => [revision, settings.prompt])).toEqual([
      [0, 'P1'],
      [1, 'P2'],
    ]);
  });

  it('keeps what is no valid setting', async () => {
    keeper.set('max_duration', '');
    await soon();
    expect(store.stored?.settings).toEqual({ max_duration: '' });
  });

  it('back to what is published discards the draft', async () => {
    keeper.set('prompt', 'P1');
    await soon();
    keeper.set('prompt', 'P');
    await soon();
    expect([store.stored, store.discards]).toEqual([null, 1]);
    expect(keeper.getState()).toMatchObject({ status: 'saved', revision: 0, changes: {} });
  });
});

describe('a service that does not respond', () => {
  it('is asked again, and says so meanwhile', async () => {
    store.failure = new ApiError('offline', 'The service does not respond.', { status: null });
    keeper.set('prompt', 'P1');
    await soon();
    expect(keeper.getState()).toMatchObject({ status: 'failed', problem: 'The service does not respond.' });
    expect(keeper.hasUnsaved).toBe(true);
    store.failure = null;
    await vi.advanceTimersByTimeAsync(2500);
    expect(keeper.getState()).toMatchObject({ status: 'saved', problem: null });
  });

  it('that had stored it all the same is understood', async () => {
    keeper.set('prompt', 'P1');
    store.stored = { base_version: 3, revision: 1, settings: { prompt: 'P1' }, updated_at: 1 };
    await soon();
    expect(keeper.getState()).toMatchObject({ status: 'saved', revision: 1 });
  });
});

describe('two windows', () => {
  beforeEach(async () => {
    store.stored = { base_version: 3, revision: 5, settings: { name: 'Theirs' }, updated_at: 1 };
    keeper.set('prompt', 'Mine');
    await soon();
  });

  it('nothing is overwritten, and nothing that is typed goes on to be saved', async () => {
    expect(keeper.getState()).toMatchObject({ status: 'conflict', elsewhere: { revision: 5 } });
    keeper.set('prompt', 'Mine, more');
    await soon();
    expect(store.stored?.settings).toEqual({ name: 'Theirs' });
    expect(keeper.getState()).toMatchObject({ status: 'conflict', settings: { prompt: 'Mine, more', name: 'A' } });
  });

  it('what is typed here wins when it is wanted', async () => {
    keeper.set('prompt', 'Mine, more');
    await keeper.keepMine();
    expect(store.stored).toMatchObject({ revision: 6, settings: { prompt: 'Mine, more' } });
    expect(keeper.getState().status).toBe('saved');
  });

  it('the other one wins when it is wanted', () => {
    keeper.adopt();
    expect(keeper.getState()).toMatchObject({
      status: 'saved',
      revision: 5,
      settings: { name: 'Theirs', prompt: 'P' },
    });
  });
});

describe('a newer version', () => {
  it('gets below what is typed; what it says too is no change any more', async () => {
    keeper.set('prompt', 'Mine');
    keeper.set('name', 'Both');
    await soon();
    keeper.rebase({ ...agent, version: 4, name: 'Both', voice_id: 'builtin/slt' });
    expect(keeper.getState()).toMatchObject({
      ...{ baseVersion: 4, changes: { prompt: 'Mine' } },
      settings: { prompt: 'Mine', name: 'Both', voice_id: 'builtin/slt' },
    });
    await soon();
    expect(store.stored).toMatchObject({ base_version: 4, settings: { prompt: 'Mine' } });
  });

  it('that was published from here is where typing goes on', () => {
    keeper.set('prompt', 'Mine');
    keeper.restart({ ...agent, version: 4, prompt: 'Mine' });
    expect(keeper.getState()).toMatchObject({ baseVersion: 4, revision: 0, changes: {}, status: 'saved' });
  });
});

it('flush saves at once', async () => {
  keeper.set('prompt', 'P1');
  await keeper.flush();
  expect(keeper.getState()).toMatchObject({ status: 'saved', revision: 1 });
  await keeper.flush();
  expect(store.saves).toHaveLength(1);
});

it('a draft that another window has saved since is not discarded', async () => {
  keeper.set('prompt', 'P1');
  await keeper.flush();
  store.stored = { base_version: 3, revision: 2, settings: { prompt: 'Newer' }, updated_at: 2 };
  await keeper.discard();
  expect(keeper.getState()).toMatchObject({ status: 'conflict', elsewhere: { revision: 2 } });
  expect(store.stored).toMatchObject({ revision: 2 });
});

it('discard takes everything back', async () => {
  keeper.set('prompt', 'P1');
  await keeper.flush();
  await keeper.discard();
  expect(keeper.getState()).toMatchObject({ settings: { prompt: 'P' }, changes: {}, status: 'saved' });
  expect(store.stored).toBeNull();
});
