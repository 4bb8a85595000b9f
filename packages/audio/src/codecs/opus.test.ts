import { beforeAll, describe, expect, it } from 'vitest';
import { energyOf, goertzelEnergy } from '../goertzel.ts';
import { AUDIO_CODECS } from './codecs.ts';
import { loadOpus, OpusDecoder, OpusEncoder, opusDurationMs } from './opus.ts';

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
