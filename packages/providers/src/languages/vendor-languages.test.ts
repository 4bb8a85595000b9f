import { describe, expect, it } from 'vitest';
import { loadVendor } from '../vendors.ts';
import { heardLanguages, spokenLanguages } from './index.ts';

const CONNECTION = { baseUrl: 'http://127.0.0.1:9', apiKey: 'key' };
const LISTENING = [
  'assemblyai',
  'azure',
  'cartesia',
  'deepgram',
  'elevenlabs',
  'openai',
  'openai-compatible',
  'soniox',
];
const SPEAKING = ['azure', 'cartesia', 'deepgram', 'elevenlabs', 'openai', 'openai-compatible', 'soniox'];
const MODELS: Record<string, string[]> = {
  assemblyai: ['universal-streaming-english', 'universal-streaming-multilingual'],
  deepgram: ['nova-3', 'nova-2', 'flux-general-en', 'flux-general-multi'],
};
const VOICES: Record<string, string[]> = {
  azure: ['de-DE-KatjaNeural', 'en-US-AvaMultilingualNeural'],
  deepgram: ['aura-2-thalia-en', 'aura-2-celeste-es'],
};

describe('what is known of a vendor without loading it', () => {
  it.each(LISTENING)('is what the recognizer of %s says', async (id) => {
    const { speechToText } = (await loadVendor(id))!;
    for (const model of [null, ...(MODELS[id] ?? [])]) {
      const { languages, detectsLanguage } = speechToText!(CONNECTION, model).capabilities;
      expect({ model, ...heardLanguages(id, model) }).toEqual({ model, languages, detectsLanguage });
    }
  });

  it.each(SPEAKING)('is no more than what the voices of %s say', async (id) => {
    const tts = (await loadVendor(id))!.textToSpeech!(CONNECTION, null);
    for (const voice of ['some-voice', ...(VOICES[id] ?? [])]) {
      const known = spokenLanguages(id, voice);
      if (known) expect(known).toEqual(tts.capabilities.languagesOf(voice));
    }
    tts.close();
  });

  it('is nothing of a vendor that there is not', () => {
    expect(heardLanguages('toString', null)).toEqual({ languages: null, detectsLanguage: false });
    expect(spokenLanguages('unknown', 'x')).toBeNull();
  });
});

it.each([
  ['deepgram', 'aura-2-thalia-en', ['en']],
  ['deepgram', 'aura-2-celeste-es', ['es']],
  ['deepgram', 'some-model', null],
  ['azure', 'de-DE-KatjaNeural', ['de']],
  ['azure', 'en-US-AvaMultilingualNeural', null],
  ['builtin', 'slt', ['en']],
  ['openai', 'marin', null],
])('the voice %s/%s speaks %j', (vendor, voice, languages) =>
  expect(spokenLanguages(vendor, voice)).toEqual(languages),
);
