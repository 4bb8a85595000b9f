import { expect, test } from 'vitest';
import type { ProviderConnection } from '../../kernel/provider-connection.ts';
import { installedVoiceFor } from './last-voices.ts';

const connections: ProviderConnection[] = [
  { vendor: 'elevenlabs', name: 'elevenlabs', abilities: ['voice'], baseUrl: null, apiKey: 'k' },
  {
    ...({ vendor: 'sherpa-onnx', name: 'sherpa-onnx', abilities: ['voice'], baseUrl: null, apiKey: null } as const),
    voices: [
      { name: 'kokoro:zf_001', languages: ['zh', 'en'] },
      { name: 'piper-de-thorsten', languages: ['de-DE'] },
      { name: 'piper-zh-huayan', languages: ['zh-CN'] },
    ],
  },
];

test.each([
  ['de-AT', 'sherpa-onnx/piper-de-thorsten'],
  ['zh', 'sherpa-onnx/piper-zh-huayan'],
  ['fr-FR', null],
  ['en-US', null],
  ['auto', null],
])('a caller in %s has %s', (language, voice) => {
  expect(installedVoiceFor(connections, language)).toBe(voice);
});
