import { expect, it } from 'vitest';
import { GainMatrix } from './gain-matrix.ts';

const frame = (value: number) => new Int16Array(160).fill(value);

it('lets each party hear whom the matrix says, and no other', () => {
  const gains = new GainMatrix();
  gains.set('caller', 'supervisor', 1);
  gains.set('agent', 'supervisor', 1);
  gains.set('agent', 'caller', 1);
  const frames = new Map([
    ['caller', frame(100)],
    ['agent', frame(20)],
    ['supervisor', frame(3)],
  ]);
  expect(gains.mixFor('supervisor', frames)![0]).toBe(120);
  expect(gains.mixFor('caller', frames)![0]).toBe(20);
  expect(gains.mixFor('agent', frames)).toBeNull();
});

it('multiplies by the gain, and saturates', () => {
  const gains = new GainMatrix();
  gains.set('a', 'c', 0.5);
  gains.set('b', 'c', 1);
  expect(gains.mixFor('c', new Map([['a', frame(100)]]))![0]).toBe(50);
  const loud = new Map([
    ['a', frame(30_000)],
    ['b', frame(30_000)],
  ]);
  expect(gains.mixFor('c', loud)![0]).toBe(32_767);
  gains.set('b', 'c', 0);
  expect(gains.mixFor('c', loud)![0]).toBe(15_000);
});

it('is silent where no party speaks, and copies nothing where one does', () => {
  const gains = new GainMatrix();
  gains.set('a', 'b', 1);
  expect(gains.mixFor('b', new Map([['a', null]]))).toBeNull();
  const spoken = frame(7);
  expect(gains.mixFor('b', new Map([['a', spoken]]))).toBe(spoken);
});

it('is silent when it was cleared', () => {
  const gains = new GainMatrix();
  gains.set('a', 'b', 1);
  gains.clear();
  expect(gains.mixFor('b', new Map([['a', frame(7)]]))).toBeNull();
});
