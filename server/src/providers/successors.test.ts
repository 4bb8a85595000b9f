import { type ProviderVendor, vendorAbilities } from '@parley/contract';
import { expect, it } from 'vitest';
import type { NamedProvider } from '../kernel/provider-connection.ts';
import { successorsOf } from './successors.ts';

const named = (vendor: ProviderVendor): NamedProvider => ({ vendor, name: vendor, abilities: vendorAbilities[vendor] });

it.each<[string, string, ProviderVendor[], string | null, string | null]>([
  [
    'of other vendors',
    'openai/gpt-realtime',
    ['openai', 'deepgram', 'anthropic'],
    'deepgram',
    'anthropic/claude-haiku-4-5',
  ],
  [
    'the best first',
    'google/gemini-3.8-live',
    ['google', 'soniox', 'deepgram', 'mistral', 'openai'],
    'deepgram',
    'openai/gpt-4.1-mini',
  ],
  ['none of the vendor that is lost', 'openai/gpt-realtime', ['openai'], null, null],
  ['nothing that is built in', 'openai/gpt-realtime', ['openai', 'anthropic'], null, 'anthropic/claude-haiku-4-5'],
  ['none of a model that writes', 'openai/gpt-4.1-mini', ['openai', 'deepgram', 'anthropic'], null, null],
])('who goes on with a call: %s', (_, model, vendors, transcriber, successor) => {
  expect(successorsOf({ model, language: 'en-US' }, vendors.map(named))).toEqual({ transcriber, model: successor });
});

it('who goes on is named as the account names it', () => {
  const providers = [named('openai'), { ...named('deepgram'), name: 'Ears' }, { ...named('anthropic'), name: 'Mind' }];
  expect(successorsOf({ model: 'openai/gpt-realtime', language: 'en-US' }, providers)).toEqual({
    transcriber: 'Ears',
    model: 'Mind/claude-haiku-4-5',
  });
});
