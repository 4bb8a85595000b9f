import { createDialogRequest } from '../dialogs/create-request.ts';
import type { Dialog } from '../dialogs/dialog.ts';
import { createResponse } from '../messages/create-response.ts';
import type { SipRequest, SipResponse } from '../messages/message.ts';
import { formatNameAddress } from '../messages/name-address.ts';
import { SIPFRAG_TYPE, statusOfSipfrag } from '../messages/sipfrag.ts';
import { endsSubscription } from '../messages/subscription.ts';
import type { ServerTransaction } from '../transactions/transaction-layer.ts';
import type { TransferOutcome } from './call.ts';
import type { CallEnvironment } from './call-environment.ts';
import { type ReferEffect, type ReferEvent, type ReferState, referTable } from './refer-table.ts';

/** A telephone rings for half a minute; after this the person on the line is not kept waiting. */
const TRANSFER_TIMEOUT_MS = 40_000;

export interface OutgoingReferUser {
  /** A provisional response of the target. */
  onProgress(status: number): void;
  /** The peer does not know the dialog any more (RFC 3261 section 12.2.1.2). */
  onLost(): void;
}

/** Sends the peer elsewhere: REFER in a dialog (RFC 3515), with what its NOTIFYs say of it (RFC 6665). */
export class OutgoingRefer {
  readonly #environment: CallEnvironment;
  readonly #dialog: Dialog;
  readonly #user: OutgoingReferUser;
  readonly #outcome = Promise.withResolvers<TransferOutcome>();
  #state: ReferState = 'requested';
  #wasAccepted = false;
  /** Of the final response to the REFER, or of the last fragment of a NOTIFY. */
  #status = 0;
  #sequence = 0;
  #cancelExpiry: () => void = () => {};

  constructor(environment: CallEnvironment, dialog: Dialog, user: OutgoingReferUser) {
    this.#environment = environment;
    this.#dialog = dialog;
    this.#user = user;
  }

  get isOver(): boolean {
    return this.#state === 'over';
  }

  /** Once. `target`: the URI for Refer-To. Referred-By names us (RFC 3892). */
  start(target: string): Promise<TransferOutcome> {
    const { local, identifiers, sender, scheduler } = this.#environment;
    const headers = {
      'Refer-To': formatNameAddress({ uri: target }),
      'Referred-By': formatNameAddress({ uri: this.#dialog.state.localUri }),
      Accept: SIPFRAG_TYPE,
    };
    const request = createDialogRequest(this.#dialog, 'REFER', local, identifiers.branch(), { headers });
    this.#sequence = request.cseq.number;
    this.#cancelExpiry = scheduler.schedule(TRANSFER_TIMEOUT_MS, () => this.#fire('expired'));
    sender.sendInDialog(request, this.#dialog, {
      onResponse: (response) => this.#receiveResponse(response),
      onTimeout: () => this.#fire('unanswered'),
      onTransportError: () => this.#fire('unanswered'),
    });
    return this.#outcome.promise;
  }

  /**
   * Whether a NOTIFY with this `id` is about it: the CSeq of the REFER that was accepted, which one that was sent again with
   * credentials has a later one of. The first REFER of a dialog needs none (RFC 3515 section 2.4.6).
   */
  isMeantBy(id: string | null): boolean {
    const isOurs = id === null || (Number(id) >= this.#sequence && Number(id) <= this.#dialog.state.localSeq);
    return isOurs && !this.isOver;
  }

  /** A NOTIFY that is about it. */
  receive(notify: SipRequest, transaction: ServerTransaction): void {
    const isEmpty = notify.body.length === 0;
    if (!isEmpty && (notify.contentType !== SIPFRAG_TYPE || notify.isBodyEncoded)) {
      transaction.respond(createResponse(notify, 415, { headers: { Accept: SIPFRAG_TYPE } }));
      return;
    }
    const status = statusOfSipfrag(notify.body.toString('utf8'));
    transaction.respond(createResponse(notify, isEmpty || status !== null ? 200 : 400));
    if (status !== null) this.#receiveStatus(status);
    if (endsSubscription(notify)) this.#fire('unsubscribed');
  }

  /** The session ends. Idempotent. */
  close(): void {
    this.#fire('callOver');
  }

  #receiveResponse(response: SipResponse): void {
    const { status } = response;
    if (status < 200 || this.isOver) return;
    this.#wasAccepted = status < 300;
    if (!this.#wasAccepted) this.#status = status;
    this.#fire(this.#wasAccepted ? 'accepted' : 'refused');
    if (status === 481) this.#user.onLost();
  }

  #receiveStatus(status: number): void {
    if (this.isOver) return;
    this.#status = status;
    if (status < 200) this.#fire('progress');
    else this.#fire(status < 300 ? 'reached' : 'missed');
  }

  #fire(event: ReferEvent): void {
    const { next, effects } = referTable[this.#state][event];
    this.#state = next;
    if (next === 'over') this.#cancelExpiry();
    for (const effect of effects) this.#effects[effect]();
  }

  readonly #effects: Readonly<Record<ReferEffect, () => void>> = {
    announceProgress: () => this.#user.onProgress(this.#status),
    reportTransferred: () => this.#outcome.resolve({ kind: 'transferred' }),
    reportFailed: () => this.#outcome.resolve({ kind: 'failed', status: this.#status }),
    reportRefused: () => this.#outcome.resolve({ kind: 'refused', status: this.#status }),
    reportUnanswered: () => this.#outcome.resolve({ kind: 'unanswered' }),
    reportUnknown: () => this.#outcome.resolve({ kind: 'unknown' }),
    reportExpired: () => this.#outcome.resolve({ kind: 'expired' }),
    reportCallEnded: () => this.#outcome.resolve({ kind: 'call_ended', wasAccepted: this.#wasAccepted }),
  };
}
