import type { Agent } from '@parley/contract';
import { agentDefaults } from '@parley/contract';
import { expect, test } from 'vitest';
import { namedProviders } from './named-providers.ts';
import { usesOfProvider } from './provider-uses.ts';

const agent = (name: string, settings: Partial<Agent>): Agent => ({
  ...agentDefaults,
  ...{ agent_id: `agent_${name}`, name, prompt: 'x', phone_number: null, version: 1, created_at: 1, updated_at: 1 },
  ...settings,
});
const provider = { name: 'Main' };
const named = namedProviders(
  [
    {
      ...{ provider_id: 'prv_1', vendor: 'deepgram', name: 'Main', base_url: null, api_key_set: true },
      ...{ created_at: 1, updated_at: 1 },
    },
  ],
  [],
);

test('agents that choose it, or fall back to it, and as what', () => {
  const agents = [
    agent('Speaks', { voice_id: 'Main/aura' }),
    agent('Falls back', {
      fallbacks: { transcriber: ['builtin', 'deepgram/nova-3'], model: [], voice_id: ['main/x'] },
    }),
    agent('Without', {}),
  ];
  expect(usesOfProvider(provider, named, agents, 'builtin')).toEqual([
    { agent: 'Speaks', as: 'voice' },
    { agent: 'Falls back', as: 'recognizer, voice' },
  ]);
});

test('agents without a recognizer of their own listen by the default', () => {
  const agents = [agent('Default', {}), agent('Own', { transcriber: 'builtin' })];
  expect(usesOfProvider(provider, named, agents, 'Main')).toEqual([{ agent: 'Default', as: 'recognizer' }]);
});
