import { type AudioRateHz, frameSamples, loadOpus, tone } from '@parley/audio';
import { type AudioCodec, type NegotiatedMedia, RtpSession } from '@parley/rtp';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { CallLegs } from './call-legs.ts';
import { RtpEndpoint } from './rtp-endpoint.ts';
import { RtpPorts } from './rtp-ports.ts';

const HOST = '127.0.0.1';
const PAYLOAD_TYPES: Record<AudioCodec, number> = { PCMU: 0, PCMA: 8, G722: 9, OPUS: 111 };
const opened: { close(): void }[] = [];

const agreed = (codec: AudioCodec, port: number): NegotiatedMedia => ({
  ...{ codec, payloadType: PAYLOAD_TYPES[codec], remote: { address: HOST, port }, networks: [], rtcp: { mux: true } },
  ...{ alternatives: [], telephoneEventPayloadType: 101, ptimeMs: 20, crypto: null, direction: 'sendrecv' },
});

/** A telephone with this codec, at the other end of a leg. */
class Telephone {
  readonly heard: number[] = [];
  readonly rtp: RtpSession;
  readonly #voice: Int16Array;
  #position = 0;

  constructor(rtp: RtpSession, voiceHz: number) {
    this.rtp = rtp;
    this.#voice = tone([voiceHz], 4000, { sampleRateHz: rtp.rateHz });
  }

  static async with(codec: AudioCodec, ourPort: number, voiceHz: number, rateHz: AudioRateHz): Promise<Telephone> {
    const rtp = await RtpSession.open({ address: HOST, port: 0, rateHz });
    opened.push(rtp);
    rtp.configure(agreed(codec, ourPort));
    return new Telephone(rtp, voiceHz);
  }

  tick(): void {
    const length = frameSamples(this.rtp.rateHz);
    this.rtp.send(this.#voice.subarray(this.#position, this.#position + length));
    this.#position += length;
    const pulled = this.rtp.pull();
    if (pulled) this.heard.push(...pulled.frame);
  }

  /** Upward zero crossings a second of the last half second. */
  get pitchHz(): number {
    const last = this.heard.slice(-this.rtp.rateHz / 2);
    return 2 * last.filter((sample, index) => index > 0 && last[index - 1]! < 0 && sample >= 0).length;
  }
}

beforeAll(loadOpus);
afterEach(() => {
  for (const each of opened.splice(0)) each.close();
});

it.each([
  ['G722', 16_000, 'PCMU', 8000],
  ['PCMU', 8000, 'OPUS', 16_000],
  ['OPUS', 16_000, 'G722', 16_000],
] as const)(
  'connects a caller with %s (%i Hz) and a target with %s (%i Hz)',
  async (ofCaller, rateHz, ofTarget, its) => {
    const rtpPorts = new RtpPorts({
      ...{ bindAddress: HOST, rtpPorts: { first: 42_000, last: 42_198 }, threadIndex: 0, threadCount: 1 },
    });
    const session = await rtpPorts.open('agreed');
    const endpoint = new RtpEndpoint(session);
    opened.push(endpoint);
    const caller = await Telephone.with(ofCaller, endpoint.port, 700, rateHz);
    endpoint.redirect(agreed(ofCaller, caller.rtp.port));
    expect(endpoint.rateHz).toBe(rateHz);
    const legs = new CallLegs(endpoint, { rtpPorts, within: (work) => work(), onLost: () => {} });
    opened.push(legs);
    const port = await legs.join('leg_target', 'target', { frames: null }, 1);
    const target = await Telephone.with(ofTarget, port, 1100, its);
    legs.redirect('leg_target', agreed(ofTarget, target.rtp.port));
    legs.connect('bridged', null);
    await new Promise(setImmediate);
    for (let ticks = 0; ticks < 70; ticks += 1) {
      const [toCaller, toTarget] = [caller.rtp.packetsReceived, target.rtp.packetsReceived];
      const received = endpoint.received;
      caller.tick();
      target.tick();
      await vi.waitFor(() => expect(endpoint.received).toBeGreaterThan(received), { interval: 1, timeout: 2000 });
      const { caller: pulled } = legs.pull(ticks * 20);
      if (pulled) expect(pulled).toHaveLength(frameSamples(rateHz));
      legs.send(null);
      await vi.waitFor(
        () => {
          expect(caller.rtp.packetsReceived).toBeGreaterThan(toCaller);
          expect(target.rtp.packetsReceived).toBeGreaterThan(toTarget);
        },
        { interval: 1, timeout: 2000 },
      );
    }
    expect(Math.abs(target.pitchHz - 700), 'the caller at the target').toBeLessThan(20);
    expect(Math.abs(caller.pitchHz - 1100), 'the target at the caller').toBeLessThan(20);
  },
);

it('has figures of a target that has answered, also where nothing was sent to it, and of none that has not', async () => {
  const rtpPorts = new RtpPorts({
    ...{ bindAddress: HOST, rtpPorts: { first: 42_200, last: 42_398 }, threadIndex: 0, threadCount: 1 },
  });
  const endpoint = new RtpEndpoint(await rtpPorts.open('agreed'));
  opened.push(endpoint);
  const legs = new CallLegs(endpoint, { rtpPorts, within: (work) => work(), onLost: () => {} });
  opened.push(legs);
  const sound = { frames: null };
  for (const legNo of [1, 2]) await legs.join(`leg_${legNo}`, 'target', sound, legNo);
  legs.redirect('leg_2', agreed('PCMU', 9));
  for (const legNo of [1, 2]) legs.leave(`leg_${legNo}`);
  expect(legs.stats).toMatchObject([{ legNo: 2, packetsSent: 0 }]);
});
