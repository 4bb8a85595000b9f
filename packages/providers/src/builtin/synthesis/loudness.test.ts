import { levelDbfs } from '@parley/audio';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { finishClause } from './loudness.ts';

function clause(leadMs: number, speechMs: number, tailMs: number, amplitude: number): Int16Array {
  const samples = new Int16Array((leadMs + speechMs + tailMs) * 8);
  for (let i = 0; i < speechMs * 8; i++) samples[leadMs * 8 + i] = Math.round(amplitude * Math.sin(i / 3));
  return samples;
}

it('leaves 20 ms before the sound and 60 ms after it', () => {
  expect(finishClause(clause(300, 500, 400, 3000), 8000)).toMatchObject({ samples: { length: 580 * 8 }, startMs: 280 });
});

it('does not invent silence that was not there', () => {
  expect(finishClause(clause(0, 500, 0, 3000), 8000)).toMatchObject({ samples: { length: 500 * 8 }, startMs: 0 });
});

it('brings speech to the level of the telephone network, loud or soft', () => {
  fc.assert(
    fc.property(fc.integer({ min: 500, max: 32000 }), (amplitude) => {
      const { samples: finished } = finishClause(clause(100, 500, 100, amplitude), 8000);
      expect(levelDbfs(finished.subarray(20 * 8, 520 * 8))).toBeCloseTo(-20, 0);
    }),
  );
});

it('keeps peaks 3 dB under full scale', () => {
  const spiky = clause(0, 500, 0, 300);
  spiky[1000] = 30000;
  expect(Math.max(...finishClause(spiky, 8000).samples.map(Math.abs))).toBeLessThan(32768 * 10 ** (-3 / 20));
});

it('is empty when there was only silence', () => {
  expect(finishClause(new Int16Array(8000), 8000).samples).toHaveLength(0);
});
