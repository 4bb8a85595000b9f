import type { AuthenticationFailure, Credentials } from '../authentication/authenticator.ts';
import type { DialogState } from '../dialogs/dialog-state.ts';
import type { SipRequest } from '../messages/message.ts';
import type { Replaces } from '../messages/replaces.ts';
import type { RedirectTo } from '../redirection.ts';
import type { ConnectionError } from '../transports/connection-error.ts';
import type { Hop } from '../transports/transport.ts';

/** `answering`: our 200 is out and its ACK is not in yet. `ending`: CANCEL or BYE is on its way, or about to be. */
export type CallState = 'calling' | 'ringing' | 'answering' | 'talking' | 'ending' | 'ended';

export type CallEndCause =
  | { readonly kind: 'bye' }
  /** CANCEL, or an end before the answer without a refusal. `status`: of the final response to our INVITE, if any. */
  | { readonly kind: 'cancelled'; readonly status?: number }
  /** `q850`: the ISDN cause out of the Reason header (RFC 3326), where the far side gives one. */
  | {
      readonly kind: 'rejected';
      readonly status: number;
      readonly reason: string;
      readonly q850?: number;
      /** Why it ended with 401 or 407. */
      readonly authentication?: AuthenticationFailure;
    }
  /** No answer to a request for 64*T1 = 32 s (timers B and F), or not even a provisional one to an INVITE for 10 s. */
  | { readonly kind: 'timeout' }
  /** Our 200 was never acknowledged. */
  | { readonly kind: 'no_ack' }
  /** The session was not refreshed in time (RFC 4028 section 10). */
  | { readonly kind: 'expired' }
  /** `connection`: what kept an outgoing call from being sent, over TCP or TLS. */
  | { readonly kind: 'transport'; readonly message: string; readonly connection?: ConnectionError }
  /** The peer answered with an SDP that cannot be used, or with none. `status`: of its 2xx, when it was not an ACK. */
  | { readonly kind: 'invalid_answer'; readonly message: string; readonly status?: number };

export type CallEvent =
  /** 100: the next hop works on it. */
  | { readonly type: 'trying' }
  /** 18x; `sdp` is early media. */
  | { readonly type: 'ringing'; readonly status: number; readonly sdp: string | null }
  /** Outgoing: 2xx received and acknowledged. Incoming: our 200 was acknowledged. `sdp` is the peer's; `offer`: ours that it answers. */
  | { readonly type: 'answered'; readonly sdp: string; readonly offer?: string; readonly dialog: DialogState }
  | ReinvitedEvent
  | ReferredEvent
  /** The one whom the peer is transferred to answers provisionally. */
  | { readonly type: 'transfer_progress'; readonly status: number }
  | { readonly type: 'dtmf'; readonly digit: string }
  /** The storable state of the dialog has changed: CSeq or remote target. */
  | { readonly type: 'dialog'; readonly dialog: DialogState }
  /** The last one. A BYE of ours has left, and may still wait for its answer (RFC 3261 section 15.1.1). */
  | { readonly type: 'ended'; readonly by: 'local' | 'remote'; readonly cause: CallEndCause };

/**
 * The peer changes the session (re-INVITE, or UPDATE with an offer): exactly one of `answer` and `reject` is called. When `sdp`
 * is null the peer wants an offer; its answer comes in a second such event, which `isAnswer`, and whose `answer` and `reject`
 * do nothing.
 */
export interface ReinvitedEvent {
  readonly type: 'reinvited';
  readonly sdp: string | null;
  readonly isAnswer: boolean;
  answer(sdp: string): void;
  reject(status: number): void;
}

/**
 * The peer asks to be connected with another party (RFC 3515). Unless a listener accepts or rejects it at once, it is
 * refused with 405. `accept` returns the reporter of the call to the target: provisional statuses, then a final one.
 */
export interface ReferredEvent {
  readonly type: 'referred';
  readonly target: string; // the URI of Refer-To
  readonly targetUser: string | null; // as in `CallParty.user`
  /** The call to the target is to take the place of this dialog of the target's (RFC 3891). */
  readonly replaces: Replaces | 'malformed' | null;
  accept(): (status: number) => void;
  reject(status: number): void;
}

export type CallListener = (event: CallEvent) => void;

export type ReinviteOutcome =
  | { readonly kind: 'accepted'; readonly sdp: string | null }
  /** 491 also when a change by the peer is under way. The session goes on as it was. */
  | { readonly kind: 'rejected'; readonly status: number }
  | { readonly kind: 'call_ended' };

export type TransferOutcome =
  /** The target has answered. The call still lives: hang it up. */
  | { readonly kind: 'transferred' }
  /** The peer has called the target. `status`: of its final response. */
  | { readonly kind: 'failed'; readonly status: number }
  /** The peer does not transfer. 491 also when another transfer is under way. */
  | { readonly kind: 'refused'; readonly status: number }
  /** Nothing came back to the REFER. */
  | { readonly kind: 'unanswered' }
  /** The peer does not tell what becomes of it. */
  | { readonly kind: 'unknown' }
  /** There is no final response of the target after 40 s. */
  | { readonly kind: 'expired' }
  /** `wasAccepted`: the peer had said that it would transfer. */
  | { readonly kind: 'call_ended'; readonly wasAccepted: boolean };

export interface Call {
  readonly callId: string;
  readonly state: CallState;
  /**
   * What another calls, being transferred, to take our place in this established call: the peer's URI with Replaces (RFC 3891), for
   * `transfer`. Null: the peer does not say that it supports that.
   */
  readonly replacingUri: string | null;
  /** Any number of listeners; what happened before the first came is given to it at once. */
  on(listener: CallListener): void;
  /** Offers a changed session in an established call (hold, another address). After a 491 it tries again by itself, once. */
  reinvite(sdp: string): Promise<ReinviteOutcome>;
  /** Asks the peer of an established call to call the target in our place (REFER), and resolves when it is known how that went. */
  transfer(target: string): Promise<TransferOutcome>;
  /**
   * Ends the call in whatever state it is, and resolves when nothing more is awaited: after `ended`, when the BYE is answered
   * or has timed out. Idempotent. Before the answer: CANCEL, after a provisional response (RFC 3261 section 9.1), or 480 for an
   * incoming call; an answer that crosses the CANCEL gets ACK and BYE.
   */
  hangUp(): Promise<void>;
}

export interface OutgoingCallRequest {
  readonly uri: string; // Request-URI
  readonly to?: string; // To URI, when it differs
  readonly from: { readonly uri: string; readonly displayName?: string };
  readonly destination: Hop; // proxy, carrier or phone
  /** Tried in this order where the destination fails (RFC 3263 section 4.3). */
  readonly alternatives?: readonly Hop[];
  /** Which 3xx are followed (RFC 3261 section 8.1.3.4). Left out: none. */
  readonly redirectTo?: RedirectTo;
  /** Route of the INVITE (RFC 3608): what is between the destination and the callee. Left out: none. */
  readonly routes?: readonly string[];
  /** The destination has our registration by a flow, over which the callee's requests are wanted (RFC 5626 section 4.3). */
  readonly isOverFlow?: boolean;
  /** The INVITE goes over UDP even where it is too long for that (RFC 3261 section 18.1.1). Left out: over TCP then. */
  readonly keepsProtocol?: boolean;
  /** For a peer that asks for them, now or later in the call. */
  readonly credentials?: Credentials | null;
  readonly sdp: string; // the offer
  /** Offered in another INVITE where the peer cannot use the first offer: 415, 488, 606 (RFC 3261 section 8.1.3.5). Left out: nothing is. */
  readonly fallbackSdp?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly callId?: string;
  /**
   * The callee may ask us to connect it with another: Allow names REFER, and each has to show the password of this user, who registers
   * here. Left out: what asks is an event `referred` without that.
   */
  readonly referUser?: string;
  /**
   * How long at most the ACK waits for `acknowledge`. Until it is sent the callee repeats its 2xx (RFC 3261, section
   * 13.3.1.4), first after 500 ms, and an agent that takes the place of this one can end the call. Default: not at all.
   */
  readonly ackHoldMs?: number;
}

export interface OutgoingCall extends Call {
  /** The answer is safely known: the ACK may leave. Idempotent, and nothing before the answer. */
  acknowledge(): void;
}

export interface CallParty {
  readonly user: string | null; // percent-decoded; a number has no visual separators
  readonly uri: string;
  readonly displayName: string | null;
}

export interface RejectOptions {
  readonly reason?: string;
  readonly retryAfterS?: number; // when the peer may try again (RFC 3261 section 20.33)
  readonly warning?: string; // why, as in `305 example "no common codec"` (RFC 3261 section 20.43)
}

/**
 * `ring`, `earlyMedia`, `answer` and `reject` do nothing once the call is answered or over: a CANCEL may have crossed them.
 * `reject` throws RangeError for a status outside 300 to 699.
 */
export interface IncomingCall extends Call {
  readonly request: SipRequest;
  readonly from: CallParty;
  readonly to: CallParty;
  readonly requestUser: string | null; // the number that was called, as in `CallParty.user`
  readonly calledParty: string | null; // user part of P-Called-Party-ID: the number, where the Request-URI names a contact
  readonly assertedIdentity: string | null; // user part of P-Asserted-Identity: to be believed only from a trusted peer
  readonly withheld: boolean; // the caller has asked not to be made known, whatever the addresses say
  readonly source: Hop;
  readonly sdp: string | null; // the offer; null: `answer` takes an offer, and the peer's answer is in `answered`
  /** Which peer it is of: its requests are signed with what that one knows us by, where several are at one address. */
  useCredentials(credentials: Credentials | null): void;
  /** The same of the name that its certificates are for, where it is connected with over TLS in the call. */
  useTlsName(tlsName: string): void;
  ring(): void;
  earlyMedia(sdp: string): void; // 183
  answer(sdp: string): void;
  reject(status: number, options?: RejectOptions): void;
}
