import { createDialogRequest } from '../dialogs/create-request.ts';
import type { Dialog } from '../dialogs/dialog.ts';
import type { SipRequest } from '../messages/message.ts';
import { type EncodedMessage, encode } from '../messages/serialize-message.ts';
import type { Hop } from '../transports/transport.ts';
import type { CallEnvironment } from './call-environment.ts';

/** RFC 3261 section 22.1: the ACK has the same as its INVITE, for no peer can ask for them. */
const CREDENTIALS_HEADERS = ['authorization', 'proxy-authorization'];

/** The ACK to one 2xx, kept to be sent again with each repetition of that 2xx: RFC 3261 section 13.2.2.4. */
export class Acknowledgement {
  readonly #environment: CallEnvironment;
  readonly #encoded: EncodedMessage;
  readonly #hop: Hop;
  #isHeld = false;

  /** `invite`: as it was sent; null when it is not known any more. */
  constructor(environment: CallEnvironment, dialog: Dialog, sequence: number, invite: SipRequest | null) {
    this.#environment = environment;
    this.#hop = dialog.nextHop;
    const branch = environment.identifiers.branch();
    const ack = createDialogRequest(dialog, 'ACK', environment.local, branch, { sequence });
    if (invite) ack.headers.copyFrom(invite.headers, ...CREDENTIALS_HEADERS);
    this.#encoded = encode(ack);
  }

  /** From now on nothing is sent: the 2xx is repeated, and known to be unconfirmed. */
  hold(): void {
    this.#isHeld = true;
  }

  /** Idempotent. Sends what was held. */
  release(): void {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    this.send();
  }

  send(): void {
    if (this.#isHeld) return;
    // A send error needs no answer: the 2xx comes again, and the ACK with it.
    this.#environment.transport.send(this.#encoded, this.#hop);
  }
}
