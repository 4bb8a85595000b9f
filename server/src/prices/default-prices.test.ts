import { openModelProvider, ProviderVendor, pricedUsage, vendorAbilities } from '@parley/contract';
import { describe, expect, it } from 'vitest';
import type { VendorUsage } from '../kernel/vendor-usage.ts';
import { costOf } from './cost.ts';
import { defaultPrices } from './default-prices.ts';
import { priceTable } from './price-table.ts';

/** A server of one's own costs what its owner says. */
const vendors = ProviderVendor.options.filter((vendor) => vendor !== 'openai-compatible');
const able = (ability: 'transcriber' | 'voice') =>
  vendors.filter((vendor) => vendorAbilities[vendor].includes(ability));

type Used = Partial<VendorUsage> & Pick<VendorUsage, 'vendor' | 'unit'>;

/** Of as much as a price is for. */
function microsOf(used: Used): number | null {
  const quantity = pricedUsage[used.unit].per;
  const { items } = costOf([{ kind: 'model', provider: used.vendor, name: '', quantity, ...used }], priceTable(null));
  return items[0]!.micros;
}

describe('what a vendor does where an agent names no model has a price', () => {
  it.each(able('transcriber'))('listening by %s', (vendor) => {
    expect(microsOf({ vendor, unit: 'audio_ms' })).toBeGreaterThan(0);
  });

  it.each(able('voice'))('speaking by %s', (vendor) => {
    const name = vendor === 'deepgram' ? 'aura-2-thalia-en' : 'some-voice';
    expect(microsOf({ vendor, name, unit: 'character' })).toBeGreaterThan(0);
  });

  it.each(['gpt-realtime', 'gpt-realtime-2025-08-28', 'gpt-realtime-mini'])('text and audio of %s', (name) => {
    for (const unit of ['input_token', 'cached_input_token', 'output_token'] as const)
      expect(microsOf({ vendor: 'openai', name, unit })).toBeGreaterThan(0);
    const [heard, cached, spoken] = (
      ['input_audio_token', 'cached_input_audio_token', 'output_audio_token'] as const
    ).map((unit) => microsOf({ vendor: 'openai', name, unit })!);
    expect(cached).toBeLessThan(heard!);
    expect(heard).toBeLessThan(spoken!);
  });
});

it.each<[Used, number | null]>([
  [{ vendor: 'cartesia', name: 'f786b574-daa5-4673-aa0c-cbe3e8534c02', unit: 'character' }, 50_000_000],
  [{ vendor: 'cartesia', name: 'ink-whisper', unit: 'audio_ms' }, 3000],
  [{ vendor: 'elevenlabs', unit: 'audio_ms' }, 6500],
  [{ vendor: 'azure', unit: 'audio_ms' }, 16_667],
  [{ vendor: 'azure', name: 'my-deployment', unit: 'audio_ms' }, 20_000],
  [{ vendor: 'soniox', name: 'stt-rt-v5', unit: 'audio_ms' }, 2000],
  [{ vendor: 'openai', name: 'gpt-transcribe', unit: 'audio_ms' }, 4500],
  [{ vendor: 'openai', name: 'tts-1/alloy', unit: 'character' }, 15_000_000],
  [{ vendor: 'openai', name: 'gpt-realtime', unit: 'output_audio_token' }, 64_000_000],
  [{ vendor: 'mistral', name: 'mistral-medium-latest', unit: 'output_token' }, 7_500_000],
  [{ vendor: openModelProvider, name: 'zipformer-en', unit: 'audio_ms' }, 0],
  [{ vendor: 'openai-compatible', name: 'whisper', unit: 'audio_ms' }, null],
])('a minute, or a million, of %j costs %s', (used, micros) => expect(microsOf(used)).toBe(micros));

it('no price is there twice', () => {
  const keys = defaultPrices.map(({ provider, name, unit }) => `${provider}/${name}/${unit}`);
  expect(keys).toEqual([...new Set(keys)]);
});
