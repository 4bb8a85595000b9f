import { randomInt } from 'node:crypto';
import type { AudioCodec, Direction, NegotiatedMedia, Payload } from '@parley/rtp';
import { createAnswer } from './create-answer.ts';
import { createOffer } from './create-offer.ts';
import { readSdp } from './read-sdp.ts';
import { type RemoteMedia, requireReachable, seenFromHere } from './remote-media.ts';
import { SdpError } from './sdp-error.ts';

/** What can be sent in one packet, whatever the peer asks for. */
const PTIME_MS = { step: 10, least: 10, most: 60 };

export interface MediaNegotiationOptions {
  /** Where RTP is wanted, numeric. */
  readonly address: string;
  readonly port: number;
  /** What can be sent and heard, the preferred one first. */
  readonly codecs: readonly AudioCodec[];
  /** Where the peer's media may come from besides the address that it names. */
  readonly networks?: readonly string[];
}

/** Our side of one session's offers and answers: its descriptions carry one id, and a version that grows (RFC 3264 section 8). */
export class MediaNegotiation {
  readonly #options: MediaNegotiationOptions;
  readonly #sessionId = randomInt(1, 2 ** 47);
  #version = 0;

  constructor(options: MediaNegotiationOptions) {
    this.#options = options;
  }

  offer(direction: Direction = 'sendrecv'): string {
    return createOffer({ ...this.#next(), direction });
  }

  /**
   * The media of an answer to our offer. All codecs that both sides named may come in, and the peer's favourite goes out
   * (RFC 3264 sections 5.1 and 6.1). Throws SdpError when the answer cannot be used.
   */
  answeredBy(answer: string): NegotiatedMedia {
    const { address, codecs } = this.#options;
    const remote = readSdp(answer);
    requireReachable(remote, address);
    const [first, ...alternatives] = remote.codecs.flatMap(({ name, payloadType, clockRateHz }): Payload[] => {
      const codec = codecs.find((ours) => ours === name && clockRateHz === 8000);
      return codec ? [{ codec, payloadType }] : [];
    });
    if (!first) throw new SdpError('no_common_codec', `the answer has none of ${codecs.join(', ')}`);
    return { ...this.#mediaOf(remote), ...first, alternatives, direction: seenFromHere(remote.direction) };
  }

  /** Our answer to an offer, and the media that it agrees upon: it names one codec. Throws SdpError when the offer cannot be used. */
  answerTo(offer: string): { sdp: string; media: NegotiatedMedia } {
    const remote = readSdp(offer);
    const { sdp, codec, direction } = createAnswer(remote, this.#next());
    const agreed = { codec: codec.name, payloadType: codec.payloadType, alternatives: [], direction };
    return { sdp, media: { ...this.#mediaOf(remote), ...agreed } };
  }

  #mediaOf({ address, port, telephoneEventPayloadType, ptimeMs }: RemoteMedia) {
    const { networks = [] } = this.#options;
    return { remote: { address, port }, networks, telephoneEventPayloadType, ptimeMs: sendablePtimeMs(ptimeMs) };
  }

  #next() {
    this.#version += 1;
    const { address, port, codecs } = this.#options;
    return { address, port, codecs, sessionId: this.#sessionId, sessionVersion: this.#version };
  }
}

/** The nearest that is not longer than what was asked for (RFC 4566 section 6: ptime is a wish). */
function sendablePtimeMs(askedMs: number): number {
  const whole = Math.floor(askedMs / PTIME_MS.step) * PTIME_MS.step;
  return Math.min(PTIME_MS.most, Math.max(PTIME_MS.least, whole));
}
