import { expect, it } from 'vitest';
import type { ProviderConnection } from '../../kernel/provider-connection.ts';
import { VoiceMemories } from './voice-memories.ts';

const connection = (apiKey: string): ProviderConnection => ({
  vendor: 'cartesia',
  name: 'cartesia',
  abilities: ['voice'],
  baseUrl: null,
  apiKey,
});
const CLAUSE = { text: 'Okay, great.', language: 'en-US', rateHz: 8000 as const };

it('what a voice has said is heard again in calls of the same account, over the same connections', () => {
  const memories = new VoiceMemories(() => 0);
  const ours = [connection('one')];
  const said = { samples: new Int16Array(160), words: [] };
  for (let times = 0; times < 2; times += 1) memories.of('acc_a', ours)('cartesia/ann').note(CLAUSE, said);
  const isKnown = (accountId: string, apiKey: string, voice: string): boolean =>
    memories
      .of(accountId, [connection(apiKey)])(voice)
      .recall(CLAUSE) !== null;
  expect(isKnown('acc_a', 'one', 'cartesia/ann')).toBe(true);
  expect(isKnown('acc_b', 'one', 'cartesia/ann')).toBe(false);
  expect(isKnown('acc_a', 'two', 'cartesia/ann')).toBe(false);
  expect(isKnown('acc_a', 'one', 'cartesia/bob')).toBe(false);
});
