import { type AudioRateHz, frameSamples, loadOpus, tone } from '@parley/audio';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AudioCodec, NegotiatedMedia, Payload } from './negotiated-media.ts';
import { RtpSession } from './session.ts';

const PAYLOADS: Record<AudioCodec, Payload> = {
  PCMU: { codec: 'PCMU', payloadType: 0 },
  PCMA: { codec: 'PCMA', payloadType: 8 },
  G722: { codec: 'G722', payloadType: 9 },
  OPUS: { codec: 'OPUS', payloadType: 111 },
};
const LOW: Record<AudioRateHz, Int16Array> = {
  8000: tone([440], 20_000),
  16000: tone([440], 20_000, { sampleRateHz: 16_000 }),
};
/** Above what a narrowband call carries. */
const HIGH = tone([5500], 2000, { sampleRateHz: 16_000 });

describe('two RTP sessions', () => {
  let near: RtpSession;
  let far: RtpSession;
  let sent = 0;
  let heard: Int16Array[];
  let voice: Int16Array | null;

  beforeAll(loadOpus);

  beforeEach(async () => {
    sent = 0;
    heard = [];
    voice = null;
    near = await RtpSession.open({ address: '127.0.0.1', port: 0 });
    far = await RtpSession.open({ address: '127.0.0.1', port: 0 });
  });

  afterEach(() => {
    near.close();
    far.close();
  });

  function agree(codec: AudioCodec, options: Partial<NegotiatedMedia> = {}): void {
    for (const [session, peer] of [
      [near, far],
      [far, near],
    ] as const)
      session.configure({
        ...{ networks: [], rtcp: { mux: true }, direction: 'sendrecv', crypto: null, ptimeMs: 20, alternatives: [] },
        ...{ ...PAYLOADS[codec], telephoneEventPayloadType: 101, ...options },
        remote: { address: '127.0.0.1', port: peer.port },
      });
  }

  /** The tone from one to the other, frame by frame, as the network brings it. */
  async function talk(frames: number): Promise<void> {
    for (let i = 0; i < frames; i++) {
      const packets = near.stats.packetsSent;
      const samples = frameSamples(near.rateHz);
      near.send((voice ?? LOW[near.rateHz]).subarray(samples * sent, samples * (sent + 1)));
      sent += 1;
      const due = far.packetsReceived + near.stats.packetsSent - packets;
      await vi.waitFor(() => expect(far.packetsReceived).toBe(due), { interval: 1, timeout: 5000 });
      const pulled = far.pull();
      if (pulled) heard.push(pulled.frame.slice());
    }
  }

  /** Upward zero crossings a second of the last frames. */
  function pitchHz(frames: number): number {
    const samples = heard.slice(-frames).flatMap((frame) => [...frame]);
    return samples.filter((sample, i) => i > 0 && samples[i - 1]! < 0 && sample >= 0).length / (frames / 50);
  }

  it.each([
    ['G722', 20],
    ['G722', 30],
    ['OPUS', 10],
    ['OPUS', 20],
    ['OPUS', 40],
    ['OPUS', 60],
    ['OPUS', 30],
  ] as const)('talk in %s with packets of %i ms', async (codec, ptimeMs) => {
    agree(codec, { ptimeMs });
    await new Promise(setImmediate);
    await talk(60);
    expect(Math.abs(pitchHz(25) - 440)).toBeLessThan(8);
    expect(far.stats).toMatchObject({ packetsLost: 0, invalidDatagrams: 0 });
    expect(far.stats.jitterMs).toBeLessThan(100);
  });

  it('change the codec in the middle of the call, and lose nothing', async () => {
    agree('PCMU');
    await talk(20);
    for (const codec of ['OPUS', 'G722', 'PCMA'] as const) {
      agree(codec);
      await new Promise(setImmediate);
      await talk(40);
      expect(Math.abs(pitchHz(25) - 440), codec).toBeLessThan(8);
    }
    expect(far.stats).toMatchObject({ packetsLost: 0, invalidDatagrams: 0, packetsLate: 0 });
    expect(heard.length).toBeGreaterThan(135);
  });

  describe('of the rate that is agreed upon', () => {
    beforeEach(async () => {
      near.close();
      far.close();
      const options = { address: '127.0.0.1', port: 0, rateHz: 'agreed' } as const;
      [near, far] = [await RtpSession.open(options), await RtpSession.open(options)];
    });

    it.each([
      ['PCMU', 8000],
      ['PCMA', 8000],
      ['G722', 16_000],
      ['OPUS', 16_000],
    ] as const)('have frames of %s at %i Hz', async (codec, rateHz) => {
      agree(codec);
      await new Promise(setImmediate);
      await talk(60);
      expect([near.rateHz, heard.at(-1)!.length]).toEqual([rateHz, frameSamples(rateHz)]);
      expect(Math.abs(pitchHz(25) - 440)).toBeLessThan(8);
    });

    it.each(['G722', 'OPUS'] as const)('hear in %s what is above 4 kHz', async (codec) => {
      agree(codec);
      voice = HIGH;
      await new Promise(setImmediate);
      await talk(60);
      expect(Math.abs(pitchHz(25) - 5500)).toBeLessThan(100);
    });

    it('keep it when the codec changes', async () => {
      agree('G722');
      await talk(20);
      for (const codec of ['PCMU', 'OPUS'] as const) {
        agree(codec);
        await new Promise(setImmediate);
        await talk(40);
        expect([near.rateHz, heard.at(-1)!.length]).toEqual([16_000, 320]);
        expect(Math.abs(pitchHz(25) - 440), codec).toBeLessThan(8);
      }
      expect(far.stats).toMatchObject({ packetsLost: 0, invalidDatagrams: 0, packetsLate: 0 });
    });

    it('hear keys as tones in frames of 16 kHz', async () => {
      agree('G722', { telephoneEventPayloadType: null });
      const digits: string[] = [];
      far.onDtmf = (digit) => digits.push(digit);
      await talk(5);
      near.sendDtmf('159D');
      await talk(45);
      expect(digits.join('')).toBe('159D');
    });
  });

  it.each(['PCMU', 'G722', 'OPUS'] as const)('hear keys as tones in %s where there are no events', async (codec) => {
    agree(codec, { telephoneEventPayloadType: null });
    const digits: string[] = [];
    far.onDtmf = (digit) => digits.push(digit);
    await new Promise(setImmediate);
    await talk(5);
    near.sendDtmf('159D');
    await talk(45);
    expect(digits.join('')).toBe('159D');
  });

  it('take tones for nothing where events were agreed upon', async () => {
    agree('PCMU', { telephoneEventPayloadType: null });
    far.configure({
      ...{ networks: [], rtcp: { mux: true }, direction: 'sendrecv', crypto: null, ptimeMs: 20, alternatives: [] },
      ...{ ...PAYLOADS.PCMU, telephoneEventPayloadType: 101, remote: { address: '127.0.0.1', port: near.port } },
    });
    const digits: string[] = [];
    far.onDtmf = (digit) => digits.push(digit);
    near.sendDtmf('1');
    await talk(20);
    expect(digits).toEqual([]);
  });

  it.each([8000, 48_000])('hear a key beside Opus, with events of %i Hz', async (telephoneEventClockRateHz) => {
    agree('OPUS', { telephoneEventClockRateHz });
    const digits: string[] = [];
    far.onDtmf = (digit) => digits.push(digit);
    await new Promise(setImmediate);
    await talk(5);
    near.sendDtmf('17');
    await talk(20);
    expect(digits.join('')).toBe('17');
    expect(far.streamFigures).toMatchObject({ keys: 2, keysUnmarked: 0 });
  });
});
