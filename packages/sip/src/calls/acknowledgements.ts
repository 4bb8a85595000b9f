import type { Dialog } from '../dialogs/dialog.ts';
import type { SipRequest, SipResponse } from '../messages/message.ts';
import { Acknowledgement } from './acknowledgement.ts';
import type { CallEnvironment } from './call-environment.ts';

/** The ACKs of one INVITE: each phone that answers it gets one, and the same again with each copy of its 2xx (RFC 3261 section 13.2.2.4). */
export class Acknowledgements {
  readonly #environment: CallEnvironment;
  readonly #byRemoteTag = new Map<string, Acknowledgement>();
  #releaseHeld: () => void = () => {};

  constructor(environment: CallEnvironment) {
    this.#environment = environment;
  }

  /** False: it is the first 2xx of its phone. */
  repeatFor(response: SipResponse): boolean {
    const known = this.#byRemoteTag.get(response.toTag ?? '');
    known?.send();
    return known !== undefined;
  }

  /** `invite`: as it was sent to the phone. `holdMs`: how long the ACK waits at most for `release`. */
  send(dialog: Dialog, invite: SipRequest, holdMs = 0): void {
    const acknowledgement = new Acknowledgement(this.#environment, dialog, invite.cseq.number, invite);
    this.#byRemoteTag.set(dialog.state.remoteTag, acknowledgement);
    if (holdMs > 0) this.#hold(acknowledgement, holdMs);
    else acknowledgement.send();
  }

  /** Idempotent. Sends the one that is held. */
  release(): void {
    this.#releaseHeld();
  }

  #hold(acknowledgement: Acknowledgement, holdMs: number): void {
    acknowledgement.hold();
    const cancel = this.#environment.scheduler.schedule(holdMs, () => acknowledgement.release());
    this.#releaseHeld = () => {
      cancel();
      acknowledgement.release();
    };
  }
}
