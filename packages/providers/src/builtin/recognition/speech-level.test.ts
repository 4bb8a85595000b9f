import { FRAME_SAMPLES, levelDbfs, tone } from '@parley/audio';
import { expect, it } from 'vitest';
import { SpeechLevel } from './speech-level.ts';

const at = (amplitude: number): Int16Array => tone([300], 400, { amplitude });

it.each([0.9, 0.3, 0.12])('brings a sound of amplitude %d to the level that the decoder expects', (amplitude) => {
  const out = new SpeechLevel().process(at(amplitude));
  expect(Math.abs(levelDbfs(out.subarray(-FRAME_SAMPLES)) + 27)).toBeLessThan(1);
});

it('leaves what is softer as it is', () => {
  const soft = at(0.02);
  expect(new SpeechLevel().process(soft)).toEqual(soft);
});

it('keeps what is softer behind a loud sound as much softer as it was', () => {
  const level = new SpeechLevel();
  const [loud, soft] = [at(0.5), at(0.05)].map((sound) => levelDbfs(level.process(sound)));
  expect(loud! - soft!).toBeCloseTo(20, 0);
});
