import { beforeEach, describe, expect, it } from 'vitest';
import type { RtpPacket } from './packet.ts';
import { StreamTimeline } from './stream-timeline.ts';
import { packetOf } from './testing/packets.ts';

function audio(sequenceNumber: number, timestamp: number): RtpPacket {
  return packetOf({ sequenceNumber: sequenceNumber & 0xffff, timestamp: timestamp >>> 0 });
}

describe('StreamTimeline', () => {
  let timeline: StreamTimeline;
  /** Where a packet is placed, relative to where the first of all was. */
  const place = (sequenceNumber: number, timestamp: number) => {
    const placement = timeline.place(audio(sequenceNumber, timestamp), { clockRateHz: 8000, durationMs: 20 });
    return typeof placement === 'string' ? placement : placement.start;
  };

  beforeEach(() => {
    timeline = new StreamTimeline();
  });

  it('counts on over the wrap of both counters', () => {
    const starts = [0, 1, 2, 3].map((i) => place(0xfffe + i, 0xffffff00 + 160 * i));
    expect(starts).toEqual([0, 160, 320, 480]);
  });

  it('puts packets that come in disorder where they belong, and knows duplicates', () => {
    expect(place(10, 1000)).toBe(0);
    expect(place(12, 1320)).toBe(320);
    expect(place(11, 1160)).toBe(160);
    expect(place(11, 1160)).toBe('duplicate');
    expect(place(12, 1320)).toBe('duplicate');
    expect(place(9, 840)).toBe(-160);
  });

  it('keeps the gap of a pause', () => {
    place(1, 0);
    expect(place(2, 8000)).toBe(8000);
  });

  it.each([
    ['back', -500_000],
    ['nowhere', 0],
    ['back over the wrap', -0x70000000],
  ])('continues without a gap when the timestamp goes %s', (_, by) => {
    place(1, 600_000);
    expect(place(2, 600_000 + by)).toBe(160);
    expect(place(3, 600_160 + by)).toBe(320);
  });

  it('does not believe a single packet with a far sequence number, but two in a row', () => {
    place(1000, 0);
    expect(place(30_000, 900_000)).toBe('implausible');
    expect(place(1001, 160)).toBe(160);
    expect(place(30_000, 900_000)).toBe('implausible');
    expect(place(30_001, 900_160)).toBe(320);
    expect(place(30_002, 900_320)).toBe(480);
  });

  it('accepts a sender that starts its numbers anew near the old ones', () => {
    for (let i = 0; i < 300; i++) place(500 + i, 160 * i);
    expect(place(510, 7_000_000)).toBe('implausible');
    expect(place(511, 7_000_160)).toBe(300 * 160);
    expect(place(512, 7_000_320)).toBe(301 * 160);
  });

  it('places packets of a clock of 48 kHz by the time that they stand for', () => {
    const placeOpus = (sequenceNumber: number, timestamp: number) =>
      timeline.place(audio(sequenceNumber, timestamp), { clockRateHz: 48_000, durationMs: 20 });
    expect(placeOpus(1, 0xffffff00)).toMatchObject({ start: 0 });
    expect(placeOpus(2, 0xffffff00 + 960)).toMatchObject({ start: 160 });
    expect(placeOpus(4, 0xffffff00 + 3 * 960)).toMatchObject({ start: 480 });
    expect(placeOpus(3, 0xffffff00 + 2 * 960)).toMatchObject({ start: 320 });
  });

  it('goes by the numbers of packets where the clock changes', () => {
    const opus = { clockRateHz: 48_000, durationMs: 20 };
    expect(place(1, 5000)).toBe(0);
    expect(timeline.place(audio(2, 5_000_000), opus)).toMatchObject({ start: 160 });
    expect(timeline.place(audio(3, 5_000_960), opus)).toMatchObject({ start: 320 });
    expect(place(4, 7000)).toBe(480);
  });

  it('refuses an old packet that claims to be of the future', () => {
    place(10, 1000);
    expect(place(9, 90_000)).toBe('implausible');
  });
});
