import { expect, it } from 'vitest';
import { sherpaOnnx } from './index.ts';

const connection = {
  ...{ baseUrl: 'http://127.0.0.1:1234', apiKey: null },
  recognizers: [
    { name: 'zipformer-en', languages: ['en'] },
    { name: 'many', languages: ['en-US', 'pt-BR'] },
  ],
  voices: [
    { name: 'piper-de-de-thorsten', languages: ['de-DE'] },
    { name: 'kokoro:af_sky', languages: ['en-US'] },
    { name: 'kokoro:zf_xiaoxiao', languages: ['zh-CN'] },
  ],
};

it.each([
  ['zipformer-en', ['en']],
  ['many', ['en', 'pt']],
  ['somewhere-else', null],
  [null, ['en', 'pt']],
])('the recognizer %s hears %j', (model, languages) =>
  expect(sherpaOnnx.speechToText!(connection, model).capabilities.languages).toEqual(languages),
);

it.each([
  ['piper-de-de-thorsten', ['de']],
  ['kokoro:af_sky', ['en']],
  ['kokoro', ['en', 'zh']],
  ['somewhere-else', null],
])('the voice %s speaks %j', (voice, languages) => {
  const tts = sherpaOnnx.textToSpeech!(connection, null);
  expect(tts.capabilities.languagesOf(voice)).toEqual(languages);
  tts.close();
});
