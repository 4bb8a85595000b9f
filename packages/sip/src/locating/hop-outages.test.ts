import { beforeEach, expect, test } from 'vitest';
import { TestClock } from '../testing/test-clock.ts';
import { HopOutages } from './hop-outages.ts';

const A = { protocol: 'udp', host: '192.0.2.1', port: 5060 } as const;
const B = { protocol: 'udp', host: '192.0.2.2', port: 5060 } as const;

let clock: TestClock;
let outages: HopOutages;
beforeEach(() => {
  clock = new TestClock();
  outages = new HopOutages(clock);
});

test('a hop is left out for half a minute, or as long as it says up to five', () => {
  outages.add(A);
  expect(outages.usable([A, B])).toEqual([B]);
  clock.advance(29_999);
  expect(outages.usable([A, B])).toEqual([B]);
  clock.advance(1);
  expect(outages.usable([A, B])).toEqual([A, B]);
  outages.add(A, 3_600_000);
  clock.advance(299_999);
  expect(outages.usable([A, B])).toEqual([B]);
  clock.advance(1);
  expect([outages.usable([A, B]), clock.pending]).toEqual([[A, B], 0]);
});

test('when all are out all are tried, and one that answers is in again', () => {
  outages.add(A);
  outages.add(B);
  expect(outages.usable([A, B])).toEqual([A, B]);
  outages.remove(B);
  expect(outages.usable([A, B])).toEqual([B]);
});

test('nothing is left behind at the end', () => {
  outages.add(A);
  outages.close();
  outages.add(B);
  expect([outages.usable([A, B]), clock.pending]).toEqual([[A, B], 0]);
});
