import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Reception } from './reception.ts';
import { packetOf } from './testing/packets.ts';

const timed = { timed: true, clockRateHz: 8000 };

describe('Reception', () => {
  it('counts what is missing, whatever the order, doubles and wraps', () => {
    const arrivals = fc
      .tuple(
        fc.integer({ min: 0, max: 65_535 }),
        fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 2, maxLength: 300 }),
      )
      .map(([first, copies]) => ({ first, copies: [1, ...copies, 1] }));
    fc.assert(
      fc.property(arrivals, fc.integer(), ({ first, copies }, shuffle) => {
        const reception = new Reception();
        const numbers = copies.flatMap((count, i) => new Array<number>(count).fill((first + i) & 0xffff));
        // Neighbours change places.
        for (let i = 1; i + 1 < numbers.length; i += 2)
          if ((shuffle >> (i % 31)) & 1) [numbers[i], numbers[i + 1]] = [numbers[i + 1]!, numbers[i]!];
        const fresh = numbers.filter((sequenceNumber) => reception.record(packetOf({ sequenceNumber }), 0, timed));
        const arrived = copies.filter((count) => count > 0).length;
        expect(fresh).toHaveLength(arrived);
        expect([reception.received, reception.lost]).toEqual([arrived, copies.length - arrived]);
      }),
    );
  });

  it('adds up the loss of all SSRCs', () => {
    const reception = new Reception();
    for (const sequenceNumber of [1, 2, 5]) reception.record(packetOf({ sequenceNumber }), 0, timed);
    for (const sequenceNumber of [40_000, 40_003]) reception.record(packetOf({ sequenceNumber, ssrc: 2 }), 0, timed);
    expect([reception.received, reception.lost]).toEqual([5, 4]);
  });

  it('measures jitter as RFC 3550 appendix A.8 computes it', () => {
    const reception = new Reception();
    const arrivalsMs = [0, 25, 38, 61, 80, 110];
    let jitter = 0;
    arrivalsMs.forEach((arrivalMs, i) => {
      reception.record(packetOf({ sequenceNumber: i, timestamp: (2 ** 32 - 320 + 160 * i) >>> 0 }), arrivalMs, timed);
      if (i > 0) jitter += (Math.abs(arrivalMs - arrivalsMs[i - 1]! - 20) - jitter) / 16;
    });
    expect(reception.jitterMs).toBeCloseTo(jitter, 9);
    expect(jitter).toBeGreaterThan(1);
  });

  it('takes neither telephone events nor jumps of the clock for jitter', () => {
    const reception = new Reception();
    reception.record(packetOf({ sequenceNumber: 0, timestamp: 0 }), 0, timed);
    reception.record(packetOf({ sequenceNumber: 1, timestamp: 0 }), 100, { timed: false, clockRateHz: 8000 });
    reception.record(packetOf({ sequenceNumber: 2, timestamp: 1600 }), 200, timed);
    reception.record(packetOf({ sequenceNumber: 3, timestamp: 99_000_000 }), 220, timed);
    reception.record(packetOf({ sequenceNumber: 4, timestamp: 99_000_160 }), 240, timed);
    expect(reception.jitterMs).toBe(0);
  });
});
