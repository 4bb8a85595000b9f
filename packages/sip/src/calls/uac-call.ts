import { Authenticator } from '../authentication/authenticator.ts';
import { createCancel } from '../dialogs/create-cancel.ts';
import { createDialogRequest } from '../dialogs/create-request.ts';
import { Dialog } from '../dialogs/dialog.ts';
import type { DialogOwner, DialogPhase, ReplacingInvite } from '../dialogs/dialog-registry.ts';
import { createResponse } from '../messages/create-response.ts';
import { type SipRequest, type SipResponse, sdpOf } from '../messages/message.ts';
import type { OtherHops } from '../request-sender.ts';
import { readSdp } from '../sdp/read-sdp.ts';
import { SdpError } from '../sdp/sdp-error.ts';
import type { Attempt, RequestUser, SentRequest } from '../sent-request.ts';
import { TRANSACTION_TIMEOUT_MS } from '../transactions/timers.ts';
import type { ServerTransaction } from '../transactions/transaction-layer.ts';
import type { Hop } from '../transports/transport.ts';
import { Acknowledgement } from './acknowledgement.ts';
import type {
  CallEvent,
  CallListener,
  CallState,
  OutgoingCall,
  OutgoingCallRequest,
  ReinviteOutcome,
  TransferOutcome,
} from './call.ts';
import type { CallEnvironment } from './call-environment.ts';
import { CallEvents } from './call-events.ts';
import { createInvite } from './create-invite.ts';
import { DialogPlace } from './dialog-place.ts';
import { EarlyDialog } from './early-dialog.ts';
import { type CallEnd, rejectionOf } from './end-cause.ts';
import { Session } from './session.ts';
import { type UacEffect, type UacEvent, type UacState, uacCallStates, uacCallTable } from './uac-call-table.ts';

/**
 * A proxy or a trunk that has the INVITE says so within 200 ms (RFC 3261 section 17.2.1). By now five copies have left, at 0, 0.5,
 * 1.5, 3.5 and 7.5 s: a trunk that is there has had one, and the caller need not wait for timer B at 32 s.
 */
const SILENCE_TIMEOUT_MS = 10_000;
/** Where there is another hop to go to: four copies have left by now. */
const SILENT_HOP_MS = 4000;

/** They have to wait for the 2xx (RFC 3261 sections 14.2 and 15). */
const OF_ANSWERED: ReadonlySet<string> = new Set(['INVITE', 'BYE', 'REFER']);

/** An outgoing call, from INVITE to the end. */
export class UacCall implements OutgoingCall, DialogOwner {
  readonly callId: string;
  readonly #environment: CallEnvironment;
  readonly #events = new CallEvents();
  readonly #authenticator: Authenticator;
  readonly #localTag: string;
  readonly #place: DialogPlace;
  readonly #firstHop: Hop;
  readonly #otherHops: OtherHops;
  readonly #invite: SipRequest; // as it is sent first
  readonly #ackHoldMs: number;
  readonly #acknowledgements = new Map<string, Acknowledgement>(); // by remote tag
  readonly #cancelled = new Set<Attempt>(); // at hops that were given up
  readonly #early = new Map<string, EarlyDialog>(); // by remote tag
  #sent: SentRequest | null = null;
  #state: UacState = 'calling';
  #ringing = false;
  #session: Session | null = null;
  #response: SipResponse | null = null;
  /** Whether the last provisional response counts: RFC 3262 section 4. */
  #isInOrder = true;
  #remoteSdp = '';
  #problem = '';
  #end: CallEnd = { by: 'local', cause: { kind: 'bye' } };
  #cancelCancelTimeout: () => void = () => {};
  #cancelSilenceTimeout: () => void = () => {};
  #acknowledgeNow: () => void = () => {};

  /** Throws SipSyntaxError when a URI of the request is not one. */
  constructor(environment: CallEnvironment, request: OutgoingCallRequest) {
    this.#environment = environment;
    this.callId = request.callId ?? environment.identifiers.callId();
    this.#localTag = environment.identifiers.tag();
    this.#place = new DialogPlace(environment, this, this.callId, this.#localTag);
    this.#firstHop = request.destination;
    this.#otherHops = request;
    this.#authenticator = new Authenticator(request.credentials ?? null);
    this.#ackHoldMs = request.ackHoldMs ?? 0;
    this.#invite = createInvite(environment, request, { callId: this.callId, localTag: this.#localTag });
  }

  get state(): CallState {
    if (this.#state === 'proceeding' && !this.#ringing) return 'calling'; // 100 Trying comes from the next proxy
    return uacCallStates[this.#state];
  }

  get remoteTag(): string | null {
    return this.#session?.dialog.state.remoteTag ?? null;
  }

  on(listener: CallListener): void {
    this.#events.on(listener);
  }

  /** Throws SipSyntaxError when a header of the request cannot be sent. */
  start(): void {
    const user: RequestUser = {
      onResponse: (response) => this.#receiveResponse(response),
      onLateResponse: (response, attempt) => this.#receiveLateResponse(response, attempt),
      mayRepeat: () => this.#mayRepeat(),
      onTimeout: () => this.#fire('timeout'),
      onTransportError: (error) => {
        this.#problem = error.message;
        this.#fire('transportError');
      },
    };
    this.#sent = this.#environment.sender.send(
      this.#invite,
      this.#firstHop,
      this.#authenticator,
      user,
      this.#otherHops,
    );
    this.#place.register();
    this.#awaitResponse();
  }

  hangUp(): Promise<void> {
    this.#fire('hangUp');
    return this.#events.over;
  }

  acknowledge(): void {
    this.#acknowledgeNow();
  }

  reinvite(sdp: string): Promise<ReinviteOutcome> {
    const agreed = [...this.#early.values()].findLast(({ session }) => session.agreement !== null);
    const session = this.#state === 'proceeding' ? agreed?.session : this.#state === 'talking' && this.#session;
    if (!session) return Promise.resolve({ kind: 'call_ended' });
    this.#acknowledgeNow();
    return session.reinvite(sdp);
  }

  transfer(target: string): Promise<TransferOutcome> {
    if (!this.#session || this.#state !== 'talking') return Promise.resolve({ kind: 'call_ended', wasAccepted: false });
    this.#acknowledgeNow();
    return this.#session.transfer(target);
  }

  get phase(): DialogPhase {
    if (this.#state === 'talking') return 'established';
    return this.#session ? 'ending' : 'early';
  }

  get peer(): Hop | null {
    return this.#session?.dialog.state.destination ?? null;
  }

  replaceBy(replacing: ReplacingInvite): void {
    this.#acknowledgeNow();
    this.#place.replaceBy(replacing, this.#session!, {
      openSession: (dialog, emit) => this.#openSession(dialog, emit),
      emit: (event) => this.#events.emit(event),
      onTaken: (session) => {
        this.#session = session;
      },
    });
  }

  receive(request: SipRequest, transaction: ServerTransaction): void {
    const session = this.#sessionWith(request.fromTag ?? '');
    if (!session) transaction.respond(createResponse(request, 481));
    else if (!this.#session && OF_ANSWERED.has(request.method)) transaction.respond(createResponse(request, 491));
    else session.receive(request, transaction);
  }

  /** After the answer the dialogs of other forks are none of ours. */
  #sessionWith(remoteTag: string): Session | null {
    if (!this.#session) return this.#early.get(remoteTag)?.session ?? null;
    return this.#session.dialog.state.remoteTag === remoteTag ? this.#session : null;
  }

  receiveAck(ack: SipRequest): void {
    this.#session?.receiveAck(ack);
  }

  abandon(message: string): void {
    this.#problem = message;
    this.#state = 'ended';
    for (const effect of ['setTransportCause', 'end'] as const) this.#effects[effect]();
  }

  #awaitResponse(): void {
    this.#cancelSilenceTimeout();
    const timeoutMs = this.#sent!.hasNextHop ? SILENT_HOP_MS : SILENCE_TIMEOUT_MS;
    this.#cancelSilenceTimeout = this.#environment.scheduler.schedule(timeoutMs, () => {
      if (!this.#sent!.giveUpHop()) this.#fire('silence');
    });
  }

  #mayRepeat(): boolean {
    this.#fire('repeated');
    return this.#state === 'calling';
  }

  #receiveResponse(response: SipResponse): void {
    this.#cancelSilenceTimeout();
    this.#response = response;
    if (response.status < 200) this.#receiveProvisional(response);
    else if (response.status >= 300) this.#fire('failure');
    else this.#receiveSuccess(response);
  }

  /** A hop that was given up has the call all the same: it is to drop it (section 9.1), or is hung up on (section 13.2.2.4). */
  #receiveLateResponse(response: SipResponse, attempt: Attempt): void {
    const acknowledgement = this.#acknowledgements.get(response.toTag ?? '');
    if (response.status >= 200 && acknowledgement) acknowledgement.send();
    else if (response.status >= 200) this.#releaseFork(response, attempt);
    else if (!this.#cancelled.has(attempt)) {
      this.#cancelled.add(attempt);
      this.#cancel(attempt);
    }
  }

  #receiveProvisional(response: SipResponse): void {
    this.#isInOrder =
      response.toTag === null || response.status === 100 || this.#earlyDialogOf(response).take(response);
    this.#fire('provisional');
  }

  #earlyDialogOf(response: SipResponse): EarlyDialog {
    const tag = response.toTag ?? '';
    const known = this.#early.get(tag);
    if (known) return known;
    const { request, hop } = this.#sent!;
    const session = this.#openSession(Dialog.ofCaller(request, response, hop, this.#authenticator));
    const early = new EarlyDialog(this.#environment, session, sdpOf(request)!);
    this.#early.set(tag, early);
    return early;
  }

  #openSession(dialog: Dialog, emit?: (event: CallEvent) => void): Session {
    const session: Session = new Session(this.#environment, dialog, emit === undefined, {
      emit: emit ?? ((event) => this.#relay(session, event)),
      isEstablished: () => this.#state === 'talking',
      offers: () => (session.agreement === null ? 'ours_pending' : 'open'),
      onBye: () => this.#fireOf(session, 'bye'),
      onNoAck: () => this.#fireOf(session, 'noAck'),
      onLost: () => this.#fireOf(session, 'lost'),
      onExpired: () => this.#fireOf(session, 'expired'),
    });
    return session;
  }

  /** A dialog that was replaced is none of the call's any more. */
  #fireOf(session: Session, event: UacEvent): void {
    if (this.#session === null || session === this.#session) this.#fire(event);
  }

  /** Before the answer it is open which dialog will be the one that is stored. */
  #relay(session: Session, event: CallEvent): void {
    if (session === this.#session || event.type !== 'dialog') this.#events.emit(event);
  }

  #receiveSuccess(response: SipResponse): void {
    const tag = response.toTag ?? '';
    const acknowledgement = this.#acknowledgements.get(tag);
    if (acknowledgement) acknowledgement.send();
    else if (this.#session) this.#fire('forkedSuccess');
    else this.#fire(this.#takeAnswer(response, tag) ? 'success' : 'unusableSuccess');
  }

  /**
   * What a reliable response said is the answer, whatever follows (RFC 3261 section 13.2.1). Without one it belongs into the 2xx,
   * but some carriers give it in a plain 183 and not again.
   */
  #takeAnswer(response: SipResponse, tag: string): boolean {
    const early = this.#early.get(tag);
    this.#remoteSdp = early?.session.agreement?.remote ?? sdpOf(response) ?? early?.sdp ?? '';
    try {
      readSdp(this.#remoteSdp);
      return true;
    } catch (error) {
      if (!(error instanceof SdpError)) throw error;
      this.#problem = error.message;
      return false;
    }
  }

  #fire(event: UacEvent): void {
    const { next, effects } = uacCallTable[this.#state][event];
    this.#state = next;
    for (const effect of effects) this.#effects[effect]();
  }

  readonly #effects: Readonly<Record<UacEffect, () => void>> = {
    announceProgress: () => {
      if (!this.#isInOrder) return;
      const { status } = this.#response!;
      if (status === 100) {
        this.#events.emit({ type: 'trying' });
        return;
      }
      this.#ringing = true;
      this.#events.emit({ type: 'ringing', status, sdp: sdpOf(this.#response!) });
    },
    confirm: () => this.#confirm(this.#response!),
    awaitResponse: () => this.#awaitResponse(),
    stopResending: () => this.#sent!.stopResending(),
    announceEnd: () => this.#events.end(this.#end),
    announceAnswer: () =>
      this.#events.emit({ type: 'answered', sdp: this.#remoteSdp, dialog: this.#session!.dialog.state }),
    sendCancel: () => this.#sendCancel(),
    sendBye: () => {
      this.#acknowledgeNow();
      this.#session!.bye(() => this.#fire('byeFinished'));
      this.#events.end(this.#end);
    },
    releaseFork: () => this.#releaseFork(this.#response!, this.#sent!),
    giveUpInvite: () => this.#sent!.terminate(),
    setHangUpCause: () => this.#setCause('local', { kind: 'bye' }),
    setCancelCause: () => {
      const status = this.#response?.status ?? 0;
      this.#setCause('local', status < 200 ? { kind: 'cancelled' } : { kind: 'cancelled', status });
    },
    setPeerByeCause: () => this.#setCause('remote', { kind: 'bye' }),
    setRejectionCause: () => this.#setCause('remote', rejectionOf(this.#response!, this.#sent!.failure)),
    setTimeoutCause: () => this.#setCause('local', { kind: 'timeout' }),
    setTransportCause: () => this.#setCause('local', { kind: 'transport', message: this.#problem }),
    setInvalidAnswerCause: () => {
      const { status } = this.#response!;
      this.#setCause('local', { kind: 'invalid_answer', message: this.#problem, status });
    },
    setExpiredCause: () => this.#setCause('local', { kind: 'expired' }),
    setNoAckCause: () => this.#setCause('local', { kind: 'no_ack' }),
    end: () => {
      this.#acknowledgeNow();
      this.#cancelCancelTimeout();
      this.#cancelSilenceTimeout();
      this.#session?.close();
      for (const { session } of this.#early.values()) session.close();
      this.#place.leave();
      this.#events.end(this.#end);
      this.#events.settle();
    },
  };

  #setCause(by: CallEnd['by'], cause: CallEnd['cause']): void {
    this.#end = { by, cause };
  }

  #confirm(response: SipResponse): void {
    const early = this.#early.get(response.toTag ?? '');
    const dialog = this.#acknowledge(response, this.#sent!, this.#ackHoldMs);
    this.#session = early?.session ?? this.#openSession(dialog);
    if (!this.#session.agreement) {
      this.#session.agree({ local: sdpOf(this.#sent!.request)!, remote: this.#remoteSdp });
    }
    this.#session.succeeded(response);
    this.#cancelCancelTimeout();
  }

  #acknowledge(response: SipResponse, { request, hop }: Attempt, holdMs = 0): Dialog {
    const early = this.#early.get(response.toTag ?? '')?.session.dialog;
    const dialog = early ?? Dialog.ofCaller(request, response, hop, this.#authenticator);
    early?.confirm(response);
    const acknowledgement = new Acknowledgement(this.#environment, dialog, request.cseq.number, request);
    this.#acknowledgements.set(response.toTag ?? '', acknowledgement);
    if (holdMs > 0) this.#hold(acknowledgement, holdMs);
    else acknowledgement.send();
    return dialog;
  }

  #hold(acknowledgement: Acknowledgement, holdMs: number): void {
    acknowledgement.hold();
    const cancel = this.#environment.scheduler.schedule(holdMs, () => acknowledgement.release());
    this.#acknowledgeNow = () => {
      cancel();
      acknowledgement.release();
    };
  }

  /** RFC 3261 section 13.2.2.4: every phone that answers has a dialog of its own, and one call needs only one. */
  #releaseFork(response: SipResponse, attempt: Attempt): void {
    const dialog = this.#acknowledge(response, attempt);
    const { local, identifiers, sender } = this.#environment;
    const bye = createDialogRequest(dialog, 'BYE', local, identifiers.branch());
    sender.sendInDialog(bye, dialog, { onResponse() {}, onTimeout() {}, onTransportError() {} });
  }

  #sendCancel(): void {
    this.#cancel(this.#sent!);
    this.#cancelCancelTimeout = this.#environment.scheduler.schedule(TRANSACTION_TIMEOUT_MS, () =>
      this.#fire('cancelExpired'),
    );
  }

  /** What becomes of the CANCEL itself does not matter: the INVITE gets a final response, or a timeout. */
  #cancel({ request, hop }: Attempt): void {
    const user = { onResponse() {}, onTimeout() {}, onTransportError() {} };
    this.#environment.transactions.request(createCancel(request), hop, user);
  }
}
