import type { Provider, ProviderVendor } from '@parley/contract';
import { describe, expect, test } from 'vitest';
import { namedProviders, operatorNames, providerOfChoice } from './named-providers.ts';

const own = (vendor: ProviderVendor, name: string): Provider => ({
  ...{ provider_id: `prv_${name}`, vendor, name, base_url: null, api_key_set: true },
  ...{ created_at: 1, updated_at: 1 },
});

test('the operator has what is neither built in nor of the account, whatever the case', () => {
  expect(operatorNames(['builtin', 'Main', 'deepgram', 'openai'], [own('deepgram', 'main')])).toEqual([
    'deepgram',
    'openai',
  ]);
});

describe('a choice is looked up as a call does it', () => {
  const named = namedProviders([own('deepgram', 'Main'), own('openai', 'openai')], ['deepgram']);

  test.each([
    ['Main/aura', 'voice', 'Main'],
    ['main/aura', 'voice', 'Main'],
    ['deepgram/aura', 'voice', 'deepgram'],
    ['main', 'transcriber', 'Main'],
    ['openai/gpt-5', 'model', 'openai'],
    ['main/gpt-5', 'model', undefined],
    ['gpt-5', 'model', undefined],
    ['builtin/rms', 'voice', undefined],
  ] as const)('%s as a %s is %s', (choice, ability, name) => {
    expect(providerOfChoice(named, choice, ability)?.name).toBe(name);
  });

  test('by its vendor, where none has that name', () => {
    const renamed = namedProviders([own('deepgram', 'Main')], []);
    expect(providerOfChoice(renamed, 'deepgram/nova-3', 'transcriber')?.name).toBe('Main');
  });
});
