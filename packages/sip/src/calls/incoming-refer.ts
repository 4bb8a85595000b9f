import { createDialogRequest } from '../dialogs/create-request.ts';
import type { Dialog } from '../dialogs/dialog.ts';
import { createResponse, type ResponseParts } from '../messages/create-response.ts';
import type { SipRequest } from '../messages/message.ts';
import { parseNameAddress } from '../messages/name-address.ts';
import { requireFailure } from '../messages/reason-phrases.ts';
import { replacesOfUri } from '../messages/replaces.ts';
import { createSipfrag } from '../messages/sipfrag.ts';
import type { ServerTransaction } from '../transactions/transaction-layer.ts';
import type { ReferredEvent } from './call.ts';
import type { CallEnvironment } from './call-environment.ts';
import { userOf } from './call-party.ts';

/** How long the subscription of an accepted REFER lasts at most. */
const SUBSCRIPTION_S = 180;

const TRY_LATER = { 'Retry-After': '5' }; // seconds

/** A REFER of the peer, and the NOTIFYs that tell it what became of it (RFC 3515 section 2.4). */
export class IncomingRefer {
  readonly #environment: CallEnvironment;
  readonly #dialog: Dialog;
  readonly #request: SipRequest;
  readonly #transaction: ServerTransaction;
  #isAnswered = false;
  #isAccepted = false;
  #isClosed = false;

  constructor(environment: CallEnvironment, dialog: Dialog, request: SipRequest, transaction: ServerTransaction) {
    this.#environment = environment;
    this.#dialog = dialog;
    this.#request = request;
    this.#transaction = transaction;
  }

  get isAccepted(): boolean {
    return this.#isAccepted;
  }

  /** Null when it does not name exactly one target, which is answered 400 (section 2.4.2). */
  read(): ReferredEvent | null {
    const targets = this.#request.headers.all('refer-to');
    const target = targets.length === 1 ? parseNameAddress(targets[0]!) : null;
    if (!target) {
      this.#respond(400);
      return null;
    }
    return {
      type: 'referred',
      target: target.uri,
      targetUser: userOf(target.uri),
      replaces: replacesOfUri(target.uri),
      accept: () => this.#accept(),
      reject: (status) => {
        requireFailure(status);
        this.#respond(status);
      },
    };
  }

  /**
   * Whether the peer is the user, by Digest: 401 until the password is shown, 403 with that of another user. False: it
   * is answered. Never rejects.
   */
  async authenticate(username: string): Promise<boolean> {
    const { guard } = this.#environment;
    try {
      const identity = await guard?.identify(this.#request, this.#transaction.hop, username);
      if (this.#isClosed) this.#respond(481);
      else if (identity && 'status' in identity) this.#respond(identity.status, identity);
      else if (identity?.username !== username) this.#respond(403);
    } catch {
      this.#respond(503, { headers: TRY_LATER });
    }
    return !this.#isAnswered;
  }

  /** Refuses what was neither accepted nor rejected. */
  refuseUnanswered(headers: Readonly<Record<string, string>>): void {
    this.#respond(405, { headers });
  }

  /** The session is over: no NOTIFY is sent any more. Idempotent. */
  close(): void {
    this.#isClosed = true;
  }

  #respond(status: number, parts: ResponseParts = {}): void {
    if (this.#isAnswered) return;
    this.#isAnswered = true;
    this.#transaction.respond(createResponse(this.#request, status, parts));
  }

  /** Section 2.4.4: the first NOTIFY leaves at once. */
  #accept(): (status: number) => void {
    if (this.#isAnswered) return () => {};
    this.#isAccepted = true;
    this.#respond(202);
    this.#notify(100);
    return (status) => this.#notify(status);
  }

  #notify(status: number): void {
    if (this.#isClosed) return;
    this.#isClosed = status >= 200;
    const { local, identifiers, sender } = this.#environment;
    const headers = {
      Event: `refer;id=${this.#request.cseq.number}`,
      'Subscription-State': this.#isClosed ? 'terminated;reason=noresource' : `active;expires=${SUBSCRIPTION_S}`,
    };
    const notify = createDialogRequest(this.#dialog, 'NOTIFY', local, identifiers.branch(), {
      headers,
      sipfrag: createSipfrag(status),
    });
    const isOver = (answer: number) => answer === 481; // RFC 6665 section 4.2.2: the subscriber has gone
    sender.sendInDialog(notify, this.#dialog, {
      onResponse: (response) => isOver(response.status) && this.close(),
      onTimeout: () => this.close(),
      onTransportError: () => this.close(),
    });
  }
}
