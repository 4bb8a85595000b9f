import { ProviderVendor, speakingModelVendors, vendorAbilities } from '@parley/contract';
import { loadVendor } from '@parley/providers';
import { describe, expect, test } from 'vitest';
import type { ProviderConnection } from '../../kernel/provider-connection.ts';
import { choiceOf, vendorSpeakingModel } from './provider-choice.ts';

describe('vendors', () => {
  test.each(ProviderVendor.options)('%s is there, and can do what the interface says', async (id) => {
    const vendor = (await loadVendor(id))!;
    expect(vendor.id).toBe(id);
    const abilities = [
      ...(vendor.speechToText ? ['transcriber'] : []),
      ...(vendor.languageModel ? ['model'] : []),
      ...(vendor.textToSpeech ? ['voice'] : []),
    ];
    expect(abilities).toEqual(vendorAbilities[id]);
    expect(vendor.speechToSpeech !== undefined).toBe(speakingModelVendors.includes(id));
  });

  test('one that is not there is null', async () => {
    expect(await loadVendor('toString')).toBeNull();
  });
});

test('the part before the first slash is the provider', () => {
  expect(choiceOf('own/meta/llama')).toEqual({ provider: 'own', name: 'meta/llama' });
  expect(choiceOf('script')).toEqual({ provider: null, name: 'script' });
});

describe('a model that hears and speaks', () => {
  const own = (vendor: ProviderVendor, name: string): ProviderConnection => ({
    ...{ vendor, name, baseUrl: null, apiKey: 'k' },
    abilities: vendorAbilities[vendor],
  });
  const connections = [own('openai', 'Main'), own('openai', 'openai'), own('google', 'google')];
  const speaking = (model: string, voice: string) => vendorSpeakingModel(connections, choiceOf(model), voice);

  test.each([
    ['openai/gpt-realtime', 'openai/cedar', 'openai/gpt-realtime', 'cedar'],
    ['openai/gpt-realtime', 'openai/onyx', 'openai/gpt-realtime', null],
    ['openai/gpt-realtime', 'builtin/rms', 'openai/gpt-realtime', null],
    ['openai/gpt-realtime', 'cedar', 'openai/gpt-realtime', null],
    ['Main/gpt-realtime', 'Main/cedar', 'Main/gpt-realtime', 'cedar'],
    // Of another account.
    ['Main/gpt-realtime', 'openai/cedar', 'Main/gpt-realtime', null],
    ['google/gemini-3.8-live', 'google/Kore', 'google/gemini-3.8-live', 'Kore'],
  ])('%s with the voice %s', async (model, voice, name, spoken) => {
    const found = await speaking(model, voice);
    expect(found?.model.name).toBe(name);
    expect(found?.voice).toBe(spoken);
  });

  test.each([
    'openai/gpt-6-luna',
    'google/gemini-3.5-flash',
    'builtin/script',
    'anthropic/claude-live',
    'unknown/gpt-realtime',
  ])('is not %s', async (model) => {
    expect(await speaking(model, 'builtin/rms')).toBeNull();
  });
});
