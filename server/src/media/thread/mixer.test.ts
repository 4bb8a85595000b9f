import { expect, it } from 'vitest';
import { Mixer } from './mixer.ts';

const frame = (value: number) => new Int16Array(160).fill(value);

it('lets each side hear whom the matrix says, and nobody else', () => {
  const mixer = new Mixer();
  mixer.setGain('caller', 'supervisor', 1);
  mixer.setGain('agent', 'supervisor', 1);
  mixer.setGain('agent', 'caller', 1);
  const frames = new Map([
    ['caller', frame(100)],
    ['agent', frame(20)],
    ['supervisor', frame(3)],
  ]);
  expect(mixer.mixFor('supervisor', frames)![0]).toBe(120);
  expect(mixer.mixFor('caller', frames)![0]).toBe(20);
  expect(mixer.mixFor('agent', frames)).toBeNull();
});

it('multiplies by the gain, and saturates', () => {
  const mixer = new Mixer();
  mixer.setGain('a', 'c', 0.5);
  mixer.setGain('b', 'c', 1);
  expect(mixer.mixFor('c', new Map([['a', frame(100)]]))![0]).toBe(50);
  const loud = new Map([
    ['a', frame(30_000)],
    ['b', frame(30_000)],
  ]);
  expect(mixer.mixFor('c', loud)![0]).toBe(32_767);
  mixer.setGain('b', 'c', 0);
  expect(mixer.mixFor('c', loud)![0]).toBe(15_000);
});

it('is silent where nobody speaks, and copies nothing where one does', () => {
  const mixer = new Mixer();
  mixer.setGain('a', 'b', 1);
  expect(mixer.mixFor('b', new Map([['a', null]]))).toBeNull();
  const spoken = frame(7);
  expect(mixer.mixFor('b', new Map([['a', spoken]]))).toBe(spoken);
});

it('forgets a side that has left', () => {
  const mixer = new Mixer();
  mixer.setGain('a', 'b', 1);
  mixer.remove('a');
  expect(mixer.mixFor('b', new Map([['a', frame(7)]]))).toBeNull();
});
