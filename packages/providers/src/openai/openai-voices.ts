import type { VendorVoice } from '../vendor.ts';

/** "Supported built-in voices" of `POST /v1/audio/speech` (API reference, create speech); each speaks every language. */
const NAMES = [
  'alloy',
  'ash',
  'ballad',
  'cedar',
  'coral',
  'echo',
  'fable',
  'marin',
  'nova',
  'onyx',
  'sage',
  'shimmer',
  'verse',
];

export const OPENAI_VOICES: VendorVoice[] = NAMES.map((id) => ({
  id,
  name: id[0]!.toUpperCase() + id.slice(1),
  languages: [],
}));
