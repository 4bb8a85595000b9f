import { ALLOW, CAPABILITY_HEADERS, SUPPORTED } from '../capabilities.ts';
import { createDialogRequest } from '../dialogs/create-request.ts';
import type { Dialog } from '../dialogs/dialog.ts';
import { createResponse } from '../messages/create-response.ts';
import { type SipMessage, type SipRequest, type SipResponse, sdpOf } from '../messages/message.ts';
import { replacingUri, supportsReplaces } from '../messages/replaces.ts';
import { eventOf } from '../messages/subscription.ts';
import { parseUri } from '../messages/uri.ts';
import type { InviteServerTransaction } from '../transactions/invite-server.ts';
import type { ServerTransaction } from '../transactions/transaction-layer.ts';
import type { CallEvent, ReinviteOutcome, TransferOutcome } from './call.ts';
import type { CallEnvironment } from './call-environment.ts';
import { dtmfDigit } from './dtmf-info.ts';
import { IncomingRefer } from './incoming-refer.ts';
import { OutgoingRefer } from './outgoing-refer.ts';
import { type Agreement, Renegotiation } from './renegotiation.ts';
import { SessionTimer } from './session-timer.ts';
import { SuccessRetransmission } from './success-retransmission.ts';

/** `open`: the first offer and answer are done. Else whose offer has no answer: ours, or the peer's (RFC 3311 section 5.2). */
export type OfferStanding = 'open' | 'ours_pending' | 'theirs_pending';

export interface SessionUser {
  emit(event: CallEvent): void;
  /** Whether the INVITE is answered and acknowledged. */
  isEstablished(): boolean;
  /** Whether the peer may offer another session at this moment. */
  offers(): OfferStanding;
  /** Whose password a REFER has to show; left out: none. */
  readonly referUser?: string | undefined;
  /** Left out: nothing of ours wants a PRACK. */
  onPrack?(request: SipRequest, transaction: ServerTransaction): void;
  /** A BYE came, and has been answered. */
  onBye(): void;
  /** A 2xx of ours to a re-INVITE was never acknowledged. */
  onNoAck(): void;
  /** The peer has lost the dialog, or cannot be reached. */
  onLost(): void;
  /** The session was not refreshed (RFC 4028 section 10). */
  onExpired(): void;
}

/** Requests in one dialog, in both directions: the INVITE usage of RFC 3261 sections 12.2, 14 and 15. */
export class Session {
  readonly dialog: Dialog;
  readonly #environment: CallEnvironment;
  readonly #user: SessionUser;
  readonly #renegotiation: Renegotiation;
  readonly #timer: SessionTimer;
  #peerTakesReplaces = false;
  #outgoingRefer: OutgoingRefer | null = null;
  readonly #incomingRefers = new Set<IncomingRefer>();
  readonly #retransmissions = new Map<number, SuccessRetransmission>(); // by CSeq number of the INVITE

  /** `ownsCallId`: we were the caller. */
  constructor(environment: CallEnvironment, dialog: Dialog, ownsCallId: boolean, user: SessionUser) {
    this.#environment = environment;
    this.dialog = dialog;
    this.#user = user;
    this.#renegotiation = new Renegotiation(environment, dialog, ownsCallId, {
      onReinvited: (event) => user.emit(event),
      onDialogChanged: () => this.#announceDialog(),
      onLost: () => user.onLost(),
      deliverSuccess: (transaction, response, onAck) =>
        this.deliverSuccess(transaction, response, onAck, () => user.onNoAck()),
      offerHeaders: () => this.#timer.requestHeaders,
      acceptanceHeaders: (request) => this.#acceptanceHeaders(request),
      onAccepted: (response) => this.#user.isEstablished() && this.#timer.accepted(response),
    });
    this.#timer = new SessionTimer(environment.scheduler, environment.sessionTimers, {
      refresh: (byUpdate) => void (byUpdate ? this.#refreshByUpdate() : this.#refreshByInvite()),
      onExpired: () => user.onExpired(),
    });
  }

  /** The INVITE that begins this dialog, in the place of another (RFC 3891). */
  receiveReplacing(invite: SipRequest, transaction: InviteServerTransaction): void {
    this.#noteCapabilities(invite);
    this.#renegotiation.receive(invite, transaction);
  }

  receive(request: SipRequest, transaction: ServerTransaction): void {
    if (!this.dialog.admit(request)) {
      transaction.respond(createResponse(request, 500, { reason: 'Request Out of Order' }));
      return;
    }
    this.#noteCapabilities(request);
    const handle = Session.#handlers.get(request.method);
    if (handle) handle(this, request, transaction);
    else transaction.respond(createResponse(request, 405, { headers: { Allow: ALLOW } }));
    if (request.method !== 'BYE') this.#announceDialog();
  }

  receiveAck(ack: SipRequest): void {
    const { number } = ack.cseq;
    const retransmission = this.#retransmissions.get(number);
    this.#retransmissions.delete(number);
    retransmission?.acknowledge(ack);
  }

  /** Sends a 2xx until it is acknowledged. */
  deliverSuccess(
    transaction: InviteServerTransaction,
    response: SipResponse,
    onAck: (ack: SipRequest) => void,
    onNoAck: () => void,
  ): void {
    const retransmission = new SuccessRetransmission(this.#environment.scheduler, transaction, response, {
      onAck,
      onNoAck,
    });
    this.#retransmissions.set(response.cseq.number, retransmission);
    retransmission.start();
  }

  /** What a 2xx to INVITE or UPDATE says about us. */
  acceptanceHeaders(): Readonly<Record<string, string>> {
    const { local } = this.#environment;
    const { state, nextHop } = this.dialog;
    return {
      Contact: local.contact(parseUri(state.localUri)?.user ?? null, nextHop),
      Allow: ALLOW,
      Supported: SUPPORTED,
      Server: local.userAgentName,
    };
  }

  /** Our 2xx to the INVITE: the time of the session begins (RFC 4028 section 9). */
  successHeaders(invite: SipRequest): Readonly<Record<string, string>> {
    this.#noteCapabilities(invite);
    return { ...this.acceptanceHeaders(), ...this.#timer.accept(invite) };
  }

  /** The peer's 2xx to the INVITE: the same (section 7.2). */
  succeeded(response: SipResponse): void {
    this.#noteCapabilities(response);
    this.#timer.accepted(response);
  }

  /** What another calls to take our place (RFC 3891). Null: the peer does not say that it supports that. */
  get replacingUri(): string | null {
    return this.#peerTakesReplaces ? replacingUri(this.dialog.state) : null;
  }

  /** What both sides have agreed upon last. Null: the first offer has no answer yet. */
  get agreement(): Agreement | null {
    return this.#renegotiation.agreement;
  }

  /** The first offer and answer are done. */
  agree(agreement: Agreement): void {
    this.#renegotiation.agree(agreement);
  }

  /** Before the answer by UPDATE (RFC 3311 section 5.1), afterwards by re-INVITE. */
  reinvite(sdp: string): Promise<ReinviteOutcome> {
    return this.#renegotiation.offer(sdp, this.#user.isEstablished() ? 'INVITE' : 'UPDATE');
  }

  /** A request that may offer a session: INVITE, UPDATE or PRACK. */
  receiveOffer(request: SipRequest, transaction: ServerTransaction): void {
    const changesMedia = request.method === 'INVITE' || sdpOf(request) !== null;
    const standing = this.#user.offers();
    if (changesMedia && standing !== 'open') this.#renegotiation.refuseEarly(request, transaction, standing);
    else this.#renegotiation.receive(request, transaction);
  }

  transfer(target: string): Promise<TransferOutcome> {
    if (this.#outgoingRefer && !this.#outgoingRefer.isOver) return Promise.resolve({ kind: 'refused', status: 491 });
    const refer = new OutgoingRefer(this.#environment, this.dialog, {
      onProgress: (status) => this.#user.emit({ type: 'transfer_progress', status }),
      onLost: () => this.#user.onLost(),
    });
    this.#outgoingRefer = refer;
    const outcome = refer.start(target);
    this.#announceDialog();
    return outcome;
  }

  /** Sends BYE; calls back once, with whatever became of it: the dialog is over in any case (section 15.1.1). */
  bye(onFinished: () => void): void {
    this.close();
    const { local, identifiers, sender } = this.#environment;
    const request = createDialogRequest(this.dialog, 'BYE', local, identifiers.branch());
    sender.sendInDialog(request, this.dialog, {
      onResponse: (response) => response.status >= 200 && onFinished(),
      onTimeout: onFinished,
      onTransportError: onFinished,
    });
  }

  /** Stops everything that is under way. Idempotent. */
  close(): void {
    for (const retransmission of this.#retransmissions.values()) retransmission.stop();
    this.#retransmissions.clear();
    this.#renegotiation.close();
    this.#timer.close();
    this.#outgoingRefer?.close();
    for (const refer of this.#incomingRefers) refer.close();
  }

  #noteCapabilities(message: SipMessage): void {
    this.#timer.noteCapabilities(message);
    this.#peerTakesReplaces ||= supportsReplaces(message);
  }

  /** A PRACK, and whatever comes before the answer, begins no session. */
  #acceptanceHeaders(request: SipRequest): Readonly<Record<string, string>> {
    const isRefresh = request.method !== 'PRACK' && this.#user.isEstablished();
    return isRefresh ? this.successHeaders(request) : this.acceptanceHeaders();
  }

  /** RFC 4028 section 7.4: without an offer, as nothing has changed. */
  #refreshByUpdate(): void {
    const { local, identifiers, sender } = this.#environment;
    const headers = this.#timer.requestHeaders;
    const request = createDialogRequest(this.dialog, 'UPDATE', local, identifiers.branch(), { headers });
    sender.sendInDialog(request, this.dialog, {
      onResponse: (response) => {
        if (response.status >= 200) this.#receiveRefreshed(response);
      },
      onTimeout: () => this.#user.onLost(),
      onTransportError: () => this.#user.onLost(),
    });
    this.#announceDialog();
  }

  #receiveRefreshed(response: SipResponse): void {
    const { status } = response;
    if (status === 408 || status === 481) this.#user.onLost();
    else if (status >= 300) this.#timer.refused(status);
    else {
      this.dialog.refreshTarget(response);
      this.#timer.accepted(response);
      this.#announceDialog();
    }
  }

  /** The description as it was, which says that nothing has changed; the peer's may be another all the same. */
  async #refreshByInvite(): Promise<void> {
    const { local, remote } = this.agreement!;
    const outcome = await this.#renegotiation.offer(local, 'INVITE');
    if (outcome.kind === 'rejected') this.#timer.refused(outcome.status);
    if (outcome.kind !== 'accepted' || outcome.sdp === null || outcome.sdp === remote) return;
    const { sdp } = outcome;
    this.#user.emit({ type: 'reinvited', sdp, isAnswer: true, answer: () => {}, reject: () => {} });
  }

  #announceDialog(): void {
    this.#user.emit({ type: 'dialog', dialog: this.dialog.state });
  }

  static readonly #handlers: ReadonlyMap<
    string,
    (session: Session, request: SipRequest, transaction: ServerTransaction) => void
  > = new Map([
    ['BYE', (session, request, transaction) => session.#receiveBye(request, transaction)],
    ['INVITE', (session, request, transaction) => session.receiveOffer(request, transaction)],
    ['UPDATE', (session, request, transaction) => session.receiveOffer(request, transaction)],
    ['PRACK', (session, request, transaction) => session.#receivePrack(request, transaction)],
    ['INFO', (session, request, transaction) => session.#receiveInfo(request, transaction)],
    ['REFER', (session, request, transaction) => session.#receiveRefer(request, transaction)],
    ['NOTIFY', (session, request, transaction) => session.#receiveNotify(request, transaction)],
    ['OPTIONS', (session, request, transaction) => session.#receiveOptions(request, transaction)],
  ]);

  #receiveBye(request: SipRequest, transaction: ServerTransaction): void {
    transaction.respond(createResponse(request, 200));
    this.close();
    this.#user.onBye();
  }

  #receiveOptions(request: SipRequest, transaction: ServerTransaction): void {
    const headers = { ...CAPABILITY_HEADERS, ...this.acceptanceHeaders() };
    transaction.respond(createResponse(request, 200, { headers }));
  }

  /** RFC 3262 section 3: 481 for what acknowledges nothing. */
  #receivePrack(request: SipRequest, transaction: ServerTransaction): void {
    if (this.#user.onPrack) this.#user.onPrack(request, transaction);
    else transaction.respond(createResponse(request, 481));
  }

  #receiveInfo(request: SipRequest, transaction: ServerTransaction): void {
    const digit = dtmfDigit(request);
    // An INFO without a body asks whether the call is still there (RFC 2976 section 2.2).
    const understood = digit !== null || request.body.length === 0 || request.isBodyOptional;
    const headers = { Accept: 'application/dtmf-relay, application/dtmf' };
    transaction.respond(understood ? createResponse(request, 200) : createResponse(request, 415, { headers }));
    if (digit !== null) this.#user.emit({ type: 'dtmf', digit });
  }

  #receiveRefer(request: SipRequest, transaction: ServerTransaction): void {
    const refer = new IncomingRefer(this.#environment, this.dialog, request, transaction);
    const event = refer.read();
    if (!event) return;
    const offer = (isAuthentic: boolean) => {
      if (isAuthentic && this.#user.isEstablished()) this.#user.emit(event);
      refer.refuseUnanswered({ Allow: ALLOW });
      if (!refer.isAccepted) this.#incomingRefers.delete(refer);
    };
    this.#incomingRefers.add(refer);
    const { referUser } = this.#user;
    if (referUser === undefined) offer(true);
    else void refer.authenticate(referUser).then(offer);
  }

  /** RFC 6665 section 4.1.3: 489 for what was never subscribed to, 481 for a subscription that is not there (any more). */
  #receiveNotify(request: SipRequest, transaction: ServerTransaction): void {
    const event = eventOf(request);
    if (event?.name !== 'refer')
      transaction.respond(createResponse(request, 489, { headers: { 'Allow-Events': 'refer' } }));
    else if (this.#outgoingRefer?.isMeantBy(event.id)) this.#outgoingRefer.receive(request, transaction);
    else transaction.respond(createResponse(request, 481));
  }
}
