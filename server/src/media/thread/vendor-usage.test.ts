import { expect, it } from 'vitest';
import type { NamedProvider } from '../../kernel/provider-connection.ts';
import { vendorUsage } from './vendor-usage.ts';

const connections: NamedProvider[] = [
  { vendor: 'deepgram', name: 'Main', abilities: ['transcriber', 'voice'] },
  { vendor: 'openai-compatible', name: 'openai', abilities: ['model'] },
];
const agent = { transcriber: 'main/nova-3', fallbacks: { transcriber: ['builtin'], model: [], voice_id: [] } };
const nothing = { model: [], voice: [], transcriber: [] };
const usageOf = (used: object) => vendorUsage({ ...nothing, ...used }, agent, connections);

it('what came from the cache is no input besides, and what is none is left out', () => {
  const model = [{ name: 'openai/qwen3:8b', inputTokens: 100, cachedInputTokens: 60, outputTokens: 0 }];
  const by = { kind: 'model', provider: 'openai', vendor: 'openai-compatible', name: 'qwen3:8b' };
  expect(usageOf({ model })).toEqual([
    { ...by, unit: 'input_token', quantity: 40 },
    { ...by, unit: 'cached_input_token', quantity: 60 },
  ]);
});

it('the audio of a model that hears and speaks has units of its own', () => {
  const audio = { inputTokens: 80, cachedInputTokens: 30, outputTokens: 50 };
  const model = [{ name: 'google/live', inputTokens: 100, cachedInputTokens: 40, outputTokens: 55, audio }];
  expect(usageOf({ model }).map(({ unit, quantity }) => [unit, quantity])).toEqual([
    ['input_token', 10],
    ['cached_input_token', 10],
    ['output_token', 5],
    ['input_audio_token', 50],
    ['cached_input_audio_token', 30],
    ['output_audio_token', 50],
  ]);
});

it('a transcriber that works for a model that hears and speaks is called by its own name', () => {
  const transcriber = [{ name: 'openai/gpt-transcribe', audioMs: 1000 }];
  expect(usageOf({ transcriber })).toEqual([
    {
      kind: 'transcriber',
      provider: 'openai',
      vendor: 'openai',
      name: 'gpt-transcribe',
      unit: 'audio_ms',
      quantity: 1000,
    },
  ]);
});

it('voices are known by their names, and transcribers by what the agent asked them for', () => {
  const voice = [{ name: 'Main/aura-2-thalia-en', characters: 12 }];
  const transcriber = [
    { name: 'Main', audioMs: 1000.4 },
    { name: 'builtin', audioMs: 20 },
  ];
  expect(usageOf({ voice, transcriber })).toEqual([
    {
      ...{ kind: 'voice', provider: 'Main', vendor: 'deepgram', name: 'aura-2-thalia-en' },
      ...{ unit: 'character', quantity: 12 },
    },
    {
      ...{ kind: 'transcriber', provider: 'main', vendor: 'deepgram', name: 'nova-3' },
      ...{ unit: 'audio_ms', quantity: 1000 },
    },
    {
      ...{ kind: 'transcriber', provider: 'builtin', vendor: 'builtin', name: '' },
      ...{ unit: 'audio_ms', quantity: 20 },
    },
  ]);
});
