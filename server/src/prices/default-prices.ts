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

/** The same of a million tokens of audio: heard, heard from the cache, and spoken. */
function audioTokens(provider: string, pricedOn: string, models: Record<string, [number, number, number]>): Price[] {
  return Object.entries(models).flatMap(([name, [input, cached, output]]) => [
    price(provider, name, 'million_input_audio_tokens', input, pricedOn),
    price(provider, name, 'million_cached_input_audio_tokens', cached, pricedOn),
    price(provider, name, 'million_output_audio_tokens', output, pricedOn),
  ]);
}

/** Of vendors that name the price of an hour. */
const anHour = (dollars: number): number => dollars / 60;

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
 * asked for where an agent names no model. Not here: what has no price for what is counted, and whatever a server of one's
 * own costs.
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
  ...each('openai', 'audio_minute', '2026-06-14', { 'gpt-4o-transcribe': 0.006, 'gpt-4o-mini-transcribe': 0.003 }),
  // https://developers.openai.com/api/docs/models, a page for each.
  ...each('openai', 'audio_minute', '2026-11-22', {
    '': 0.017,
    'gpt-live-transcribe': 0.017,
    'gpt-realtime-whisper': 0.017,
    'gpt-transcribe': 0.0045,
  }),
  ...tokens('openai', '2026-11-22', {
    'gpt-realtime': [4, 0.4, 16],
    'gpt-realtime-1.5': [4, 0.4, 16],
    'gpt-realtime-2': [4, 0.4, 24],
    'gpt-realtime-mini': [0.6, 0.06, 2.4],
    'gpt-realtime-2.1-mini': [0.6, 0.06, 2.4],
  }),
  ...audioTokens('openai', '2026-11-22', {
    'gpt-realtime': [32, 0.4, 64],
    'gpt-realtime-1.5': [32, 0.4, 64],
    'gpt-realtime-2': [32, 0.4, 64],
    'gpt-realtime-mini': [10, 0.3, 20],
    'gpt-realtime-2.1-mini': [10, 0.3, 20],
  }),
  ...each('openai', 'million_characters', '2026-05-05', { 'tts-1/*': 15, 'tts-1-hd/*': 30 }),
  // gpt-4o-mini-tts, where a voice names no model: an estimate out of $0.60 for its text tokens, $12 for a million tokens
  // of audio, and six of these for a token of text.
  ...each('openai', 'million_characters', '2026-11-22', { '*': 15.5, 'gpt-4o-mini-tts/*': 15.5 }),
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
  // https://mistral.ai/pricing
  ...tokens('mistral', '2026-06-22', {
    'mistral-small-latest': [0.1, null, 0.3],
    'mistral-medium-latest': [1.5, null, 7.5],
    'mistral-medium-3-5': [1.5, null, 7.5],
    'mistral-large-latest': [0.5, null, 1.5],
    'mistral-large-2512': [0.5, null, 1.5],
    'magistral-medium-latest': [2, null, 5],
    'ministral-8b-latest': [0.15, null, 0.15],
    'ministral-3b-latest': [0.1, null, 0.1],
  }),
  // Its price while it is a preview.
  ...tokens('mistral', '2026-10-06', { 'mistral-large-4*': [0.68, 0.07, 2.09] }),
  // https://groq.com/pricing
  ...tokens('groq', '2026-05-05', { 'openai/gpt-oss-120b': [0.15, null, 0.6] }),
  // https://deepgram.com/pricing
  ...each('deepgram', 'audio_minute', '2026-08-01', { '': 0.0048, 'nova-3*': 0.0048, 'nova-3-multilingual': 0.0058 }),
  ...each('deepgram', 'audio_minute', '2026-11-04', { 'flux-general-en': 0.0065, 'flux-general-multi': 0.0078 }),
  ...each('deepgram', 'million_characters', '2026-05-19', { 'aura-2-*': 30 }),
  // https://www.assemblyai.com/pricing
  ...each('assemblyai', 'audio_minute', '2026-05-26', {
    '': 0.0025,
    'universal-streaming*': 0.0025,
    'universal-3-pro-streaming': 0.0075,
    'u3-rt-pro': 0.0075,
    'whisper-streaming': 0.005,
  }),
  // https://elevenlabs.io/pricing/api, of the model that speaks where a voice names none.
  ...each('elevenlabs', 'million_characters', '2026-05-19', {
    '*': 50,
    'eleven_multilingual_v2/*': 100,
    'eleven_v3/*': 100,
  }),
  ...each('elevenlabs', 'audio_minute', '2026-07-03', { '': anHour(0.39), scribe_v2_realtime: anHour(0.39) }),
  // https://docs.cartesia.ai/pricing has credits; a million of them is $50 in the smallest plan of cartesia.ai/pricing. A
  // character is one, a second that Ink 2 hears three, and one that Ink Whisper hears one.
  ...each('cartesia', 'million_characters', '2026-06-21', { '*': 50 }),
  ...each('cartesia', 'audio_minute', '2026-06-21', { '': 0.009, 'ink-2*': 0.009, 'ink-whisper*': 0.003 }),
  // https://soniox.com/pricing. It charges for tokens; the minute is its own estimate, the characters are what others paid.
  ...each('soniox', 'audio_minute', '2026-11-22', { '': anHour(0.12), 'stt-rt-*': anHour(0.12) }),
  ...each('soniox', 'million_characters', '2026-09-12', { '*': 17.8 }),
  // https://azure.microsoft.com/pricing/details/speech: the base model, a deployment of one's own, and every neural voice.
  ...each('azure', 'audio_minute', '2026-05-19', { '': anHour(1), '*': anHour(1.2) }),
  ...each('azure', 'million_characters', '2026-05-19', { '*': 16 }),
];
