import { decodeG711, encodeG711 } from '@parley/audio';
import { beforeEach, describe, expect, it } from 'vitest';
import { OutgoingStream } from './outgoing-stream.ts';
import { parseRtp, type RtpPacket } from './packet.ts';

const FORMAT = {
  codec: 'PCMU',
  payloadType: 0,
  telephoneEventPayloadType: 101,
  telephoneEventClockRateHz: 8000,
  ptimeMs: 20,
} as const;
const ORIGIN = { ssrc: 0xfeedbeef, sequenceNumber: 65_534, timestamp: 2 ** 32 - 320 };

describe('OutgoingStream', () => {
  let sent: RtpPacket[];
  let stream: OutgoingStream;
  const coded = (byte: number) => new Uint8Array(160).fill(byte);
  /** A frame whose bytes are all the same when it is coded. */
  const frame = (byte: number) => decodeG711('PCMU', coded(byte));
  const times = (packets: RtpPacket[]) => packets.map(({ timestamp }) => (timestamp - ORIGIN.timestamp) >>> 0);

  beforeEach(() => {
    sent = [];
    stream = new OutgoingStream(ORIGIN, 8000, (packet) => sent.push(parseRtp(packet.slice())!));
    stream.configure(FORMAT);
  });

  it('numbers packets over both wraps, and marks the first', () => {
    for (let i = 0; i < 4; i++) stream.sendAudio(frame(i), FORMAT);
    expect(sent.map(({ sequenceNumber }) => sequenceNumber)).toEqual([65_534, 65_535, 0, 1]);
    expect(sent.map(({ timestamp }) => timestamp)).toEqual([2 ** 32 - 320, 2 ** 32 - 160, 0, 160]);
    expect(sent.map(({ marker }) => marker)).toEqual([true, false, false, false]);
    expect(sent.map(({ ssrc, payloadType }) => [ssrc, payloadType])).toEqual(new Array(4).fill([0xfeedbeef, 0]));
    expect(sent.map(({ payload }) => payload)).toEqual([0, 1, 2, 3].map(coded));
  });

  it.each([
    [10, 12, 80, 80],
    [30, 4, 240, 240],
    [40, 3, 320, 320],
    [60, 2, 480, 480],
  ])('packs frames into %i ms', (ptimeMs, count, bytes, step) => {
    for (let i = 0; i < 6; i++) stream.sendAudio(new Int16Array(160).fill(1000 * i), { ...FORMAT, ptimeMs });
    expect(sent).toHaveLength(count);
    expect(sent.every(({ payload }) => payload.length === bytes)).toBe(true);
    expect(times(sent)).toEqual(Array.from({ length: count }, (_, i) => i * step));
    const joined = sent.flatMap(({ payload }) => [...payload]);
    const whole = [0, 1, 2, 3, 4, 5].flatMap((i) => [...encodeG711('PCMU', new Int16Array(160).fill(1000 * i))]);
    expect(joined).toEqual(whole.slice(0, joined.length));
  });

  it.each(['PCMU', 'PCMA'] as const)('codes silence as %s does', (codec) => {
    stream.configure({ ...FORMAT, codec });
    for (const ptimeMs of [20, 30, 40]) {
      sent = [];
      for (let i = 0; i < 6; i++) stream.sendAudio(null, { ...FORMAT, codec, ptimeMs });
      const bytes = sent.flatMap(({ payload }) => [...payload]);
      expect(bytes).toEqual([...encodeG711(codec, new Int16Array(6 * 160))]);
    }
  });

  it('lets the clock run while nothing may be sent, and marks what comes then', () => {
    stream.sendAudio(frame(1), FORMAT);
    for (let i = 0; i < 50; i++) stream.skip();
    stream.sendAudio(frame(2), FORMAT);
    expect(times(sent)).toEqual([0, 51 * 160]);
    expect(sent.map(({ sequenceNumber }) => sequenceNumber)).toEqual([65_534, 65_535]);
    expect(sent[1]!.marker).toBe(true);
  });

  it('reports an event at the time of its start, and goes on with sound at the right time', () => {
    stream.sendAudio(frame(1), FORMAT);
    for (let i = 0; i < 3; i++)
      stream.sendEvent({ digit: '5', end: i === 2, duration: 160 * (i + 1) }, i === 0, FORMAT);
    stream.sendAudio(frame(2), FORMAT);
    expect(sent.map(({ payloadType }) => payloadType)).toEqual([0, 101, 101, 101, 0]);
    expect(times(sent)).toEqual([0, 160, 160, 160, 640]);
    expect(sent.map(({ marker }) => marker)).toEqual([true, true, false, false, false]);
  });

  it('sends sound that waits for a longer packet before an event', () => {
    const format = { ...FORMAT, ptimeMs: 60 };
    stream.sendAudio(frame(1), format);
    stream.sendEvent({ digit: '5', end: false, duration: 160 }, true, format);
    expect(sent.map(({ payloadType, payload }) => [payloadType, payload.length])).toEqual([
      [0, 160],
      [101, 4],
    ]);
    expect(times(sent)).toEqual([0, 160]);
  });

  it('does not overwrite the packets sent last', () => {
    const kept: Uint8Array[] = [];
    const keeping = new OutgoingStream(ORIGIN, 8000, (packet) => kept.push(packet));
    keeping.configure(FORMAT);
    for (let i = 0; i < 4; i++) keeping.sendAudio(frame(i), FORMAT);
    expect(kept.map((packet) => packet[12])).toEqual([0, 1, 2, 3]);
  });
});
