import { randomInt } from 'node:crypto';
import {
  type Call,
  type CallEndCause,
  type CallEvent,
  createAnswer,
  createOffer,
  type IncomingCall,
  type ReinvitedEvent,
  readSdp,
  requireReachable,
  SdpError,
} from '@parley/sip';
import { EventQueue } from '../../kernel/event-queue.ts';
import type { InboundLeg, Leg, LegEnd, LegEvent, LegToken, LocalMedia, RemoteMedia } from '../carrier.ts';
import type { Signalling } from '../signalling.ts';
import { endReasonOf } from './end-reason.ts';
import type { Ladder } from './signalling/ladder.ts';

const CODECS = ['PCMU', 'PCMA'] as const;

/** RFC 3264, section 6.1: what one side only sends, the other only receives. */
const seenFromHere = {
  sendrecv: 'sendrecv',
  sendonly: 'recvonly',
  recvonly: 'sendonly',
  inactive: 'inactive',
} as const;

/**
 * The media that an answer to our offer describes; throws SdpError when it cannot be. All codecs that both sides named
 * may come in, and the other side's favourite goes out (RFC 3264, sections 5.1 and 6.1).
 */
function answeredMedia(sdp: string, ours: LocalMedia, networks: readonly string[]): RemoteMedia {
  const media = readSdp(sdp);
  requireReachable(media, ours.address);
  const [first, ...alternatives] = media.codecs.flatMap(({ name, payloadType, clockRateHz }) => {
    const codec = CODECS.find((ours) => ours === name && clockRateHz === 8000);
    return codec ? [{ codec, payloadType }] : [];
  });
  if (!first) throw new SdpError('no_common_codec', 'the other side answered with neither PCMU nor PCMA');
  return {
    address: media.address,
    port: media.port,
    networks,
    ...first,
    alternatives,
    telephoneEventPayloadType: media.telephoneEventPayloadType,
    direction: seenFromHere[media.direction],
  };
}

function legEnd(by: 'local' | 'remote', cause: CallEndCause): LegEnd {
  switch (cause.kind) {
    case 'bye':
      return by === 'remote'
        ? { by: 'remote', endReason: 'user_hangup', sipCode: null }
        : { by: 'local', endReason: null, sipCode: null };
    case 'cancelled':
      return by === 'remote'
        ? { by: 'remote', endReason: 'user_hangup', sipCode: null }
        : { by: 'local', endReason: null, sipCode: cause.status ?? null };
    case 'rejected': {
      const detail = `${cause.status} ${cause.reason}`;
      if (by === 'local') return { by: 'local', endReason: null, sipCode: cause.status };
      return { by: 'network', endReason: endReasonOf(cause), sipCode: cause.status, detail };
    }
    case 'timeout':
      return { by: 'network', endReason: 'carrier_error', sipCode: null, detail: 'nothing came back from the carrier' };
    case 'no_ack':
      return { by: 'network', endReason: 'carrier_error', sipCode: null, detail: 'our answer was never acknowledged' };
    case 'invalid_answer':
      return { by: 'network', endReason: 'carrier_error', sipCode: cause.status ?? null, detail: cause.message };
    case 'transport':
      return { by: 'network', endReason: 'carrier_error', sipCode: null, detail: cause.message };
  }
}

/** Our side of one session: its descriptions carry one id, and a version that grows (RFC 3264, section 8). */
export class SessionDescriptions {
  readonly #media: LocalMedia;
  readonly #networks: readonly string[];
  readonly #sessionId = randomInt(1, 2 ** 47);
  #version = 0;

  /**
   * `networks`: where media may come from besides the address that the other side names. Its signalling address belongs
   * to them: behind NAT the media comes from there as well.
   */
  constructor(media: LocalMedia, networks: readonly string[]) {
    this.#media = media;
    this.#networks = networks;
  }

  offer(): string {
    return createOffer({ ...this.#next(), codecs: CODECS });
  }

  /** The media that was agreed by an answer to our offer; throws SdpError when it cannot be used. */
  answeredBy(answer: string): RemoteMedia {
    return answeredMedia(answer, this.#media, this.#networks);
  }

  /** Our answer, and the media that was agreed; throws SdpError when the offer cannot be used. */
  answerTo(offer: string): { sdp: string; media: RemoteMedia } {
    const remote = readSdp(offer);
    const answer = createAnswer(remote, { ...this.#next(), codecs: CODECS });
    return {
      sdp: answer.sdp,
      media: {
        address: remote.address,
        port: remote.port,
        networks: this.#networks,
        codec: answer.codec.name,
        payloadType: answer.codec.payloadType,
        alternatives: [], // our answer names one codec
        telephoneEventPayloadType: answer.telephoneEventPayloadType,
        direction: answer.direction,
      },
    };
  }

  #next() {
    this.#version += 1;
    return { ...this.#media, sessionId: this.#sessionId, sessionVersion: this.#version };
  }
}

/** A SIP call as a leg. Changes of the session are answered here, with our media where it was. */
export class SipLeg implements Leg {
  readonly #call: Call;
  readonly #acknowledge: () => void;
  readonly #carrierName: string;
  readonly #ladder: Ladder;
  readonly #queue = new EventQueue<LegEvent>();
  protected descriptions: SessionDescriptions | null;
  /** What was agreed before the call was established: an inbound call's, whose `answered` repeats the offer. */
  protected agreed: RemoteMedia | null = null;

  constructor(
    call: Call,
    carrierName: string,
    ladder: Ladder,
    descriptions: SessionDescriptions | null,
    acknowledge: () => void = () => {},
  ) {
    this.#call = call;
    this.#acknowledge = acknowledge;
    this.#carrierName = carrierName;
    this.#ladder = ladder;
    this.descriptions = descriptions;
    call.on((event) => this.#onCallEvent(event));
  }

  get events(): AsyncIterable<LegEvent> {
    return this.#queue;
  }

  confirm(): void {
    this.#acknowledge();
  }

  hangUp(): Promise<void> {
    return this.#call.hangUp();
  }

  signalling(): Signalling {
    return this.#ladder.signalling;
  }

  #token(dialog: unknown): LegToken {
    return { carrier: this.#carrierName, dialog };
  }

  #onCallEvent(event: CallEvent): void {
    switch (event.type) {
      case 'trying':
        this.#queue.push({ type: 'trying' });
        return;
      case 'ringing':
        this.#queue.push({ type: 'ringing', sipCode: event.status });
        return;
      case 'answered':
        this.#onAnswered(event.sdp, event.dialog);
        return;
      case 'reinvited':
        this.#onReinvited(event);
        return;
      case 'dialog':
        this.#queue.push({ type: 'token_changed', token: this.#token(event.dialog) });
        return;
      case 'dtmf':
        this.#queue.push({ type: 'dtmf', digit: event.digit });
        return;
      case 'ended':
        this.#queue.push({ type: 'ended', ...legEnd(event.by, event.cause) });
        this.#queue.close();
        // The response to our BYE belongs to it.
        void this.#call.hangUp().finally(() => this.#ladder.close());
        return;
    }
  }

  #onAnswered(sdp: string, dialog: unknown): void {
    try {
      const media = this.agreed ?? this.descriptions!.answeredBy(sdp);
      this.#queue.push({ type: 'answered', media, token: this.#token(dialog) });
    } catch (error) {
      const detail = error instanceof Error ? error.message : String(error);
      this.#queue.push({ type: 'ended', by: 'network', endReason: 'carrier_error', sipCode: 200, detail });
      this.#queue.close();
      void this.#call.hangUp();
    }
  }

  #onReinvited(event: ReinvitedEvent): void {
    const descriptions = this.descriptions;
    if (!descriptions) {
      event.reject(488);
      return;
    }
    if (event.sdp === null) {
      event.answer(descriptions.offer());
      return;
    }
    try {
      this.#queue.push({ type: 'media_changed', media: this.#agree(descriptions, event, event.sdp) });
    } catch (error) {
      event.reject(error instanceof SdpError ? error.status : 500);
    }
  }

  #agree(descriptions: SessionDescriptions, event: ReinvitedEvent, remote: string): RemoteMedia {
    if (event.isAnswer) return descriptions.answeredBy(remote);
    const { sdp, media } = descriptions.answerTo(remote);
    event.answer(sdp);
    return media;
  }
}

/** The user part of a SIP address as E.164, or null: gateways write numbers with and without the plus. */
export function e164Of(user: string | null): string | null {
  const digits = user?.split(';')[0]?.replace(/^\+/, '');
  return digits !== undefined && /^[1-9][0-9]{6,14}$/.test(digits) ? `+${digits}` : null;
}

interface InboundLegOptions {
  carrierName: string;
  ladder: Ladder;
  to: string;
  simulated: boolean;
  /** The trunks of accounts that it may have come through; null: it may ring every number. */
  trunkIds: readonly string[] | null;
  /** Of the trunk, besides its signalling address. */
  mediaNetworks: readonly string[];
}

export class SipInboundLeg extends SipLeg implements InboundLeg {
  readonly to: string;
  readonly from: string | null;
  readonly simulated: boolean;
  readonly trunkIds: readonly string[] | null;
  readonly frames = null;
  readonly #incoming: IncomingCall;
  readonly #networks: readonly string[];

  constructor(call: IncomingCall, options: InboundLegOptions) {
    super(call, options.carrierName, options.ladder, null);
    this.#incoming = call;
    this.to = options.to;
    this.simulated = options.simulated;
    this.trunkIds = options.trunkIds;
    this.#networks = [call.source.host, ...options.mediaNetworks];
    this.from = call.withheld ? null : (e164Of(call.assertedIdentity) ?? e164Of(call.from.user));
  }

  ring(): void {
    this.#incoming.ring();
  }

  answer(media: LocalMedia): void {
    const descriptions = new SessionDescriptions(media, this.#networks);
    this.descriptions = descriptions;
    const offer = this.#incoming.sdp;
    if (offer === null) {
      this.#incoming.answer(descriptions.offer());
      return;
    }
    try {
      const { sdp, media: agreed } = descriptions.answerTo(offer);
      this.agreed = agreed;
      this.#incoming.answer(sdp);
    } catch (error) {
      this.#incoming.reject(error instanceof SdpError ? error.status : 500);
    }
  }

  reject(sipCode: 404 | 480 | 486 | 503, options: { retryAfterS?: number } = {}): void {
    this.#incoming.reject(sipCode, options);
  }
}
