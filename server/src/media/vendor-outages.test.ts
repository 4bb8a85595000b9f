import { expect, test } from 'vitest';
import { VendorOutages } from './vendor-outages.ts';

function setUp() {
  const time = { nowMs: 1_000_000 };
  const outages = new VendorOutages(() => time.nowMs);
  const fails = (thread: number, failures: number, connections = 'ours') =>
    outages.note(thread, {
      vendor: { connections, role: 'tts', name: 'x' },
      outage: { failures, message: 'broke off', forMs: failures < 3 ? null : 30_000 },
    });
  return { time, outages, fails };
}

test('a vendor that fails in several threads is reported once, with its worst state, per set of connections', () => {
  const { outages, fails } = setUp();
  fails(0, 1);
  fails(1, 3);
  fails(0, 2, 'theirs');
  expect(outages.of('ours')).toEqual([
    {
      ...{ role: 'tts', name: 'x', failures: 3, message: 'broke off' },
      ...{ failedAtMs: 1_000_000, openUntilMs: 1_030_000 },
    },
  ]);
  expect(outages.of('theirs')).toMatchObject([{ failures: 2, openUntilMs: null }]);
});

test('an outage is not reported after the vendor works again, its thread has died, or a minute has passed', () => {
  const { time, outages, fails } = setUp();
  fails(0, 3);
  outages.note(0, { vendor: { connections: 'ours', role: 'tts', name: 'x' }, outage: null });
  expect(outages.of('ours')).toEqual([]);
  fails(0, 3);
  outages.forget(0);
  expect(outages.of('ours')).toEqual([]);
  fails(0, 3);
  time.nowMs += 60_001;
  expect(outages.of('ours')).toEqual([]);
});
