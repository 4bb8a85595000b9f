import { expect, test } from 'vitest';
import type { NamedProvider } from '../kernel/provider-connection.ts';
import { defaultTranscriber } from './default-transcriber.ts';

const open: NamedProvider = {
  ...{ vendor: 'sherpa-onnx', name: 'sherpa-onnx', abilities: ['transcriber', 'voice'] },
  recognizers: [
    { name: 'zipformer-en', languages: ['en'] },
    { name: 'many', languages: ['en', 'de', 'pt-BR'] },
  ],
};
const deepgram: NamedProvider = { vendor: 'deepgram', name: 'Main', abilities: ['transcriber', 'voice'] };

test.each([
  ['en-GB', 'sherpa-onnx/zipformer-en'],
  ['pt', 'sherpa-onnx/many'],
  ['de-DE', 'sherpa-onnx/many'],
  ['fr', 'builtin'],
])('without a vendor an open model of the language %s listens: %s', (language, transcriber) => {
  expect(defaultTranscriber([open], language)).toBe(transcriber);
});

test('a vendor that was connected comes first, and what is built in last', () => {
  expect(defaultTranscriber([open, deepgram], 'en-US')).toBe('Main');
  expect(defaultTranscriber([{ ...open, abilities: ['voice'], recognizers: [] }], 'en-US')).toBe('builtin');
  expect(defaultTranscriber([], 'en-US')).toBe('builtin');
});

const cartesia: NamedProvider = { vendor: 'cartesia', name: 'cartesia', abilities: ['transcriber', 'voice'] };
const assemblyAi: NamedProvider = { vendor: 'assemblyai', name: 'assemblyai', abilities: ['transcriber'] };

test.each([
  ['en', [cartesia, assemblyAi], 'assemblyai'],
  ['pl', [assemblyAi, deepgram], 'Main'],
  ['pl', [assemblyAi, { ...deepgram, vendor: 'soniox' as const, name: 'soniox' }], 'soniox'],
  // No vendor lists it: the best of them tries.
  ['i-klingon', [cartesia, assemblyAi], 'assemblyai'],
  ['auto', [cartesia, assemblyAi], 'assemblyai'],
  ['auto', [cartesia], 'cartesia'],
])('the best one that hears %s listens', (language, providers, transcriber) => {
  expect(defaultTranscriber(providers, language)).toBe(transcriber);
});
