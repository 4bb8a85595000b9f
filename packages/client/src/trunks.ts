import { Collection } from './collection.ts';
import type {
  ChangeTrunk,
  CreateTrunk,
  TestTrunk,
  Trunk,
  TrunkList,
  TrunkPresetList,
  TrunkTest,
  TryTrunk,
} from './resources.ts';
import type { RequestOptions, Transport } from './transport.ts';

/** A test call rings for half a minute and talks for twenty seconds. */
const CALL_TIMEOUT_MS = 120_000;

export class Trunks extends Collection<Trunk, TrunkList, CreateTrunk, ChangeTrunk> {
  constructor(transport: Transport) {
    super(transport, 'trunks');
  }

  /** How well-known providers and telephone systems are connected. */
  presets(options?: RequestOptions): Promise<TrunkPresetList> {
    return this.transport.request({ method: 'GET', path: ['trunk-presets'], repeatable: true }, options);
  }

  /** Tries settings, and keeps nothing. */
  try(trunk: TryTrunk, options?: RequestOptions): Promise<TrunkTest> {
    const request = { method: 'POST', path: ['trunks', 'test'], body: trunk, repeatable: false } as const;
    return this.transport.request(request, options);
  }

  /** With `recipient_phone` it places a call, and resolves when that is over: up to a minute and a half. */
  test(trunkId: string, test: TestTrunk = {}, options?: RequestOptions): Promise<TrunkTest> {
    const request = { method: 'POST', path: ['trunks', trunkId, 'test'], body: test, repeatable: false } as const;
    return this.transport.request(request, { timeoutMs: CALL_TIMEOUT_MS, ...options });
  }
}
