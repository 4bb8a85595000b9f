import { randomInt } from 'node:crypto';
import type { AudioCodec, Direction, MediaCrypto, NegotiatedMedia, NegotiatedRtcp, Payload } from '@parley/rtp';
import {
  type CodecMapping,
  eventsWith,
  isCodec,
  OFFERED_CODECS,
  OFFERED_TELEPHONE_EVENTS,
  TELEPHONE_CLOCK_RATE_HZ,
  type TelephoneEventMapping,
} from './codecs.ts';
import { createAnswer } from './create-answer.ts';
import { createOffer } from './create-offer.ts';
import type { CryptoAttribute } from './crypto-attribute.ts';
import { MasterKeys } from './master-keys.ts';
import { readSdp } from './read-sdp.ts';
import { type RemoteMedia, requireReachable, seenFromHere } from './remote-media.ts';
import { SdpError } from './sdp-error.ts';
import type { SrtpPolicy } from './srtp-policy.ts';

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
  /** Default: off. */
  readonly srtp?: SrtpPolicy;
}

/** Our side of one session's offers and answers: its descriptions carry one id, and a version that grows (RFC 3264 section 8). */
export class MediaNegotiation {
  readonly #options: MediaNegotiationOptions;
  readonly #srtp: SrtpPolicy;
  readonly #keys = new MasterKeys();
  readonly #sessionId = randomInt(1, 2 ** 47);
  #version = 0;

  constructor(options: MediaNegotiationOptions) {
    this.#options = options;
    this.#srtp = options.srtp ?? 'off';
  }

  offer(direction: Direction = 'sendrecv'): string {
    return createOffer({ ...this.#next(), direction, srtp: this.#srtp, cryptos: this.#keys.offered });
  }

  /**
   * The media of an answer to our offer. All codecs that both sides named may come in, and the peer's favourite goes out
   * (RFC 3264 sections 5.1 and 6.1). Throws SdpError when the answer cannot be used.
   */
  answeredBy(answer: string): NegotiatedMedia {
    const { address, codecs } = this.#options;
    const remote = readSdp(answer, this.#srtp);
    requireReachable(remote, address);
    const [first, ...others] = remote.codecs.flatMap((mapping): Payload[] => {
      const codec = codecs.find((ours) => isCodec(mapping, ours));
      return codec ? [{ codec, payloadType: mapping.payloadType }] : [];
    });
    if (!first) throw new SdpError('no_common_codec', `the answer has none of ${codecs.join(', ')}`);
    const events = eventsWith(remote.telephoneEvents, OFFERED_CODECS[first.codec]);
    return {
      ...this.#mediaOf(remote, events),
      ...first,
      alternatives: [...others, ...offeredOtherwise([first, ...others])],
      ...eventsOfferedOtherwise(events),
      ...heardAs(remote.codecs.find(({ payloadType }) => payloadType === first.payloadType)),
      crypto: this.#agreedCrypto(remote.cryptos),
      direction: seenFromHere(remote.direction),
    };
  }

  /** Our answer to an offer, and the media that it agrees upon: it names one codec. Throws SdpError when the offer cannot be used. */
  answerTo(offer: string): { sdp: string; media: NegotiatedMedia } {
    const remote = readSdp(offer, this.#srtp);
    const [theirs] = remote.cryptos;
    const ours = theirs ? this.#keys.answerTo(theirs) : null;
    const { sdp, codec, telephoneEvents, direction } = createAnswer(remote, { ...this.#next(), crypto: ours });
    const crypto = theirs && ours ? { suite: ours.suite, send: ours.master, receive: theirs.master } : null;
    const named = { codec: codec.name, payloadType: codec.payloadType, ...heardAs(codec) };
    const agreed = { ...named, alternatives: [], crypto, direction };
    return { sdp, media: { ...this.#mediaOf(remote, telephoneEvents), ...agreed } };
  }

  /** Of an answer to our offer: the key that it takes by its tag (RFC 4568 section 5.1.3). */
  #agreedCrypto([theirs]: readonly CryptoAttribute[]): MediaCrypto | null {
    if (!theirs) return null;
    const ours = this.#keys.offered.find(({ tag, suite }) => tag === theirs.tag && suite === theirs.suite);
    if (!ours)
      throw new SdpError('no_common_encryption', `the answer takes a key that was not offered: ${theirs.suite}`);
    return { suite: ours.suite, send: ours.master, receive: theirs.master };
  }

  /** RTCP goes with RTP where the peer can: we always offer it, and answer so (RFC 5761 section 5.1.1). */
  #mediaOf(
    { address, port, ptimeMs, rtcp: remoteRtcp, hasMux }: RemoteMedia,
    telephoneEvents: TelephoneEventMapping | null,
  ) {
    const { networks = [] } = this.#options;
    const rtcp: NegotiatedRtcp = hasMux ? { mux: true } : { mux: false, remote: remoteRtcp };
    return {
      ...{ remote: { address, port }, networks, rtcp, ptimeMs: sendablePtimeMs(ptimeMs) },
      telephoneEventPayloadType: telephoneEvents?.payloadType ?? null,
      telephoneEventClockRateHz: telephoneEvents?.clockRateHz ?? TELEPHONE_CLOCK_RATE_HZ,
    };
  }

  #next() {
    this.#version += 1;
    const { address, port, codecs } = this.#options;
    return { address, port, codecs, sessionId: this.#sessionId, sessionVersion: this.#version };
  }
}

/** An answer may name other payload types than its offer: those are sent, and the offer's may come in (RFC 3264 section 5.1). */
function offeredOtherwise(answered: readonly Payload[]): Payload[] {
  return answered.flatMap(({ codec }) => {
    const { payloadType } = OFFERED_CODECS[codec];
    return answered.some((other) => other.payloadType === payloadType) ? [] : [{ codec, payloadType }];
  });
}

function heardAs(mapping: CodecMapping | undefined): Pick<NegotiatedMedia, 'opusReception'> {
  return mapping?.opusReception ? { opusReception: mapping.opusReception } : {};
}

function eventsOfferedOtherwise(answered: TelephoneEventMapping | null): { telephoneEventAlternatives?: number[] } {
  const offered = OFFERED_TELEPHONE_EVENTS.find(({ clockRateHz }) => clockRateHz === answered?.clockRateHz);
  return offered === undefined || offered.payloadType === answered?.payloadType
    ? {}
    : { telephoneEventAlternatives: [offered.payloadType] };
}

/** The nearest that is not longer than what was asked for (RFC 4566 section 6: ptime is a wish). */
function sendablePtimeMs(askedMs: number): number {
  const whole = Math.floor(askedMs / PTIME_MS.step) * PTIME_MS.step;
  return Math.min(PTIME_MS.most, Math.max(PTIME_MS.least, whole));
}
