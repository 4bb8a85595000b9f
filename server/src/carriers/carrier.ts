import type { MessagePort } from 'node:worker_threads';
import type { CallerIdentity, EndReason } from '@parley/contract';
import type { NegotiatedMedia } from '@parley/rtp';
import type { Signalling } from './signalling.ts';

/**
 * Audio that this process passes on as short frames, 16-bit mono, instead of RTP. The port goes to the media thread.
 */
export interface FrameSound {
  port: MessagePort;
  sampleRateHz: 8000 | 16_000;
  /** The other side tells how far it has played what it was sent. */
  reportsPlayout?: boolean;
}

/** The addresses in our SDP, where the other side sends its audio. */
export interface MediaAddresses {
  readonly ipv4: string;
  /** Undefined: we are at none. */
  readonly ipv6: string | undefined;
}

/** Our own end of the media, as our SDP says it. */
export interface LocalMedia {
  address: string;
  port: number;
}

/** What has to be stored so that another process can end the leg: plain JSON, read only by the carrier that made it. */
export interface LegToken {
  carrier: string;
  dialog: unknown;
}

/** Why a leg ended, as far as the network tells. Busy and no answer are events like any other. */
export type LegEnd =
  | { by: 'remote'; endReason: 'user_hangup'; sipCode: null }
  | { by: 'local'; endReason: null; sipCode: number | null }
  | {
      by: 'network';
      endReason: EndReason;
      sipCode: number | null;
      detail: string;
      /** The carrier could not take the call at all, so that another one may. */
      isUnavailable?: boolean;
    };

export type LegEvent =
  /** The network works on it; nothing rings yet. */
  | { type: 'trying' }
  | { type: 'ringing'; sipCode: number }
  /** `media` is null where the audio comes as frames. */
  | { type: 'answered'; media: NegotiatedMedia | null; token: LegToken }
  | { type: 'media_changed'; media: NegotiatedMedia }
  | { type: 'token_changed'; token: LegToken }
  | { type: 'dtmf'; digit: string }
  | TransferWish
  | ({ type: 'ended' } & LegEnd);

/**
 * The other side, a person who talks with the caller, asks to transfer the caller. Only authenticated telephones may.
 */
export interface TransferWish {
  type: 'transfer_wanted';
  /** A number, E.164, or the name of a softphone; or another leg of ours to the same telephone, whose caller is meant. */
  to: string | Leg;
  /** Tells them how it goes, by SIP statuses: provisional ones, then the final one of the call to `to`. */
  tell(sipCode: number): void;
}

/** What became of a transfer of the other side to another number. */
export type TransferOutcome =
  /** They are connected. The leg still lives: hang it up. */
  | { kind: 'transferred' }
  /** The target was called, and did not answer. `sipCode`: null when nothing was heard of it. */
  | { kind: 'failed'; endReason: EndReason; sipCode: number | null }
  /** This leg cannot be transferred. `sipCode`: null when the network did not even respond. */
  | { kind: 'refused'; sipCode: number | null }
  /** The network takes it, and does not tell how it goes. */
  | { kind: 'unknown' }
  /** The leg has ended first. `wasAccepted`: the network had said that it would transfer. */
  | { kind: 'ended'; wasAccepted: boolean };

/** Our own end of a leg's RTP at a port. */
export function localMedia({ ipv4, ipv6 }: MediaAddresses, { isOverIpv6 }: LegSound, port: number): LocalMedia {
  return { address: isOverIpv6 && ipv6 !== undefined ? ipv6 : ipv4, port };
}

/** One side of a call on the network. The events end after `ended`. */
export interface Leg {
  readonly events: AsyncIterable<LegEvent>;
  /**
   * The answer is stored: the other side may be sent the ACK. A leg that was answered and not confirmed for long
   * is confirmed by itself.
   */
  confirm(): void;
  /**
   * Idempotent: CANCEL before the answer, BYE after it. Resolves when the leg is over, which takes as long as the other
   * side lets us wait: up to 32 s.
   */
  hangUp(): Promise<void>;
  /** Has the network connect the other side of an answered leg with this number, E.164, in our place. */
  transfer(to: string): Promise<TransferOutcome>;
  /**
   * Has the network connect the other side of an answered leg with that of `target`, which was answered too, in the place of ours in
   * both (an attended transfer). Null: it cannot connect these two. Left out: it connects none.
   */
  transferTo?(target: Leg): Promise<TransferOutcome> | null;
  /** What was signalled about it so far; left out where nothing is. */
  signalling?(): Signalling;
}

export interface DialRequest {
  to: string;
  from: string;
  /** `from` is a number of the account that calls. */
  isOwnNumber: boolean;
  /** After which a call that is not answered is canceled. */
  ringTimeoutS: number;
  /** A leg of the same carrier: not `to` is rung, but its other side is replaced by this leg. */
  inPlaceOf?: Leg | undefined;
}

/** The media of a leg, as far as it is known before the answer. */
export interface LegSound {
  /** What carries it, where it does not come over RTP. */
  readonly frames: FrameSound | null;
  /** RTP is that of IPv6; left out: of IPv4. */
  readonly isOverIpv6?: boolean;
  /** The rate that it is likely to have, by the codecs of both sides. Left out: that of its frames, else 8000. */
  readonly expectedRateHz?: FrameSound['sampleRateHz'];
}

/** A leg that is about to be dialled. */
export interface OutgoingLeg extends LegSound {
  /** What it means that nothing ever came back after it was dialled, in words; left out: nothing more. */
  readonly silence?: string;
  /** Dials, once. `media`: our own end of RTP; it means nothing where the audio comes as frames. */
  dial(media: LocalMedia): Leg;
}

/** A leg that the other side began. */
export interface InboundLeg extends Leg, LegSound {
  /** The number that was called, E.164. */
  readonly to: string;
  /** The caller, or null when withheld or not E.164. */
  readonly from: string | null;
  /** What the network says of the caller, where it is to be believed; left out or null: nothing. */
  readonly identity?: CallerIdentity | null;
  /** True when no real person can have called. */
  readonly simulated: boolean;
  /** The trunks of accounts that it may have come through; null: it may ring every number. */
  readonly trunkIds: readonly string[] | null;
  /** The carrier account that it came through, whose numbers alone it rings; left out or null: none of an account. */
  readonly carrierId?: string | null;
  /** Finds out what the signature of its identity is worth; null: nothing is to be found out. Never rejects. */
  verifyIdentity?(): Promise<CallerIdentity> | null;
  /** Which of the trunks it has come through: how it is answered is for that one to say. Before `answer`. */
  comesThrough?(trunkId: string): void;
  ring(): void;
  answer(media: LocalMedia): void;
  /**
   * 486 when the account has no free slot, 404 for a number that is not ours, 480 when no agent may answer it now, 503 while
   * no calls are taken, with the time after which the caller may try again.
   */
  reject(sipCode: 404 | 480 | 486 | 503, options?: { retryAfterS?: number }): void;
}

/** A way to the telephone network. A new carrier is one folder and one line in `app.ts`. */
export interface Carrier {
  readonly name: string;
  /** True when it can only ring the simulated phone. */
  readonly simulated: boolean;
  outgoing(request: DialRequest): OutgoingLeg;
  /** Ends a leg that a process before this one left open. */
  hangUpOrphan(token: LegToken): Promise<'ended' | 'unknown' | 'timeout'>;
}

/** The way of a call to the network: decided when the call is accepted, stored with it, and obeyed at dispatch. */
export interface Route {
  /** The name of the carrier. */
  readonly name: string;
  /** True when no real person can be rung. */
  readonly simulated: boolean;
  /** The number shown to the other side instead of the one that the call is from; null: that one. */
  readonly callerId: string | null;
  /** Where the call goes when this way cannot take it, in this order; left out: nowhere. */
  readonly fallbacks?: readonly FallbackRoute[];
}

export type FallbackRoute = Pick<Route, 'name' | 'callerId'>;

/** Finds what is at the other end of stored routes. */
export interface CarrierRouting {
  /** Learns of routes that this process does not know yet: of a trunk that was made a moment ago. Does not throw. */
  prepare(names: readonly string[]): Promise<void>;
  /** Undefined: the route is gone, for example since its trunk was removed. */
  carrierNamed(name: string): Carrier | undefined;
  /** Why a route is gone, for the person whose call could not be dialled. */
  whyGone(name: string): string;
  /** Ends a leg that a process before this one left open, by whatever carrier. */
  hangUpOrphan(token: LegToken): Promise<'ended' | 'unknown' | 'timeout'>;
}
