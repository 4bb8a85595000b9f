import { AUDIO_CODECS, loadOpus, RateConverter } from '@parley/audio';
import { babble } from '@parley/audio/testing';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { NegotiatedMedia } from './negotiated-media.ts';
import { writeRtcp } from './rtcp/write-rtcp.ts';
import { RtpSession } from './session.ts';
import { RawPeer } from './testing/raw-peer.ts';

const FRAME_SAMPLES = 320;
/** One in ten. */
const isLost = (index: number) => index % 10 === 9;

describe('Opus over a network that loses packets', () => {
  let near: RtpSession;
  let far: RtpSession;
  let network: RawPeer;
  let speech: Int16Array;
  let sent = 0;

  beforeAll(async () => {
    await loadOpus();
    speech = new RateConverter(8000, 16_000).convert(babble(20, 120, 3));
  });

  beforeEach(async () => {
    sent = 0;
    const options = { address: '127.0.0.1', port: 0, rateHz: 16_000 } as const;
    [near, far, network] = [await RtpSession.open(options), await RtpSession.open(options), await RawPeer.open()];
  });

  afterEach(() => {
    for (const one of [near, far, network]) one.close();
  });

  async function agree(options: Partial<NegotiatedMedia>): Promise<void> {
    for (const session of [near, far])
      session.configure({
        ...{ networks: [], rtcp: { mux: true }, direction: 'sendrecv', crypto: null, ptimeMs: 20, alternatives: [] },
        ...{ codec: 'OPUS', payloadType: 111, telephoneEventPayloadType: null, ...options },
        remote: { address: network.address, port: network.port },
      });
    // The encoder is made meanwhile.
    await new Promise(setImmediate);
  }

  /** Speech from one to the other by way of the network, a frame for each pull. */
  async function talk(frames: number): Promise<void> {
    for (let i = 0; i < frames; i++) {
      near.send(speech.subarray(sent * FRAME_SAMPLES, (sent + 1) * FRAME_SAMPLES));
      sent += 1;
      await vi.waitFor(() => expect(network.received).toHaveLength(sent), { interval: 1, timeout: 5000 });
      if (!isLost(sent - 1)) {
        const due = far.packetsReceived + 1;
        await network.send(far.port, network.received.at(-1)!);
        await vi.waitFor(() => expect(far.packetsReceived).toBe(due), { interval: 1, timeout: 5000 });
      }
      far.pull();
    }
  }

  const redundant = (packets: RawPeer['received']) =>
    packets.filter(({ payload }) => AUDIO_CODECS.OPUS.redundantMs!(payload) > 0).length;

  it('is recovered from the packets behind, where the peer decodes redundancy', async () => {
    await agree({ opusReception: { decodesFec: true, mostBitsPerSecond: null } });
    await talk(400);
    const { packetsLost, recoveredFrames, concealedFrames } = far.stats;
    expect(packetsLost).toBe(39);
    // Pauses are not worth it: a good third of the audio has no redundancy.
    expect(recoveredFrames).toBeGreaterThan(15);
    expect(recoveredFrames + concealedFrames).toBeLessThanOrEqual(packetsLost + 3);
  });

  it('is concealed where it does not', async () => {
    await agree({});
    await talk(100);
    expect(redundant(network.received)).toBe(0);
    expect(far.stats).toMatchObject({ packetsLost: 9, recoveredFrames: 0 });
  });

  it('goes without redundancy when the peer reports that nothing is lost, and with it when something is', async () => {
    await agree({ opusReception: { decodesFec: true, mostBitsPerSecond: null } });
    await talk(100);
    expect(redundant(network.received)).toBeGreaterThan(30);
    for (const [fractionLost, reportsReceived, least, most] of [
      [0, 1, 0, 0],
      [30, 2, 30, 100],
    ] as const) {
      const block = { fractionLost, packetsLost: 0, highestSequence: 1, jitter: 0, lastReport: 0, sinceLastReport: 0 };
      const { ssrc } = network.received[0]!;
      await network.send(near.port, writeRtcp([{ type: 'receiver_report', ssrc: 4711, blocks: [{ ...block, ssrc }] }]));
      await vi.waitFor(() => expect(near.reportFigures).toMatchObject({ reportsReceived }), { timeout: 5000 });
      await talk(100);
      // The first packet after the report may still have what the encoder had for it.
      const count = redundant(network.received.slice(-99));
      expect(count).toBeGreaterThanOrEqual(least);
      expect(count).toBeLessThanOrEqual(most);
    }
  });
});
