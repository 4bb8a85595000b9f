import { beforeAll, describe, expect, it } from 'vitest';
import { energyOf, goertzelEnergy } from '../goertzel.ts';
import { RateConverter } from '../rate-converter.ts';
import { babble } from '../testing/signals.ts';
import { AUDIO_CODECS } from './codecs.ts';
import { loadOpus, OpusDecoder, OpusEncoder } from './opus.ts';
import { opusDurationMs, opusRedundantMs } from './opus-packet.ts';

const sine = (frequencyHz: number, rateHz: number, ms: number) =>
  Int16Array.from({ length: (rateHz * ms) / 1000 }, (_, i) =>
    Math.round(8000 * Math.sin((2 * Math.PI * frequencyHz * i) / rateHz)),
  );

describe('Opus', () => {
  beforeAll(loadOpus);

  it.each([10, 20, 40, 60])('carries 6 kHz in packets of %i ms', async (ptimeMs) => {
    const encoder = new OpusEncoder(16_000);
    const decoder = new OpusDecoder(16_000);
    await new Promise(setImmediate);
    const samples = sine(6000, 16_000, 1200);
    const packetSamples = ptimeMs * 16;
    const heard: number[] = [];
    const out = new Uint8Array(1500);
    for (let at = 0; at < samples.length; at += packetSamples) {
      const payload = out.slice(0, encoder.encode(samples.subarray(at, at + packetSamples), out));
      expect(opusDurationMs(payload)).toBe(ptimeMs);
      heard.push(...decoder.decode(payload));
    }
    expect(heard).toHaveLength(samples.length);
    const end = Int16Array.from(heard.slice(-8000));
    expect(goertzelEnergy(end, 6000, 16_000) / energyOf(end)).toBeGreaterThan(0.8);
    encoder.close();
    decoder.close();
    decoder.close();
  });

  it('is silent for as long as a packet that is broken inside', async () => {
    const decoder = new OpusDecoder(16_000);
    await new Promise(setImmediate);
    // Two frames, the first of which is said to be longer than the packet (RFC 6716 section 3.2.4).
    expect(decoder.decode(Uint8Array.of(0x4a, 200, 1, 2))).toEqual(new Int16Array(640));
    decoder.close();
  });

  it.each([
    ['one frame of 20 ms', [0x48, 1], 20],
    ['two of 20 ms', [0x49, 1], 40],
    ['three of 2.5 ms', [0x83, 3], 7.5],
    ['one of 60 ms', [0x18], 60],
    ['nothing', [], null],
    ['a count that is missing', [0x4b], null],
    ['no frames', [0x4b, 0], null],
    ['more than 120 ms', [0x4b, 7], null],
  ] as const)('knows the duration of %s', (_, bytes, durationMs) => {
    expect(opusDurationMs(Uint8Array.from(bytes))).toBe(durationMs);
  });
});

describe('Opus with forward error correction', () => {
  beforeAll(loadOpus);

  /** Sound with the structure of speech: redundancy is for what is spoken alone. */
  const speech = new RateConverter(8000, 16_000).convert(babble(8, 120, 7));
  const packetSamples = 320;

  async function encoded(lossPercent: number, mostBitsPerSecond: number | null = null): Promise<Uint8Array[]> {
    const encoder = new OpusEncoder(16_000);
    encoder.expectLoss(lossPercent);
    encoder.limitBitrate(mostBitsPerSecond);
    await new Promise(setImmediate);
    const out = new Uint8Array(1500);
    const packets: Uint8Array[] = [];
    for (let at = 0; at + packetSamples <= speech.length; at += packetSamples)
      packets.push(out.slice(0, encoder.encode(speech.subarray(at, at + packetSamples), out)));
    encoder.close();
    return packets;
  }

  it.each([
    [0, 0],
    [1, 0.4],
    [20, 0.4],
  ])('carries what is spoken once more when %i %% is lost, and stays wideband', async (lossPercent, least) => {
    const packets = await encoded(lossPercent);
    const redundant = packets.filter((packet) => opusRedundantMs(packet) === 20).length;
    expect(redundant / packets.length).toBeGreaterThanOrEqual(least);
    if (lossPercent === 0) expect(redundant).toBe(0);
    // Configuration 9: SILK, wideband, 20 ms.
    expect(new Set(packets.map((packet) => packet[0]! >> 3))).toEqual(new Set([9]));
  });

  const bitsPerSecond = (packets: readonly Uint8Array[]) =>
    (packets.reduce((bytes, packet) => bytes + packet.length, 0) * 8) / (speech.length / 16_000);

  it.each([
    [0, 12_000, 12_000],
    [20, 16_000, 16_000],
    // Below that libopus cannot go with speech.
    [0, 1000, 6500],
  ])('at a loss of %i %% takes no more than the %i bits per second of the peer', async (lossPercent, most, sent) => {
    const limited = bitsPerSecond(await encoded(lossPercent, most));
    expect(limited).toBeLessThanOrEqual(sent);
    expect(limited).toBeLessThan(bitsPerSecond(await encoded(lossPercent)));
  });

  it('has a lost packet from the one behind it, nearly as it was', async () => {
    const packets = await encoded(10);
    const [whole, lossy] = [new OpusDecoder(16_000), new OpusDecoder(16_000)];
    await new Promise(setImmediate);
    let [sound, error, recovered] = [0, 0, 0];
    for (const [index, packet] of packets.entries()) {
      const original = whole.decode(packet);
      const next = packets[index + 1];
      if (index % 5 !== 3 || !next || opusRedundantMs(next) === 0) {
        lossy.decode(packet);
        continue;
      }
      const again = lossy.recover(next);
      expect(again).toHaveLength(packetSamples);
      recovered += 1;
      for (let i = 0; i < packetSamples; i++) {
        sound += original[i]! ** 2;
        error += (again[i]! - original[i]!) ** 2;
      }
    }
    expect(recovered).toBeGreaterThan(20);
    expect(10 * Math.log10(sound / error)).toBeGreaterThan(3);
    whole.close();
    lossy.close();
  });

  // The first byte of a frame of SILK: a flag for the voice of each of its frames, then the one for redundancy.
  it.each([
    ['one frame of 20 ms', [0x48, 0b0100_0000], 20],
    ['the same without', [0x48, 0b1011_1111], 0],
    ['one of 10 ms', [0x40, 0b0100_0000], 10],
    ['40 ms, two frames of SILK', [0x50, 0b0010_0000], 40],
    ['60 ms, three frames of SILK', [0x58, 0b0001_0000], 60],
    ['60 ms with a voice in all of them', [0x58, 0b1110_0000], 0],
    ['the second channel of two', [0x4c, 0b0001_0000], 20],
    ['SILK and CELT', [0x68, 0b0100_0000], 20],
    ['CELT', [0x98, 0b0100_0000], 0],
    ['two frames of one length', [0x49, 0b0100_0000, 0], 20],
    ['two frames of two lengths', [0x4a, 1, 0b0100_0000, 0], 20],
    ['two frames, the first one long', [0x4a, 252, 0, 0b0100_0000], 20],
    ['two frames, the first one empty', [0x4a, 0, 0b0100_0000], 0],
    ['three frames of one length', [0x4b, 3, 0b0100_0000, 0, 0], 20],
    ['three frames with padding', [0x4b, 0x43, 255, 1, 0b0100_0000, 0, 0], 20],
    ['three frames of three lengths', [0x4b, 0x83, 1, 1, 0b0100_0000, 0, 0], 20],
    ['a frame that is missing', [0x48], 0],
    ['no packet', [], 0],
  ] as const)('finds redundancy in %s', (_, bytes, redundantMs) => {
    expect(opusRedundantMs(Uint8Array.from(bytes))).toBe(redundantMs);
  });
});

describe('a codec at the other rate', () => {
  it.each([
    ['PCMU', 16_000],
    ['PCMA', 16_000],
    ['G722', 8000],
    ['OPUS', 8000],
  ] as const)('%s carries a tone for sound of %i Hz', async (name, rateHz) => {
    await loadOpus();
    const codec = AUDIO_CODECS[name];
    const encoder = codec.openEncoder(rateHz);
    const decoder = codec.openDecoder(rateHz);
    await new Promise(setImmediate);
    const samples = sine(1000, rateHz, 1000);
    const heard: number[] = [];
    const out = new Uint8Array(1500);
    for (let at = 0; at < samples.length; at += rateHz / 50) {
      const payload = out.slice(0, encoder.encode(samples.subarray(at, at + rateHz / 50), out));
      expect(codec.durationMs(payload)).toBe(20);
      heard.push(...decoder.decode(payload));
    }
    expect(heard).toHaveLength(samples.length);
    const end = Int16Array.from(heard.slice(-rateHz / 2));
    expect(goertzelEnergy(end, 1000, rateHz) / energyOf(end)).toBeGreaterThan(0.95);
  });
});
