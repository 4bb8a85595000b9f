import { expect, test } from 'vitest';
import { ReapingPause } from './reaping-pause.ts';

test('a node that could renew all the while may end the calls of dead ones', () => {
  const pause = new ReapingPause(5000, 10_000);
  for (const nowMs of [0, 5000, 10_400, 20_000]) pause.noteRenewed(nowMs);
  expect(pause.mayReap(20_000)).toBe(true);
});

test('a node that has just started gives the others their time', () => {
  const pause = new ReapingPause(5000, 10_000);
  pause.noteRenewed(700);
  expect(pause.mayReap(10_699)).toBe(false);
  expect(pause.mayReap(10_700)).toBe(true);
});

test('after the database was away the others get the time to renew', () => {
  const pause = new ReapingPause(5000, 10_000);
  pause.noteRenewed(0);
  pause.noteRenewed(35_000);
  expect(pause.mayReap(35_000)).toBe(false);
  pause.noteRenewed(40_000);
  expect(pause.mayReap(44_999)).toBe(false);
  expect(pause.mayReap(45_000)).toBe(true);
});
