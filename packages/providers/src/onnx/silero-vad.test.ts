import { describe, expect, it } from 'vitest';
import { openSession } from './session.ts';
import { SileroVad, WINDOW_SAMPLES } from './silero-vad.ts';
import { KEPT, tinySilero, tinySilero4, tinySmartTurn } from './testing/tiny-models.ts';

/** Windows of one value each: its square is what the tiny model hears. */
const windowsOf = (...levels: number[]): Float32Array =>
  Float32Array.from({ length: levels.length * WINDOW_SAMPLES }, (_, i) => levels[Math.floor(i / WINDOW_SAMPLES)]!);

describe('Silero for many calls', () => {
  it.each([
    { version: 5, file: tinySilero, context: 32 },
    { version: 4, file: tinySilero4, context: 0 },
  ])(
    'judges calls together as it would each by itself, in the shape of version $version',
    async ({ file, context }) => {
      const vad = new SileroVad(await openSession(file));
      const [a, b] = [0.02, 0.01];
      /** The first window has silence before it where the model looks back. */
      const first = (level: number) => (level ** 2 * WINDOW_SAMPLES) / (WINDOW_SAMPLES + context);
      const [together] = [await vad.judge([7, 8], windowsOf(a, b))];
      expect(together![0]).toBeCloseTo(1000 * first(a), 5);
      expect(together![1]).toBeCloseTo(1000 * first(b), 5);
      const [alone] = await vad.judge([8], windowsOf(b));
      expect(alone).toBeCloseTo(1000 * (KEPT * first(b) + b ** 2), 5);
      const [, again] = await vad.judge([8, 7], windowsOf(b, a));
      expect(again).toBeCloseTo(1000 * (KEPT * first(a) + a ** 2), 5);
      vad.forget(7);
      const [anew] = await vad.judge([7], windowsOf(a));
      expect(anew).toBeCloseTo(1000 * first(a), 5);
    },
  );

  it('refuses a model of another shape', async () => {
    const session = await openSession(tinySmartTurn);
    expect(() => new SileroVad(session)).toThrow('is no Silero VAD: its inputs are input_features');
  });
});
