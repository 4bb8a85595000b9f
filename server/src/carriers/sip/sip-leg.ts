import { isIPv6 } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import { AUDIO_CODECS, type AudioRateHz } from '@parley/audio';
import type { CallerIdentity } from '@parley/contract';
import type { NegotiatedMedia } from '@parley/rtp';
import {
  type AuthenticationFailure,
  type Call,
  type CallEndCause,
  type CallEvent,
  type Credentials,
  type DialogState,
  formatReplaces,
  type IncomingCall,
  MediaNegotiation,
  type Passport,
  type ReferredEvent,
  type ReinvitedEvent,
  type Replaces,
  SdpError,
} from '@parley/sip';
import { EventQueue } from '../../kernel/event-queue.ts';
import type { InboundLeg, Leg, LegEnd, LegEvent, LegToken, LocalMedia, TransferOutcome } from '../carrier.ts';
import type { MediaPolicy } from '../media-policy.ts';
import type { Signalling } from '../signalling.ts';
import { saidIdentity, withVerification } from './caller-identity.ts';
import { codecsOf, preferredRateHz } from './codecs.ts';
import { e164Of } from './e164.ts';
import { endReasonOf } from './end-reason.ts';
import { referTarget } from './refer-target.ts';
import { refusalWarning } from './refusal-warning.ts';
import type { Ladder } from './signalling/ladder.ts';
import type { CallVerifier } from './stir/call-verifier.ts';
import { transferOutcome } from './transfer-outcome.ts';
import { addressOf } from './trunk-hop.ts';

const AUTHENTICATION_FAULTS: Readonly<Record<AuthenticationFailure, string>> = {
  no_credentials:
    'authentication failed: the trunk wants a user name and a password, and has none. Set authentication to "digest" on the trunk.',
  wrong_credentials:
    'authentication failed: the trunk does not accept the user name and the password. Correct them on the trunk.',
  unsupported_challenge:
    'authentication failed: the trunk asks for a kind of authentication that Parley does not support. Have it permit the address of Parley.',
};

/** Refused by us, for what the other side offers. */
const UNUSABLE_OFFER: LegEnd = {
  ...{ by: 'network', endReason: 'carrier_error', sipCode: 488 },
  detail: 'the caller offered no audio that can be used. The diagnosis of the call says why.',
};

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
      const detail = cause.authentication
        ? AUTHENTICATION_FAULTS[cause.authentication]
        : `${cause.status} ${cause.reason}`;
      if (by === 'local' && cause.status === 488) return UNUSABLE_OFFER;
      if (by === 'local') return { by: 'local', endReason: null, sipCode: cause.status };
      // RFC 3261 section 21.5.4: the server, and no telephone, says so, and another one may be asked.
      const isUnavailable = cause.status === 503;
      return { by: 'network', endReason: endReasonOf(cause), sipCode: cause.status, detail, isUnavailable };
    }
    case 'timeout':
      return {
        ...{ by: 'network', endReason: 'carrier_error', sipCode: null, isUnavailable: true },
        detail: 'nothing came back from the carrier',
      };
    case 'no_ack':
      return { by: 'network', endReason: 'carrier_error', sipCode: null, detail: 'our answer was never acknowledged' };
    case 'expired':
      return {
        by: 'network',
        endReason: 'carrier_error',
        sipCode: null,
        detail: 'the other side has gone: it did not refresh the session',
      };
    case 'invalid_answer':
      return { by: 'network', endReason: 'carrier_error', sipCode: cause.status ?? null, detail: cause.message };
    case 'transport':
      return { by: 'network', endReason: 'carrier_error', sipCode: null, detail: cause.message, isUnavailable: true };
  }
}

/** Whose call it is. */
interface LegWay {
  readonly carrierName: string;
  /** Where the numbers of the peer are, as in a URI. */
  readonly address: string;
  /** Those to telephones that may have their calls connected with others (REFER). Left out: it may not (docs/decisions/0014). */
  readonly telephoneLegs?: Set<SipLeg>;
}

/** A SIP call as a leg. Changes of the session are answered here, with our media where it was. */
export class SipLeg implements Leg {
  readonly #call: Call;
  readonly #acknowledge: () => void;
  readonly #ladder: Ladder;
  protected way: LegWay;
  readonly #queue = new EventQueue<LegEvent>();
  /** What we have offered, each with its negotiation: the answer tells which of them it is of. */
  readonly #offers: ReadonlyMap<string, MediaNegotiation>;
  #isAnswered = false;
  #dialog: DialogState | null = null;
  /** Null: there is none yet, or it is not known yet which. */
  protected negotiation: MediaNegotiation | null;
  /** What was agreed before the call was established: an inbound call's, whose `answered` repeats the offer. */
  protected agreed: NegotiatedMedia | null = null;

  constructor(
    call: Call,
    { ladder, ...way }: LegWay & { ladder: Ladder },
    offers: ReadonlyMap<string, MediaNegotiation>,
    acknowledge: () => void = () => {},
  ) {
    this.#call = call;
    this.#acknowledge = acknowledge;
    this.#ladder = ladder;
    this.way = way;
    this.#offers = offers;
    const [only, ...others] = offers.values();
    this.negotiation = others.length === 0 ? (only ?? null) : null;
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

  async transfer(to: string): Promise<TransferOutcome> {
    return transferOutcome(await this.#call.transfer(`sip:${to}@${this.way.address}`));
  }

  /** Two of one trunk reach each other; of others it is not known. */
  transferTo(target: Leg): Promise<TransferOutcome> | null {
    if (!(target instanceof SipLeg) || target.way.carrierName !== this.way.carrierName) return null;
    const uri = target.#call.replacingUri;
    return uri === null ? null : this.#call.transfer(uri).then(transferOutcome);
  }

  /** As its other side is named by an INVITE to us that replaces it (RFC 3891); null: nothing has answered. */
  get replaces(): string | null {
    return this.#dialog && formatReplaces(this.#dialog);
  }

  signalling(): Signalling {
    return this.#ladder.signalling;
  }

  #token(dialog: unknown): LegToken {
    return { carrier: this.way.carrierName, dialog };
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
        this.#dialog = event.dialog;
        this.way.telephoneLegs?.add(this);
        if (event.offer !== undefined) this.negotiation = this.#offers.get(event.offer) ?? this.negotiation;
        this.#onAnswered(event.sdp, event.dialog);
        return;
      case 'reinvited':
        this.#onReinvited(event);
        return;
      case 'dialog':
        this.#dialog = event.dialog;
        this.#queue.push({ type: 'token_changed', token: this.#token(event.dialog) });
        return;
      case 'referred':
        if (this.way.telephoneLegs) this.#onReferred(event);
        return;
      case 'dtmf':
        this.#queue.push({ type: 'dtmf', digit: event.digit });
        return;
      case 'ended':
        this.way.telephoneLegs?.delete(this);
        this.#noteConnection(event.cause);
        this.#queue.push({ type: 'ended', ...legEnd(event.by, event.cause) });
        this.#queue.close();
        // The response to our BYE belongs to it.
        void this.#call.hangUp().finally(() => this.#ladder.close());
        return;
    }
  }

  #onReferred(event: ReferredEvent): void {
    const to = event.replaces ? this.#legNamed(event.replaces) : referTarget(event);
    if (to === null) event.reject(603);
    else this.#queue.push({ type: 'transfer_wanted', to, tell: event.accept() });
  }

  /** Another leg to the same softphone, by the dialog of which its telephone names who is meant. */
  #legNamed(replaces: Replaces | 'malformed'): SipLeg | null {
    if (replaces === 'malformed' || replaces.earlyOnly) return null;
    const { callId, localTag, remoteTag } = replaces;
    const isNamed = (leg: SipLeg) =>
      leg !== this &&
      leg.way.carrierName === this.way.carrierName &&
      isDeepStrictEqual(leg.#dialogId, [callId, localTag, remoteTag]);
    return [...(this.way.telephoneLegs ?? [])].find(isNamed) ?? null;
  }

  get #dialogId() {
    return this.#dialog && [this.#dialog.callId, this.#dialog.localTag, this.#dialog.remoteTag];
  }

  #noteConnection(cause: CallEndCause): void {
    if (cause.kind !== 'transport' || !cause.connection) return;
    const { peer, problem, detail } = cause.connection;
    this.#ladder.noteUnreached({ protocol: peer.protocol, host: peer.host, port: peer.port, problem, detail });
  }

  #onAnswered(sdp: string, dialog: unknown): void {
    try {
      const media = this.agreed ?? this.negotiation!.answeredBy(sdp);
      this.#isAnswered = true;
      this.#queue.push({ type: 'answered', media, token: this.#token(dialog) });
    } catch (error) {
      const detail = error instanceof Error ? error.message : String(error);
      this.#queue.push({ type: 'ended', by: 'network', endReason: 'carrier_error', sipCode: 200, detail });
      this.#queue.close();
      void this.#call.hangUp();
    }
  }

  #onReinvited(event: ReinvitedEvent): void {
    const negotiation = this.negotiation;
    if (!negotiation) {
      event.reject(488);
      return;
    }
    if (event.sdp === null) {
      event.answer(negotiation.offer());
      return;
    }
    try {
      const media = this.#agree(negotiation, event, event.sdp);
      if (this.#isAnswered) this.#queue.push({ type: 'media_changed', media });
      else this.agreed = media; // by UPDATE, while it rings (RFC 3311)
    } catch (error) {
      event.reject(error instanceof SdpError ? error.status : 500);
    }
  }

  #agree(negotiation: MediaNegotiation, event: ReinvitedEvent, remote: string): NegotiatedMedia {
    if (event.isAnswer) return negotiation.answeredBy(remote);
    const { sdp, media } = negotiation.answerTo(remote);
    event.answer(sdp);
    return media;
  }
}

/** What a trunk says of the calls that come through it. */
export interface InboundWay {
  carrierName: string;
  media: MediaPolicy;
  /** What it knows us by, where it asks in the call. */
  credentials: Credentials | null;
  /** Of its host, as in a URI; undefined where that is not known at this moment. */
  address: string | undefined;
  /** What its certificates are for, over TLS; undefined: not known, or it is not reached so. */
  tlsName: string | undefined;
}

interface InboundLegOptions {
  carrierName: string;
  ladder: Ladder;
  to: string;
  simulated: boolean;
  /** The trunks of accounts that it may have come through; null: it may ring every number. */
  trunkIds: readonly string[] | null;
  /** Until it is known which of them it is. */
  media: MediaPolicy;
  wayOf(trunkId: string): InboundWay;
  /** Where the numbers of the peer are, as in a URI; left out: where the call came from. */
  address?: string;
  /** Looks at what is signed; undefined: nothing does. */
  verifier: CallVerifier | undefined;
  /** We are at an address of IPv6. */
  hasIpv6: boolean;
}

export class SipInboundLeg extends SipLeg implements InboundLeg {
  readonly to: string;
  readonly from: string | null;
  readonly identity: CallerIdentity | null;
  readonly simulated: boolean;
  readonly trunkIds: readonly string[] | null;
  readonly frames = null;
  readonly isOverIpv6: boolean;
  readonly #incoming: IncomingCall;
  readonly #signed: { readonly passport: Passport; readonly caller: string | null } | null;
  readonly #verifier: CallVerifier | undefined;
  readonly #wayOf: InboundLegOptions['wayOf'];
  #media: MediaPolicy;

  constructor(call: IncomingCall, options: InboundLegOptions) {
    const { carrierName, ladder, address = addressOf(call.source) } = options;
    super(call, { carrierName, ladder, address }, new Map());
    this.#incoming = call;
    this.to = options.to;
    this.simulated = options.simulated;
    this.trunkIds = options.trunkIds;
    this.#media = options.media;
    this.#wayOf = options.wayOf;
    const caller = e164Of(call.assertedIdentity) ?? e164Of(call.from.user);
    this.from = call.withheld ? null : caller;
    // Our own door asserts what we wrote ourselves.
    const said = options.simulated ? null : saidIdentity(call.request, call.withheld);
    this.identity = said?.identity ?? null;
    this.isOverIpv6 = options.hasIpv6 && (call.sdp === null ? isIPv6(call.source.host) : /^c=IN IP6 /m.test(call.sdp));
    this.#signed = said?.passport ? { passport: said.passport, caller } : null;
    this.#verifier = options.verifier;
  }

  verifyIdentity(): Promise<CallerIdentity> | null {
    const { identity } = this;
    if (!identity || !this.#signed || !this.#verifier) return null;
    const { passport, caller } = this.#signed;
    const to = e164Of(this.#incoming.to.user);
    const call = { caller, called: this.to, to, atS: Math.floor(Date.now() / 1000) };
    return this.#verifier.verify(passport, call).then((verification) => withVerification(identity, verification));
  }

  comesThrough(trunkId: string): void {
    const { carrierName, media, credentials, tlsName, address = this.way.address } = this.#wayOf(trunkId);
    this.#incoming.useCredentials(credentials);
    if (tlsName !== undefined) this.#incoming.useTlsName(tlsName);
    this.way = { carrierName, address };
    this.#media = media;
  }

  ring(): void {
    this.#incoming.ring();
  }

  /** As its offer would be answered, which is not done yet. */
  get expectedRateHz(): AudioRateHz {
    const { codecs } = this.#media;
    const offer = this.#incoming.sdp;
    if (offer === null) return preferredRateHz(codecs);
    try {
      return AUDIO_CODECS[this.#negotiate({ address: '127.0.0.1', port: 9 }).answerTo(offer).media.codec].rateHz;
    } catch {
      // It will be refused for it.
      return 8000;
    }
  }

  answer(media: LocalMedia): void {
    const negotiation = this.#negotiate(media);
    this.negotiation = negotiation;
    const offer = this.#incoming.sdp;
    if (offer === null) {
      this.#incoming.answer(negotiation.offer());
      return;
    }
    try {
      const { sdp, media: agreed } = negotiation.answerTo(offer);
      this.agreed = agreed;
      this.#incoming.answer(sdp);
    } catch (error) {
      if (!(error instanceof SdpError)) this.#incoming.reject(500);
      else this.#incoming.reject(error.status, { warning: refusalWarning(error.problem, this.#media) });
    }
  }

  #negotiate(media: LocalMedia): MediaNegotiation {
    const networks = [this.#incoming.source.host, ...this.#media.networks];
    const { srtp, codecs } = this.#media;
    return new MediaNegotiation({ ...media, codecs: codecsOf(codecs), srtp, networks });
  }

  reject(sipCode: 404 | 480 | 486 | 503, options: { retryAfterS?: number } = {}): void {
    this.#incoming.reject(sipCode, options);
  }
}
