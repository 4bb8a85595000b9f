import { createDialogRequest } from '../dialogs/create-request.ts';
import { type SipResponse, sdpOf } from '../messages/message.ts';
import { reliableSequence } from '../messages/reliability.ts';
import { NO_USER } from '../transactions/client-transaction.ts';
import type { CallEnvironment } from './call-environment.ts';
import type { Session } from './session.ts';

/**
 * What one phone says before it answers: RFC 3261 section 12.1. Its reliable responses are acknowledged by PRACK (RFC 3262
 * section 4), and the first session description of one is the answer to our offer (section 5).
 */
export class EarlyDialog {
  readonly session: Session;
  readonly #environment: CallEnvironment;
  readonly #offer: string;
  #lastRSeq: number | null = null;
  #unreliableSdp: string | null = null;

  /** `offer`: that of the INVITE. */
  constructor(environment: CallEnvironment, session: Session, offer: string) {
    this.#environment = environment;
    this.session = session;
    this.#offer = offer;
  }

  /** What stands for the answer when the 2xx has none: the one that is binding, else what some carriers give in a plain 183. */
  get sdp(): string | null {
    return this.session.agreement?.remote ?? this.#unreliableSdp;
  }

  /** Takes note of a provisional response. False: it is a copy, or one before it is missing: it counts for nothing (section 4). */
  take(response: SipResponse): boolean {
    const rseq = reliableSequence(response);
    if (rseq === null) {
      this.#unreliableSdp = sdpOf(response) ?? this.#unreliableSdp;
      return true;
    }
    if (this.#lastRSeq !== null && rseq !== this.#lastRSeq + 1) return false;
    this.#lastRSeq = rseq;
    const answer = sdpOf(response);
    if (answer !== null && !this.session.agreement) this.session.agree({ local: this.#offer, remote: answer });
    this.session.dialog.refreshTarget(response);
    this.#acknowledge(response, rseq);
    return true;
  }

  /** What becomes of the PRACK does not matter: the INVITE gets its final response, or is cancelled. */
  #acknowledge({ cseq }: SipResponse, rseq: number): void {
    const { local, identifiers, sender } = this.#environment;
    const { dialog } = this.session;
    const headers = { RAck: `${rseq} ${cseq.number} INVITE` };
    const prack = createDialogRequest(dialog, 'PRACK', local, identifiers.branch(), { headers });
    sender.sendInDialog(prack, dialog, NO_USER);
  }
}
