import { SAMPLE_RATE_HZ } from '@parley/audio';
import { expect, it } from 'vitest';
import { voiceShape } from './voice-shape.ts';

const FRAME = SAMPLE_RATE_HZ / 50;

/** Vowels of so many milliseconds each, 100 ms of silence before, between and behind them; the pitch moves from one to the other. */
function vowels(lengthsMs: readonly number[], fromHz: number, toHz: number): Int16Array {
  const silence = new Array(5 * FRAME).fill(0);
  const samples: number[] = [...silence];
  const total = lengthsMs.reduce((sum, ms) => sum + ms, 0);
  let [phase, saidMs] = [0, 0];
  for (const ms of lengthsMs) {
    for (let at = 0; at < (ms * SAMPLE_RATE_HZ) / 1000; at += 1) {
      const hz = fromHz * (toHz / fromHz) ** ((saidMs + (at * 1000) / SAMPLE_RATE_HZ) / total);
      phase += (2 * Math.PI * hz) / SAMPLE_RATE_HZ;
      samples.push(4000 * Math.sin(phase) + 2500 * Math.sin(2 * phase) + 1500 * Math.sin(3 * phase));
    }
    saidMs += ms;
    samples.push(...silence);
  }
  return Int16Array.from(samples);
}

it.each([
  [[300], 1, 300],
  [[200, 300], 2, 600],
  [[160, 160, 160], 3, 680],
])('a voice with stretches of %j ms has %i, and lasts %i ms', (lengthsMs, stretches, durationMs) => {
  const shape = voiceShape([vowels(lengthsMs, 120, 120)]);
  expect(shape.stretches).toBe(stretches);
  expect(Math.abs(shape.durationMs - durationMs)).toBeLessThanOrEqual(40);
  expect(Math.abs(shape.pitchRiseSt)).toBeLessThan(1);
});

it('tells a voice that rises from one that falls', () => {
  expect(voiceShape([vowels([400], 110, 170)]).pitchRiseSt).toBeGreaterThan(3);
  expect(voiceShape([vowels([400], 170, 110)]).pitchRiseSt).toBeLessThan(-3);
});

it('silence has no shape', () => {
  expect(voiceShape([])).toMatchObject({ durationMs: 0, stretches: 0 });
});
