import { levelDbfs } from '@parley/audio';
import { expect, it } from 'vitest';
import { NoiseSuppressor } from './noise-suppressor.ts';

/** The same noise at every run. */
function noise(samples: number, amplitude: number): Int16Array {
  let seed = 1;
  return new Int16Array(samples).map(() => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return (seed / 0x4000_0000 - 1) * amplitude;
  });
}

function suppress(preRoll: Int16Array, sound: Int16Array): Int16Array {
  const suppressor = new NoiseSuppressor(preRoll);
  const out: number[] = [];
  for (let i = 0; i < sound.length; i += 800) out.push(...suppressor.process(sound.subarray(i, i + 800)));
  return Int16Array.from(out);
}

it('takes steady noise down and leaves what rises out of it, in its place', () => {
  const background = noise(16_000, 500);
  const sound = background.slice(2400);
  for (let i = 4000; i < 8000; i++) sound[i]! += 6000 * Math.sin(i / 2);
  const out = suppress(background.subarray(0, 2400), sound);
  expect(levelDbfs(out.subarray(800, 3600))).toBeLessThan(levelDbfs(background) - 12);
  expect(levelDbfs(out.subarray(4400, 7600))).toBeCloseTo(levelDbfs(sound.subarray(4400, 7600)), 0);
  const onset = out.findIndex((sample) => Math.abs(sample) > 2000);
  expect(Math.abs(onset - 4000)).toBeLessThan(80);
});

it.each([
  ['too short to tell', noise(400, 500)],
  ['quiet enough', noise(2400, 10)],
  ['no background at all', noise(2400, 20_000)],
])('passes sound on untouched when the sound before it is %s', (_, preRoll) => {
  const sound = noise(1600, 3000);
  expect(suppress(preRoll, sound)).toEqual(sound);
});
