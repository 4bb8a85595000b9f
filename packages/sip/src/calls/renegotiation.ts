import { createDialogRequest } from '../dialogs/create-request.ts';
import type { Dialog } from '../dialogs/dialog.ts';
import { createResponse } from '../messages/create-response.ts';
import { type SipRequest, type SipResponse, sdpOf } from '../messages/message.ts';
import { requireFailure } from '../messages/reason-phrases.ts';
import { retryAfterS } from '../messages/retry-after.ts';
import { InviteServerTransaction } from '../transactions/invite-server.ts';
import type { ServerTransaction } from '../transactions/transaction-layer.ts';
import { Acknowledgement } from './acknowledgement.ts';
import type { ReinvitedEvent, ReinviteOutcome } from './call.ts';
import type { CallEnvironment } from './call-environment.ts';

export interface RenegotiationUser {
  onReinvited(event: ReinvitedEvent): void;
  onDialogChanged(): void;
  /** The peer does not know the dialog any more, or does not answer (RFC 3261 section 12.2.1.2). */
  onLost(): void;
  /** Repeats a 2xx until its ACK is there; without one the session ends. */
  deliverSuccess(transaction: InviteServerTransaction, response: SipResponse, onAck: (ack: SipRequest) => void): void;
  /** What an offer of ours says besides. */
  offerHeaders(): Readonly<Record<string, string>>;
  /** What our 2xx to this request says. */
  acceptanceHeaders(request: SipRequest): Readonly<Record<string, string>>;
  /** A 2xx to an offer of ours. */
  onAccepted(response: SipResponse): void;
}

/** Who is owed an answer. One offer at a time: RFC 3264 section 4. */
type State = 'idle' | 'peer_offered' | 'awaiting_delayed_answer' | 'we_offered' | 'closed';

/** The session descriptions of an offer and its answer. */
export interface Agreement {
  readonly local: string;
  readonly remote: string;
}

/** How an offer is made. Only a re-INVITE is acknowledged. */
type OfferMethod = 'INVITE' | 'UPDATE';

interface PeerOffer {
  readonly request: SipRequest;
  readonly transaction: ServerTransaction;
}

interface OwnOffer {
  readonly sdp: string;
  readonly method: OfferMethod;
  readonly mayRetry: boolean;
}

/** RFC 3261 section 14.2 has the peer name 10 s at most. */
const LONGEST_RETRY_S = 10;

/** Offers and answers after the first: re-INVITE (RFC 3261 section 14) and UPDATE (RFC 3311), in both directions. */
export class Renegotiation {
  readonly #environment: CallEnvironment;
  readonly #dialog: Dialog;
  readonly #ownsCallId: boolean;
  readonly #user: RenegotiationUser;
  #state: State = 'idle';
  #agreement: Agreement | null = null;
  #peerOffer: PeerOffer | null = null;
  #cancelRetry: () => void = () => {};
  #settle: (outcome: ReinviteOutcome) => void = () => {};

  constructor(environment: CallEnvironment, dialog: Dialog, ownsCallId: boolean, user: RenegotiationUser) {
    this.#environment = environment;
    this.#dialog = dialog;
    this.#ownsCallId = ownsCallId;
    this.#user = user;
  }

  get agreement(): Agreement | null {
    return this.#agreement;
  }

  agree(agreement: Agreement): void {
    this.#agreement = agreement;
  }

  /** RFC 3311 section 5.2: 491 while the first offer was ours, 500 while it was the peer's. */
  refuseEarly(request: SipRequest, transaction: ServerTransaction, pending: 'ours_pending' | 'theirs_pending'): void {
    transaction.respond(pending === 'ours_pending' ? createResponse(request, 491) : this.#tryLater(request));
  }

  receive(request: SipRequest, transaction: ServerTransaction): void {
    const isUpdate = !(transaction instanceof InviteServerTransaction);
    const sdp = sdpOf(request);
    if (isUpdate && sdp === null) {
      this.#accept({ request, transaction }, null); // a mere refresh
      return;
    }
    if (this.#state !== 'idle') {
      transaction.respond(this.#glare(request));
      return;
    }
    const offer: PeerOffer = { request, transaction };
    this.#state = 'peer_offered';
    this.#peerOffer = offer;
    if (!isUpdate) transaction.onCancel = () => this.#refuse(offer, 487);
    this.#user.onReinvited({
      type: 'reinvited',
      sdp,
      isAnswer: false,
      answer: (answer) => this.#answer(offer, answer),
      reject: (status) => {
        requireFailure(status);
        this.#refuse(offer, status);
      },
    });
    // Section 17.2.1: an answer that takes longer than 200 ms is announced, or the peer goes on repeating.
    if (!isUpdate && this.#peerOffer === offer) transaction.respond(createResponse(request, 100));
  }

  /** Offers a session. After a 491 it tries once more, when section 14.1 allows; so it does when a 500 says when. */
  offer(sdp: string, method: OfferMethod): Promise<ReinviteOutcome> {
    if (this.#state === 'closed') return Promise.resolve({ kind: 'call_ended' });
    if (this.#state !== 'idle') return Promise.resolve({ kind: 'rejected', status: 491 });
    const { promise, resolve } = Promise.withResolvers<ReinviteOutcome>();
    this.#settle = resolve;
    this.#sendOffer({ sdp, method, mayRetry: true });
    return promise;
  }

  /** The session ends: what the peer waits for is answered 487 (section 15.1.2). */
  close(): void {
    if (this.#peerOffer) this.#refuse(this.#peerOffer, 487);
    this.#state = 'closed';
    this.#cancelRetry();
    this.#settle({ kind: 'call_ended' });
  }

  /** Section 14.2: 500 while an offer of the peer's own is unanswered, 491 while one of ours is. */
  #glare(request: SipRequest): SipResponse {
    if (this.#state === 'closed') return createResponse(request, 481);
    return this.#state === 'peer_offered' ? this.#tryLater(request) : createResponse(request, 491);
  }

  /** Section 14.2: 500 and between 0 and 10 s. */
  #tryLater(request: SipRequest): SipResponse {
    const retryAfterSeconds = Math.floor(this.#environment.random() * 11);
    return createResponse(request, 500, { headers: { 'Retry-After': String(retryAfterSeconds) } });
  }

  #answer(offer: PeerOffer, sdp: string): void {
    if (this.#peerOffer !== offer) return; // cancelled, ended, or answered before
    this.#peerOffer = null;
    this.#state = 'idle';
    this.#accept(offer, sdp);
  }

  #accept({ request, transaction }: PeerOffer, sdp: string | null): void {
    const offered = sdpOf(request);
    if (offered !== null && sdp !== null) this.#agreement = { local: sdp, remote: offered };
    const { localTag: toTag } = this.#dialog.state; // missing in an INVITE that replaces another dialog
    const response = createResponse(request, 200, { sdp, toTag, headers: this.#user.acceptanceHeaders(request) });
    if (!(transaction instanceof InviteServerTransaction)) {
      transaction.respond(response);
      return;
    }
    const delayed = offered === null;
    if (delayed) this.#state = 'awaiting_delayed_answer';
    this.#user.deliverSuccess(transaction, response, (ack) => delayed && this.#receiveDelayedAnswer(ack, sdp!));
  }

  #receiveDelayedAnswer(ack: SipRequest, local: string): void {
    if (this.#state !== 'awaiting_delayed_answer') return;
    this.#state = 'idle';
    const sdp = sdpOf(ack);
    if (sdp === null) return;
    this.#agreement = { local, remote: sdp };
    this.#user.onReinvited({ type: 'reinvited', sdp, isAnswer: true, answer: () => {}, reject: () => {} });
  }

  #refuse(offer: PeerOffer, status: number): void {
    if (this.#peerOffer !== offer) return;
    this.#peerOffer = null;
    this.#state = 'idle';
    offer.transaction.respond(createResponse(offer.request, status, { toTag: this.#dialog.state.localTag }));
  }

  #sendOffer(offer: OwnOffer): void {
    this.#state = 'we_offered';
    const { local, identifiers, sender } = this.#environment;
    const { method, sdp } = offer;
    const headers = this.#user.offerHeaders();
    const request = createDialogRequest(this.#dialog, method, local, identifiers.branch(), { sdp, headers });
    let acknowledgement: Acknowledgement | null = null;
    const sent = sender.sendInDialog(request, this.#dialog, {
      onResponse: (response) => {
        if (response.status < 200) return;
        if (response.status >= 300) {
          this.#receiveRefusal(response, offer);
          return;
        }
        if (method === 'INVITE') acknowledgement ??= this.#acknowledgementOf(response, sent.request);
        acknowledgement?.send();
        this.#receiveAcceptance(response, sdp);
      },
      onTimeout: () => this.#lose(),
      onTransportError: () => this.#lose(),
    });
    this.#user.onDialogChanged();
  }

  #acknowledgementOf(response: SipResponse, invite: SipRequest): Acknowledgement {
    this.#dialog.refreshTarget(response);
    return new Acknowledgement(this.#environment, this.#dialog, response.cseq.number, invite);
  }

  #receiveAcceptance(response: SipResponse, local: string): void {
    if (this.#state !== 'we_offered') return;
    this.#dialog.refreshTarget(response);
    this.#state = 'idle';
    const remote = sdpOf(response);
    if (remote !== null) this.#agreement = { local, remote };
    this.#user.onAccepted(response);
    this.#user.onDialogChanged();
    this.#settle({ kind: 'accepted', sdp: remote });
  }

  #receiveRefusal(response: SipResponse, offer: OwnOffer): void {
    if (this.#state !== 'we_offered') return;
    if (response.status === 408 || response.status === 481) {
      this.#lose();
      return;
    }
    this.#state = 'idle';
    const delayMs = offer.mayRetry ? this.#retryDelayMs(response) : null;
    if (delayMs === null) this.#settle({ kind: 'rejected', status: response.status });
    else this.#retryLater({ ...offer, mayRetry: false }, delayMs, response.status);
  }

  /**
   * Section 14.1: who owns the Call-ID waits longer, so that the two do not collide again. Section 14.2: a 500 says when the peer
   * is done with its own. Null: it is not tried again.
   */
  #retryDelayMs(response: SipResponse): number | null {
    const random = this.#environment.random();
    if (response.status === 491) return this.#ownsCallId ? 2100 + random * 1900 : random * 2000;
    const afterS = response.status === 500 ? retryAfterS(response) : null;
    return afterS !== null && afterS <= LONGEST_RETRY_S ? afterS * 1000 : null;
  }

  #retryLater(offer: OwnOffer, delayMs: number, status: number): void {
    this.#cancelRetry = this.#environment.scheduler.schedule(delayMs, () => {
      if (this.#state === 'idle') this.#sendOffer(offer);
      else this.#settle({ kind: 'rejected', status });
    });
  }

  #lose(): void {
    if (this.#state !== 'we_offered') return;
    this.#state = 'idle';
    this.#user.onLost();
  }
}
