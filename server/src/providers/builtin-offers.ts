import type { Model, Voice } from '@parley/contract';

/** The voices that come along. They speak English, whatever an agent's language is. */
const voices: Record<string, { name: string; description: string }> = {
  rms: { name: 'Robert', description: 'A calm man, American English' },
  slt: { name: 'Sarah', description: 'A friendly woman, American English' },
  awb: { name: 'Alan', description: 'A man, Scottish English' },
  kal: { name: 'Kevin', description: 'A man, American English; small and plain' },
  kal16: { name: 'Kevin, wide', description: 'Kevin at twice the rate, brought down to the telephone' },
};

export const builtinVoices: readonly Voice[] = Object.entries(voices).map(([voice, about]) => ({
  voice_id: `builtin/${voice}`,
  provider: 'builtin',
  ...about,
  languages: ['en-US'],
}));

export const builtinModels: readonly Model[] = [
  {
    model: 'builtin/script',
    provider: 'builtin',
    name: 'Script',
    description: 'Follows the dialogue in the prompt; needs no language model',
    kind: 'language',
  },
  {
    model: 'builtin',
    provider: 'builtin',
    name: 'Phrases',
    description: 'Understands the phrases of a script and of the telephone, in English; for trying things out',
    kind: 'transcriber',
  },
];
