import { decodeG711, encodeG711, levelDbfs } from '@parley/audio';
import { beforeEach, describe, expect, it } from 'vitest';
import { agreedFormat } from './agreed-format.ts';
import { ComfortNoise } from './comfort-noise.ts';
import { IncomingStream, isExpected } from './incoming-stream.ts';
import type { RtpPacket } from './packet.ts';
import { StreamRecord } from './stream-record.ts';
import { packetOf } from './testing/packets.ts';

const FORMAT = agreedFormat({
  remote: { address: '192.0.2.1', port: 4000 },
  ...{ networks: [], codec: 'PCMU', payloadType: 0, alternatives: [], telephoneEventPayloadType: 101 },
  ...{ ptimeMs: 20, crypto: null, direction: 'sendrecv', rtcp: { mux: true } },
});
const LOUD = encodeG711('PCMU', new Int16Array(160).fill(9000));
const loud = decodeG711('PCMU', LOUD)[0]!;

/** A packet of audio, or of noise of −60 dBov, at the frame with this number. */
const sound = (sequenceNumber: number, frame: number) =>
  packetOf({ sequenceNumber, timestamp: 160 * frame, payload: LOUD });
const noise = (sequenceNumber: number, frame: number, payload = [60]) =>
  packetOf({ payloadType: 13, sequenceNumber, timestamp: 160 * frame, payload: Uint8Array.from(payload) });

describe('ComfortNoise', () => {
  it.each([
    [40, -40],
    [60, -60],
    [5, -40],
    [127, -96],
  ])('of the level %i is played at %i dBFS', (level, dbfs) => {
    const played = new ComfortNoise(8000);
    played.begin(noise(1, 0, [level, 7, 9]));
    expect(Math.abs(levelDbfs(played.frame('empty')!) - dbfs)).toBeLessThan(1.5);
  });

  it('is not begun anew by a packet from before it, nor ended by such', () => {
    const played = new ComfortNoise(8000);
    played.begin(noise(5, 0, [60]));
    played.begin(noise(4, 0, [40]));
    played.endAt(sound(3, 0));
    played.soundPlayed(3);
    expect(levelDbfs(played.frame('lost')!)).toBeLessThan(-55);
    played.endAt(sound(6, 1));
    expect(played.frame('lost')).toBeNull();
    played.soundPlayed(4);
    expect(played.frame('empty')).not.toBeNull();
    played.soundPlayed(6);
    expect(played.frame('empty')).toBeNull();
  });
});

describe('a stream that pauses with comfort noise', () => {
  let stream: IncomingStream;
  let nowMs: number;

  beforeEach(() => {
    stream = new IncomingStream(8000, () => {});
    stream.configure(FORMAT);
    nowMs = 1000;
  });

  /** Takes what has come, and plays 20 ms: `S` sound, `n` noise, `x` concealed, `-` nothing. */
  function tick(...packets: RtpPacket[]): string {
    for (const packet of packets) stream.accept(packet, nowMs - 5);
    const pulled = stream.pull(nowMs);
    nowMs += 20;
    if (pulled === null) return '-';
    if (pulled.concealed) return 'x';
    return Math.abs(pulled.frame[159]!) > loud / 2 ? 'S' : 'n';
  }

  it('plays noise from its first frame on, conceals nothing, and is in time again afterwards', () => {
    const played = [tick(sound(0, 0)), tick(sound(1, 1)), tick(noise(2, 2))];
    for (let frame = 3; frame < 8; frame++) played.push(tick());
    played.push(tick(noise(3, 8, [70])), tick());
    for (let frame = 10; frame < 13; frame++) played.push(tick(sound(frame - 6, frame)));
    expect(played.join('')).toBe('SSnnnnnnnnSSS');
    expect(stream).toMatchObject({ concealedFrames: 0, packetsLate: 0, duplicates: 0 });
    expect(stream.reception).toMatchObject({ received: 7, lost: 0 });
  });

  it('knows a pause from a loss where packets come ahead of their time', () => {
    const played = [
      tick(sound(0, 0), sound(1, 1), noise(2, 2), noise(3, 4), sound(4, 6), sound(6, 8)),
      ...Array.from({ length: 8 }, () => tick()),
    ];
    expect(played.join('')).toBe('SSnnnnSxS');
    expect(stream.concealedFrames).toBe(1);
  });

  it('begins with noise where the call begins with a pause', () => {
    expect([tick(noise(0, 0)), tick(), tick(sound(1, 2)), tick(sound(2, 3))].join('')).toBe('nnSS');
  });

  it('is not heard while the peer may not send', () => {
    stream.configure({ ...FORMAT, mayReceive: false });
    expect(tick(noise(0, 0))).toBe('-');
  });
});

it('packets of comfort noise are expected, but for empty and overlong ones, or where a codec has their type', () => {
  expect(isExpected(noise(1, 0), FORMAT)).toBe(true);
  expect(isExpected(noise(1, 0, []), FORMAT)).toBe(false);
  expect(isExpected(noise(1, 0, new Array(65).fill(1)), FORMAT)).toBe(false);
  const taken = { ...FORMAT, comfortNoisePayloadType: null };
  expect(isExpected(noise(1, 0), taken)).toBe(false);
});

it('a pause with comfort noise is no gap', () => {
  const record = new StreamRecord();
  const peer = { address: '192.0.2.1', port: 4000 };
  record.configure(true, 0);
  record.accept(sound(0, 0), peer, 20, 'sound', 8000);
  record.accept(noise(1, 1), peer, 40, 'noise', 8000);
  record.accept(sound(2, 500), peer, 10_000, 'sound', 8000);
  record.accept(sound(3, 501), peer, 10_300, 'sound', 8000);
  expect(record.figures(10_320, null)).toMatchObject({ longestGapMs: 300, longestGapAtMs: 10_000 });
});
