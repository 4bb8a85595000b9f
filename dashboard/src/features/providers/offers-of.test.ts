import { expect, test } from 'vitest';
import { offersOf } from './offers-of.ts';

const about = { name: 'X', description: '' };
const voices = {
  data: [
    { ...about, voice_id: 'Main/a', provider: 'Main', languages: [] },
    { ...about, voice_id: 'builtin/rms', provider: 'builtin', languages: [] },
  ],
  failures: [{ provider: 'dead', message: 'It does not answer.' }],
};
const models = {
  data: [
    { ...about, model: 'Main/a', provider: 'Main', kind: 'language' as const },
    { ...about, model: 'Main/b', provider: 'Main', kind: 'language' as const },
    { ...about, model: 'Main/c', provider: 'Main', kind: 'transcriber' as const },
  ],
  failures: [{ provider: 'dead', message: 'It does not answer.' }],
};

test('what is there is counted', () => {
  expect(offersOf('Main', voices, models)).toEqual({ words: '1 recognizer, 2 language models, 1 voice', failures: [] });
  expect(offersOf('empty', voices, models)).toEqual({ words: '', failures: [] });
});

test('what failed twice for the same reason is said once', () => {
  expect(offersOf('dead', voices, models)).toEqual({ words: '', failures: ['It does not answer.'] });
});
