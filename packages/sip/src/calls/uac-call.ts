import { Authenticator } from '../authentication/authenticator.ts';
import { createCancel } from '../dialogs/create-cancel.ts';
import { createDialogRequest } from '../dialogs/create-request.ts';
import { Dialog } from '../dialogs/dialog.ts';
import type { DialogOwner, ReplaceableDialog, ReplacingInvite } from '../dialogs/dialog-registry.ts';
import { createResponse } from '../messages/create-response.ts';
import { type SipRequest, type SipResponse, sdpOf } from '../messages/message.ts';
import type { OtherHops } from '../other-hops.ts';
import { readSdp } from '../sdp/read-sdp.ts';
import { SdpError } from '../sdp/sdp-error.ts';
import type { Attempt, RequestUser, SentRequest } from '../sent-request.ts';
import { NO_USER } from '../transactions/client-transaction.ts';
import { TRANSACTION_TIMEOUT_MS } from '../transactions/timers.ts';
import type { ServerTransaction } from '../transactions/transaction-layer.ts';
import { ConnectionError } from '../transports/connection-error.ts';
import type { Hop } from '../transports/transport.ts';
import { Acknowledgements } from './acknowledgements.ts';
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
import { createInvite, inviteHeadersFor } from './create-invite.ts';
import { DialogPlace } from './dialog-place.ts';
import { EarlyDialog } from './early-dialog.ts';
import { type CallEnd, rejectionOf } from './end-cause.ts';
import { Session } from './session.ts';
import { SILENCE_TIMEOUT_MS, SILENT_HOP_MS } from './silence-limits.ts';
import { type UacEffect, type UacEvent, type UacState, uacCallStates, uacCallTable } from './uac-call-table.ts';

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
  readonly #referUser: string | undefined;
  readonly #ackHoldMs: number;
  readonly #acknowledgements: Acknowledgements;
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
  #connectionError: ConnectionError | undefined;
  #end: CallEnd = { by: 'local', cause: { kind: 'bye' } };
  /** Not null: our CANCEL waits for the final response to the INVITE. */
  #cancelCancelTimeout: (() => void) | null = null;
  #cancelSilenceTimeout: () => void = () => {};

  /** Throws SipSyntaxError when a URI of the request is not one. */
  constructor(environment: CallEnvironment, request: OutgoingCallRequest) {
    this.#environment = environment;
    this.callId = request.callId ?? environment.identifiers.callId();
    this.#localTag = environment.identifiers.tag();
    this.#acknowledgements = new Acknowledgements(environment);
    this.#place = new DialogPlace(environment, this, this.callId, this.#localTag);
    this.#firstHop = request.destination;
    this.#otherHops = { ...request, headersFor: inviteHeadersFor(environment, request) };
    this.#authenticator = new Authenticator(request.credentials ?? null);
    this.#referUser = request.referUser;
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
        if (error instanceof ConnectionError) this.#connectionError = error;
        this.#fire('transportError');
      },
    };
    const { sender } = this.#environment;
    this.#sent = sender.send(this.#invite, this.#firstHop, this.#authenticator, user, this.#otherHops);
    this.#place.register();
    this.#awaitResponse();
  }

  hangUp(): Promise<void> {
    this.#fire('hangUp');
    return this.#events.over;
  }

  acknowledge(): void {
    this.#acknowledgements.release();
  }

  reinvite(sdp: string): Promise<ReinviteOutcome> {
    const agreed = [...this.#early.values()].findLast(({ session }) => session.agreement !== null);
    const session = this.#state === 'proceeding' ? agreed?.session : this.#state === 'talking' && this.#session;
    if (!session) return Promise.resolve({ kind: 'call_ended' });
    this.#acknowledgements.release();
    return session.reinvite(sdp);
  }

  get replacingUri(): string | null {
    return this.#state === 'talking' ? (this.#session?.replacingUri ?? null) : null;
  }

  transfer(target: string): Promise<TransferOutcome> {
    if (!this.#session || this.#state !== 'talking') return Promise.resolve({ kind: 'call_ended', wasAccepted: false });
    this.#acknowledgements.release();
    return this.#session.transfer(target);
  }

  replaceable(remoteTag: string): ReplaceableDialog | null {
    const session = this.#sessionWith(remoteTag);
    if (!session) return null;
    const isLive = this.#state === 'talking' || this.#state === 'proceeding';
    const phase = this.#session ? 'established' : 'early_of_ours';
    return { phase: isLive ? phase : 'ending', peer: session.dialog.state.destination };
  }

  replaceBy(replacing: ReplacingInvite): void {
    this.#acknowledgements.release();
    this.#place.replaceBy(replacing, this.#sessionWith(replacing.replaces.remoteTag)!, {
      openSession: (dialog, emit) => this.#openSession(dialog, emit),
      emit: (event) => this.#events.emit(event),
      onTaken: (session) => {
        const before = this.#session;
        this.#session = session;
        if (!before) this.#fire('replaced');
        return before;
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
    for (const effect of ['setTransportCause', 'end'] as const) UacCall.#effects[effect](this);
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
    if (response.status >= 200) this.#settleCancel();
    if (response.status < 200) this.#receiveProvisional(response);
    else if (response.status >= 300) this.#fire('failure');
    else this.#receiveSuccess(response);
  }

  /** A hop that was given up has the call all the same: it is to drop it (section 9.1), or is hung up on (section 13.2.2.4). */
  #receiveLateResponse(response: SipResponse, attempt: Attempt): void {
    if (response.status >= 200) {
      if (!this.#acknowledgements.repeatFor(response)) this.#releaseFork(response, attempt);
    } else if (!this.#cancelled.has(attempt)) {
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
    const { request, usualHop } = this.#sent!;
    const session = this.#openSession(Dialog.ofCaller(request, response, usualHop, this.#authenticator));
    const early = new EarlyDialog(this.#environment, session, sdpOf(request)!);
    this.#early.set(tag, early);
    return early;
  }

  #openSession(dialog: Dialog, emit?: (event: CallEvent) => void): Session {
    const session: Session = new Session(this.#environment, dialog, emit === undefined, {
      emit: emit ?? ((event) => this.#relay(session, event)),
      isEstablished: () => this.#state === 'talking',
      referUser: this.#referUser,
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
    if (this.#acknowledgements.repeatFor(response)) return;
    if (this.#session) this.#fire('forkedSuccess');
    else this.#fire(this.#takeAnswer(response) ? 'success' : 'unusableSuccess');
  }

  /**
   * What a reliable response said is the answer, whatever follows (RFC 3261 section 13.2.1). Without one it belongs into the 2xx,
   * but some carriers give it in a plain 183 and not again.
   */
  #takeAnswer(response: SipResponse): boolean {
    const early = this.#early.get(response.toTag ?? '');
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
    for (const effect of effects) UacCall.#effects[effect](this);
  }

  static readonly #effects: Readonly<Record<UacEffect, (call: UacCall) => void>> = {
    announceProgress: (call) => {
      if (!call.#isInOrder) return;
      const { status } = call.#response!;
      if (status === 100) {
        call.#events.emit({ type: 'trying' });
        return;
      }
      call.#ringing = true;
      call.#events.emit({ type: 'ringing', status, sdp: sdpOf(call.#response!) });
    },
    confirm: (call) => call.#confirm(call.#response!),
    awaitResponse: (call) => call.#awaitResponse(),
    stopResending: (call) => call.#sent!.stopResending(),
    announceEnd: (call) => call.#events.end(call.#end),
    announceAnswer: (call) =>
      call.#events.emit({
        ...{ type: 'answered', sdp: call.#remoteSdp, dialog: call.#session!.dialog.state },
        offer: sdpOf(call.#sent!.request)!,
      }),
    sendCancel: (call) => call.#sendCancel(),
    sendBye: (call) => {
      call.#acknowledgements.release();
      call.#session!.bye(() => call.#fire('byeFinished'));
      call.#events.end(call.#end);
    },
    releaseFork: (call) => call.#releaseFork(call.#response!, call.#sent!),
    giveUpInvite: (call) => call.#sent!.terminate(),
    setHangUpCause: (call) => call.#setCause('local', { kind: 'bye' }),
    setCancelCause: (call) => {
      const status = call.#response?.status ?? 0;
      call.#setCause('local', status < 200 ? { kind: 'cancelled' } : { kind: 'cancelled', status });
    },
    setPeerByeCause: (call) => call.#setCause('remote', { kind: 'bye' }),
    setRejectionCause: (call) => call.#setCause('remote', rejectionOf(call.#response!, call.#sent!.failure)),
    setTimeoutCause: (call) => call.#setCause('local', { kind: 'timeout' }),
    setTransportCause: (call) => {
      const connection = call.#connectionError;
      call.#setCause('local', { kind: 'transport', message: call.#problem, ...(connection && { connection }) });
    },
    setInvalidAnswerCause: (call) => {
      const { status } = call.#response!;
      call.#setCause('local', { kind: 'invalid_answer', message: call.#problem, status });
    },
    setExpiredCause: (call) => call.#setCause('local', { kind: 'expired' }),
    setNoAckCause: (call) => call.#setCause('local', { kind: 'no_ack' }),
    end: (call) => {
      call.#acknowledgements.release();
      if (call.#settleCancel()) call.#sent!.terminate();
      call.#cancelSilenceTimeout();
      call.#session?.close();
      for (const { session } of call.#early.values()) session.close();
      call.#place.leave();
      call.#events.end(call.#end);
      call.#events.settle();
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
  }

  #acknowledge(response: SipResponse, { request, usualHop }: Attempt, holdMs = 0): Dialog {
    const early = this.#early.get(response.toTag ?? '')?.session.dialog;
    const dialog = early ?? Dialog.ofCaller(request, response, usualHop, this.#authenticator);
    early?.confirm(response);
    this.#acknowledgements.send(dialog, request, holdMs);
    return dialog;
  }

  /** RFC 3261 section 13.2.2.4: every phone that answers has a dialog of its own, and one call needs only one. */
  #releaseFork(response: SipResponse, attempt: Attempt): void {
    const dialog = this.#acknowledge(response, attempt);
    const { local, identifiers, sender } = this.#environment;
    const bye = createDialogRequest(dialog, 'BYE', local, identifiers.branch());
    sender.sendInDialog(bye, dialog, NO_USER);
  }

  #sendCancel(): void {
    this.#cancel(this.#sent!);
    this.#cancelCancelTimeout = this.#environment.scheduler.schedule(TRANSACTION_TIMEOUT_MS, () =>
      this.#fire('cancelExpired'),
    );
  }

  /** Whether a CANCEL was waiting. */
  #settleCancel(): boolean {
    const cancelTimeout = this.#cancelCancelTimeout;
    this.#cancelCancelTimeout = null;
    cancelTimeout?.();
    return cancelTimeout !== null;
  }

  /** What becomes of the CANCEL itself does not matter: the INVITE gets a final response, or a timeout. */
  #cancel({ request, hop }: Attempt): void {
    this.#environment.transactions.request(createCancel(request), hop, NO_USER);
  }
}
