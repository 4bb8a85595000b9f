import type { Price, PriceUnit } from '@parley/contract';

export const DEFAULT_CURRENCY = 'USD';

/** US dollars for a million tokens: what is put in, what of it comes from the cache, and what comes out. */
function tokens(provider: string, pricedOn: string, models: Record<string, [number, number | null, number]>): Price[] {
  return Object.entries(models).flatMap(([name, [input, cached, output]]) => [
    price(provider, name, 'million_input_tokens', input, pricedOn),
    ...(cached === null ? [] : [price(provider, name, 'million_cached_input_tokens', cached, pricedOn)]),
    price(provider, name, 'million_output_tokens', output, pricedOn),
  ]);
}

function each(provider: string, unit: PriceUnit, pricedOn: string, names: Record<string, number>): Price[] {
  return Object.entries(names).map(([name, dollars]) => price(provider, name, unit, dollars, pricedOn));
}

function price(provider: string, name: string, unit: PriceUnit, dollars: number, pricedOn: string): Price {
  return {
    provider,
    name,
    unit,
    price_micros: Math.round(dollars * 1_000_000),
    priced_on: pricedOn,
    source: 'default',
  };
}

/**
 * List prices without commitment, in US dollars, on the day that they were looked up. An empty name is what the vendor is
 * asked for where an agent names no model. Not here, since they have no price for what is counted: gpt-4o-mini-tts (charged
 * by the audio that comes out), and whatever a server of one's own costs.
 */
export const defaultPrices: readonly Price[] = [
  // https://openai.com/api/pricing
  ...tokens('openai', '2026-06-21', {
    'gpt-5': [1.25, 0.125, 10],
    'gpt-5-mini': [0.25, 0.025, 2],
    'gpt-5-nano': [0.05, 0.005, 0.4],
    'gpt-4.1': [2, 0.5, 8],
    'gpt-4.1-mini': [0.4, 0.1, 1.6],
    'gpt-4.1-nano': [0.1, 0.025, 0.4],
    'gpt-4o': [2.5, 1.25, 10],
    'gpt-4o-mini': [0.15, 0.075, 0.6],
  }),
  ...each('openai', 'audio_minute', '2026-05-05', { 'whisper-1': 0.006 }),
  ...each('openai', 'million_characters', '2026-05-05', { 'tts-1/*': 15, 'tts-1-hd/*': 30 }),
  // https://platform.claude.com/docs/en/about-claude/pricing
  ...tokens('anthropic', '2026-10-24', {
    'claude-opus-4': [15, 1.5, 75],
    'claude-opus-4-1': [15, 1.5, 75],
    'claude-opus-4-5': [5, 0.5, 25],
    'claude-opus-4-6': [5, 0.5, 25],
    'claude-opus-4-7': [5, 0.5, 25],
    'claude-opus-4-8': [5, 0.5, 25],
    'claude-opus-5': [5, 0.5, 25],
    'claude-opus-5-5': [4, 0.2, 20],
    'claude-sonnet-4': [3, 0.3, 15],
    'claude-sonnet-4-5': [3, 0.3, 15],
    'claude-sonnet-4-6': [3, 0.3, 15],
    'claude-sonnet-5': [2, 0.2, 10],
    'claude-sonnet-5-5': [2, 0.1, 10],
    'claude-haiku-4-5': [1, 0.1, 5],
    // Of prompts up to 100 000 tokens.
    'claude-haiku-5-5': [0.1, 0.01, 0.5],
  }),
  // https://ai.google.dev/gemini-api/docs/pricing, of prompts up to 200 000 tokens.
  ...tokens('google', '2026-03-01', {
    'gemini-2.5-pro': [1.25, 0.125, 10],
    'gemini-2.5-flash': [0.3, 0.03, 2.5],
    'gemini-2.5-flash-lite': [0.1, 0.01, 0.4],
  }),
  // https://groq.com/pricing
  ...tokens('groq', '2026-05-05', { 'openai/gpt-oss-120b': [0.15, null, 0.6] }),
  // https://deepgram.com/pricing
  ...each('deepgram', 'audio_minute', '2026-08-01', { '': 0.0048, 'nova-3*': 0.0048, 'nova-3-multilingual': 0.0058 }),
  ...each('deepgram', 'audio_minute', '2026-11-04', { 'flux-general-en': 0.0065, 'flux-general-multi': 0.0078 }),
  ...each('deepgram', 'million_characters', '2026-05-19', { 'aura-2-*': 30 }),
  // https://www.assemblyai.com/pricing
  ...each('assemblyai', 'audio_minute', '2026-05-26', {
    'universal-streaming*': 0.0025,
    'universal-3-pro-streaming': 0.0075,
    'whisper-streaming': 0.005,
  }),
  // https://elevenlabs.io/pricing/api, of the model that speaks where a voice names none.
  ...each('elevenlabs', 'million_characters', '2026-05-19', {
    '*': 50,
    'eleven_multilingual_v2/*': 100,
    'eleven_v3/*': 100,
  }),
];
