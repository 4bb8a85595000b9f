import { Authenticator, type Credentials } from '../authentication/authenticator.ts';
import { isWithheld, privacyOf } from '../caller-identity/privacy.ts';
import { Dialog } from '../dialogs/dialog.ts';
import type { DialogOwner, DialogPhase, ReplaceableDialog, ReplacingInvite } from '../dialogs/dialog-registry.ts';
import { createResponse, type ResponseParts } from '../messages/create-response.ts';
import { type SipRequest, sdpOf } from '../messages/message.ts';
import { reasonPhrase, requireFailure } from '../messages/reason-phrases.ts';
import { requiresReliability } from '../messages/reliability.ts';
import { readSdp } from '../sdp/read-sdp.ts';
import { SdpError } from '../sdp/sdp-error.ts';
import type { InviteServerTransaction } from '../transactions/invite-server.ts';
import type { ServerTransaction } from '../transactions/transaction-layer.ts';
import type { Hop } from '../transports/transport.ts';
import type {
  CallEvent,
  CallListener,
  CallParty,
  CallState,
  IncomingCall,
  ReinviteOutcome,
  RejectOptions,
  TransferOutcome,
} from './call.ts';
import type { CallEnvironment } from './call-environment.ts';
import { CallEvents } from './call-events.ts';
import { assertedPartyOf, calledPartyOf, partyOf, userOf } from './call-party.ts';
import { DialogPlace } from './dialog-place.ts';
import type { CallEnd } from './end-cause.ts';
import { ReliableProvisionals } from './reliable-provisionals.ts';
import { type OfferStanding, Session } from './session.ts';
import { type UasEffect, type UasEvent, type UasState, uasCallStates, uasCallTable } from './uas-call-table.ts';

/** RFC 3261 section 13.3.1.1: a proxy may give up on an INVITE that has been silent for three minutes. */
const PROVISIONAL_INTERVAL_MS = 60_000;

interface Rejection {
  readonly status: number;
  readonly reason: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** An incoming call, from INVITE to the end. */
export class UasCall implements IncomingCall, DialogOwner {
  readonly request: SipRequest;
  readonly source: Hop;
  readonly callId: string;
  readonly from: CallParty;
  readonly to: CallParty;
  readonly requestUser: string | null;
  readonly calledParty: string | null;
  readonly assertedIdentity: string | null;
  readonly withheld: boolean;
  readonly sdp: string | null;
  readonly #environment: CallEnvironment;
  readonly #transaction: InviteServerTransaction;
  readonly #events = new CallEvents();
  readonly #localTag: string;
  readonly #place: DialogPlace;
  #session: Session;
  /** Null: the caller does not insist on them. */
  readonly #reliable: ReliableProvisionals | null;
  #state: UasState = 'ringing';
  #answerSdp = '';
  #remoteSdp: string | null;
  #rejection: Rejection = { status: 480, reason: '', headers: {} };
  #problem = '';
  #end: CallEnd = { by: 'local', cause: { kind: 'bye' } };
  #cancelProvisional: () => void = () => {};

  constructor(
    environment: CallEnvironment,
    request: SipRequest,
    transaction: InviteServerTransaction,
    localTag: string,
    source: Hop,
  ) {
    this.#environment = environment;
    this.#transaction = transaction;
    this.#localTag = localTag;
    this.request = request;
    this.source = source;
    this.callId = request.callId;
    this.from = partyOf(request.from);
    this.to = partyOf(request.to);
    this.requestUser = userOf(request.uri);
    this.calledParty = calledPartyOf(request);
    this.assertedIdentity = assertedPartyOf(request)?.user ?? null;
    this.withheld = isWithheld(privacyOf(request));
    this.sdp = sdpOf(request);
    this.#remoteSdp = this.sdp;
    const authenticator = new Authenticator(environment.credentialsFor(source));
    const dialog = Dialog.ofCallee(request, localTag, source, authenticator);
    this.#session = this.#openSession(dialog);
    this.#place = new DialogPlace(environment, this, this.callId, localTag);
    const { scheduler, random } = environment;
    const onTimeout = () => this.#fire('noPrack');
    this.#reliable = requiresReliability(request)
      ? new ReliableProvisionals({ scheduler, random, transaction, onTimeout })
      : null;
  }

  get state(): CallState {
    return uasCallStates[this.#state];
  }

  get remoteTag(): string {
    return this.#session.dialog.state.remoteTag;
  }

  /** Takes the dialog and the transaction: from now on the peer's requests arrive here. */
  start(): void {
    this.#place.register();
    this.#transaction.toTag = this.#localTag;
    this.#transaction.onCancel = () => this.#fire('cancel');
    this.#transaction.onTransportError = (error) => {
      this.#problem = error.message;
      this.#fire('transportError');
    };
  }

  on(listener: CallListener): void {
    this.#events.on(listener);
  }

  useCredentials(credentials: Credentials | null): void {
    this.#session.dialog.authenticator = new Authenticator(credentials);
  }

  useTlsName(tlsName: string): void {
    this.#session.dialog.useTlsName(tlsName);
  }

  ring(): void {
    this.#sendProvisional(180, null);
  }

  earlyMedia(sdp: string): void {
    this.#sendProvisional(183, sdp);
  }

  answer(sdp: string): void {
    if (this.#state !== 'ringing') return;
    this.#answerSdp = sdp;
    this.#fire(this.#reliable?.holdsSdp ? 'heldAnswer' : 'answer');
  }

  reject(status: number, { reason = reasonPhrase(status), retryAfterS, warning }: RejectOptions = {}): void {
    requireFailure(status);
    if (this.#state !== 'ringing') return;
    const headers: Rejection['headers'] = {
      ...(retryAfterS === undefined ? {} : { 'Retry-After': String(retryAfterS) }),
      ...(warning === undefined ? {} : { Warning: warning }),
    };
    this.#rejection = { status, reason, headers };
    this.#fire('reject');
  }

  hangUp(): Promise<void> {
    this.#fire('hangUp');
    return this.#events.over;
  }

  reinvite(sdp: string): Promise<ReinviteOutcome> {
    if (this.#state !== 'talking') return Promise.resolve({ kind: 'call_ended' });
    return this.#session.reinvite(sdp);
  }

  get replacingUri(): string | null {
    return this.#state === 'talking' ? this.#session.replacingUri : null;
  }

  transfer(target: string): Promise<TransferOutcome> {
    if (this.#state !== 'talking') return Promise.resolve({ kind: 'call_ended', wasAccepted: false });
    return this.#session.transfer(target);
  }

  get #phase(): DialogPhase {
    if (this.#state === 'talking') return 'established';
    return this.#state === 'ending' || this.#state === 'ended' ? 'ending' : 'early_of_peer';
  }

  replaceable(remoteTag: string): ReplaceableDialog | null {
    const { state } = this.#session.dialog;
    return state.remoteTag === remoteTag ? { phase: this.#phase, peer: state.destination } : null;
  }

  replaceBy(replacing: ReplacingInvite): void {
    this.#place.replaceBy(replacing, this.#session, {
      openSession: (dialog, emit) => this.#openSession(dialog, emit),
      emit: (event) => this.#events.emit(event),
      onTaken: (session) => {
        const before = this.#session;
        this.#session = session;
        return before;
      },
    });
  }

  #openSession(dialog: Dialog, emit = (event: CallEvent) => this.#events.emit(event)): Session {
    // A dialog that was replaced is none of the call's any more.
    const fire = (event: UasEvent) => {
      if (session === this.#session) this.#fire(event);
    };
    const session: Session = new Session(this.#environment, dialog, false, {
      emit,
      isEstablished: () => this.#state === 'talking',
      offers: () => this.#offers(),
      onPrack: (prack, transaction) => this.#receivePrack(prack, transaction),
      onBye: () => fire('bye'),
      onNoAck: () => fire('noAck'),
      onLost: () => fire('lost'),
      onExpired: () => fire('expired'),
    });
    return session;
  }

  receive(request: SipRequest, transaction: ServerTransaction): void {
    if ((request.fromTag ?? '') === this.#session.dialog.state.remoteTag) this.#session.receive(request, transaction);
    else transaction.respond(createResponse(request, 481));
  }

  receiveAck(ack: SipRequest): void {
    this.#session.receiveAck(ack);
  }

  abandon(message: string): void {
    this.#problem = message;
    this.#state = 'ended';
    for (const effect of ['setTransportCause', 'end'] as const) UasCall.#effects[effect](this);
  }

  #fire(event: UasEvent): void {
    const { next, effects } = uasCallTable[this.#state][event];
    this.#state = next;
    for (const effect of effects) UasCall.#effects[effect](this);
  }

  static readonly #effects: Readonly<Record<UasEffect, (call: UasCall) => void>> = {
    sendSuccess: (call) => call.#sendSuccess(),
    sendRejection: (call) => call.#sendFailure(call.#rejection.status, call.#rejection),
    sendUnavailable: (call) => call.#sendFailure(480),
    sendTerminated: (call) => call.#sendFailure(487),
    sendTimeout: (call) => call.#sendFailure(504),
    announceAnswer: (call) => call.#announceAnswer(),
    sendBye: (call) => {
      call.#session.bye(() => call.#fire('byeFinished'));
      call.#events.end(call.#end);
    },
    setRejectionCause: (call) => {
      const { status, reason } = call.#rejection;
      call.#setCause('local', { kind: 'rejected', status, reason });
    },
    setHangUpCause: (call) => call.#setCause('local', { kind: 'bye' }),
    setCancelCause: (call) => call.#setCause('remote', { kind: 'cancelled' }),
    setOwnCancelCause: (call) => call.#setCause('local', { kind: 'cancelled' }),
    setPeerByeCause: (call) => call.#setCause('remote', { kind: 'bye' }),
    setExpiredCause: (call) => call.#setCause('local', { kind: 'expired' }),
    setNoAckCause: (call) => call.#setCause('local', { kind: 'no_ack' }),
    setTimeoutCause: (call) => call.#setCause('local', { kind: 'timeout' }),
    setTransportCause: (call) => call.#setCause('local', { kind: 'transport', message: call.#problem }),
    setInvalidAnswerCause: (call) => call.#setCause('local', { kind: 'invalid_answer', message: call.#problem }),
    end: (call) => {
      call.#cancelProvisional();
      call.#reliable?.stop();
      call.#session.close();
      call.#place.leave();
      call.#transaction.release();
      call.#events.end(call.#end);
      call.#events.settle();
    },
  };

  #announceAnswer(): void {
    const sdp = this.#session.agreement?.remote ?? this.#remoteSdp;
    if (sdp === null) return; // the ACK that got lost would have brought it
    this.#events.emit({ type: 'answered', sdp, dialog: this.#session.dialog.state });
  }

  #setCause(by: CallEnd['by'], cause: CallEnd['cause']): void {
    this.#end = { by, cause };
  }

  #sendProvisional(status: number, sdp: string | null): void {
    if (this.#state !== 'ringing') return;
    // RFC 3262 section 5: the first reliable response to an INVITE without an offer has one, and none other comes before it.
    if (this.#reliable && this.#remoteSdp === null && sdp === null) return;
    this.#repeatProvisional(status, sdp);
  }

  #repeatProvisional(status: number, sdp: string | null): void {
    this.#cancelProvisional();
    const parts = { toTag: this.#localTag, sdp, headers: this.#session.acceptanceHeaders() };
    const response = createResponse(this.request, status, parts);
    if (this.#reliable) this.#reliable.send(response, () => sdp !== null && this.#agreeEarly(sdp));
    else this.#transaction.respond(response);
    const repeatedSdp = this.#reliable ? null : sdp; // what was acknowledged is not offered or answered again
    this.#cancelProvisional = this.#environment.scheduler.schedule(PROVISIONAL_INTERVAL_MS, () =>
      this.#repeatProvisional(status, repeatedSdp),
    );
  }

  /** A reliable response with our session description was acknowledged: RFC 3262 section 5. */
  #agreeEarly(local: string): void {
    if (this.#remoteSdp !== null && !this.#session.agreement) {
      this.#session.agree({ local, remote: this.#remoteSdp });
    }
  }

  /** RFC 3262 section 3. Its body is the answer to an offer of ours, or, after the first exchange, another offer (section 5). */
  #receivePrack(prack: SipRequest, transaction: ServerTransaction): void {
    const sdp = sdpOf(prack);
    const isAnswer = sdp !== null && this.#remoteSdp === null && isUsable(sdp);
    if (isAnswer) this.#remoteSdp = sdp; // before it is taken for acknowledged
    if (!this.#reliable?.acknowledge(prack)) {
      transaction.respond(createResponse(prack, 481));
      return;
    }
    if (sdp === null || isAnswer) transaction.respond(createResponse(prack, 200));
    else this.#session.receiveOffer(prack, transaction);
    if (!this.#reliable.holdsSdp) this.#fire('prack');
  }

  /** RFC 3311 section 5.2. */
  #offers(): OfferStanding {
    if (this.#state === 'talking') return 'open';
    if (this.#state !== 'ringing' || this.sdp === null) return this.#session.agreement ? 'open' : 'ours_pending';
    return this.#session.agreement ? 'open' : 'theirs_pending';
  }

  /** What was agreed upon by a reliable response is not said again (RFC 3261 section 13.2.1). */
  #sendSuccess(): void {
    this.#cancelProvisional();
    this.#reliable?.stop();
    const sdp = this.#session.agreement ? null : this.#answerSdp;
    const parts = { toTag: this.#localTag, sdp, headers: this.#session.successHeaders(this.request) };
    const response = createResponse(this.request, 200, parts);
    this.#session.deliverSuccess(
      this.#transaction,
      response,
      (ack) => this.#fire(this.#takeDelayedAnswer(ack) ? 'ack' : 'unusableAck'),
      () => this.#fire('noAck'),
    );
  }

  /** Without an offer in the INVITE the ACK brings the answer (RFC 3261 section 13.2.1). */
  #takeDelayedAnswer(ack: SipRequest): boolean {
    if (this.#session.agreement) return true;
    const remote = this.#remoteSdp ?? sdpOf(ack) ?? '';
    if (this.#remoteSdp === null && !isUsable(remote)) {
      this.#problem = 'the ACK has no answer that can be used';
      return false;
    }
    this.#session.agree({ local: this.#answerSdp, remote });
    return true;
  }

  #sendFailure(status: number, parts: Pick<ResponseParts, 'reason' | 'headers'> = {}): void {
    const headers = { Server: this.#environment.local.userAgentName, ...parts.headers };
    this.#transaction.respond(createResponse(this.request, status, { ...parts, toTag: this.#localTag, headers }));
  }
}

function isUsable(sdp: string): boolean {
  try {
    readSdp(sdp);
    return true;
  } catch (error) {
    if (!(error instanceof SdpError)) throw error;
    return false;
  }
}
