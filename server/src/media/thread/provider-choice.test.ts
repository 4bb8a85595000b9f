import { ProviderVendor, vendorAbilities } from '@parley/contract';
import { loadVendor } from '@parley/providers';
import { describe, expect, test } from 'vitest';
import { choiceOf } from './provider-choice.ts';

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
  });

  test('one that is not there is null', async () => {
    expect(await loadVendor('toString')).toBeNull();
  });
});

test('what stands before the first slash is the provider', () => {
  expect(choiceOf('own/meta/llama')).toEqual({ provider: 'own', name: 'meta/llama' });
  expect(choiceOf('script')).toEqual({ provider: null, name: 'script' });
});
