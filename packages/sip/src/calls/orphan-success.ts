import { Authenticator } from '../authentication/authenticator.ts';
import { createDialogRequest } from '../dialogs/create-request.ts';
import { Dialog } from '../dialogs/dialog.ts';
import type { SipResponse } from '../messages/message.ts';
import { NO_USER } from '../transactions/client-transaction.ts';
import { TRANSACTION_TIMEOUT_MS } from '../transactions/timers.ts';
import type { Hop } from '../transports/transport.ts';
import { Acknowledgement } from './acknowledgement.ts';
import type { CallEnvironment } from './call-environment.ts';

/** A forged 2xx would make us send to where it says: not many, then. A crash orphans no more than this ends in 32 s. */
const RELEASES_A_SECOND = 5;
/** Copies of a 2xx come after 0.5, 1.5, 3.5 s and every 4 s from then on (RFC 3261 section 13.3.1.4). */
const MOST_COPIES = 11;

interface Release {
  readonly acknowledgement: Acknowledgement;
  copies: number;
}

/**
 * Orphan 2xx: to an INVITE of ours that no transaction knows any more: of a process before this one, of a phone that answers long after another
 * did, or after a CANCEL that led to nothing. The core acknowledges each of them (RFC 3261 section 13.2.2.4), and wants none.
 */
export class OrphanSuccesses {
  readonly #environment: CallEnvironment;
  readonly #releases = new Map<string, Release>();
  readonly #timers = new Set<() => void>();
  #inLastSecond = 0;

  constructor(environment: CallEnvironment) {
    this.#environment = environment;
  }

  receive(response: SipResponse, source: Hop): void {
    const { status, cseq, topVia } = response;
    if (cseq.method !== 'INVITE' || status < 200 || status >= 300) return;
    if (!this.#environment.local.isSentBy(topVia)) return; // section 18.1.2
    const key = `${response.toTag ?? ''} ${response.fromTag ?? ''} ${cseq.number} ${response.callId}`;
    const known = this.#releases.get(key);
    if (known) this.#acknowledgeAgain(known);
    else if (!this.#environment.dialogs.isLive(response)) this.#release(key, response, source);
  }

  close(): void {
    for (const cancel of this.#timers) cancel();
    this.#timers.clear();
  }

  #acknowledgeAgain(release: Release): void {
    if (release.copies === MOST_COPIES) return;
    release.copies += 1;
    release.acknowledgement.send();
  }

  #release(key: string, response: SipResponse, source: Hop): void {
    if (this.#inLastSecond === RELEASES_A_SECOND) return; // its copies have other seconds
    this.#inLastSecond += 1;
    this.#after(1000, () => {
      this.#inLastSecond -= 1;
    });
    const { local, identifiers, sender, credentialsFor } = this.#environment;
    const dialog = Dialog.ofOrphanSuccess(response, source, new Authenticator(credentialsFor(source)));
    const acknowledgement = new Acknowledgement(this.#environment, dialog, response.cseq.number, null);
    this.#releases.set(key, { acknowledgement, copies: 0 });
    this.#after(TRANSACTION_TIMEOUT_MS, () => this.#releases.delete(key));
    acknowledgement.send();
    const bye = createDialogRequest(dialog, 'BYE', local, identifiers.branch());
    sender.sendInDialog(bye, dialog, NO_USER);
  }

  #after(delayMs: number, run: () => void): void {
    const cancel = this.#environment.scheduler.schedule(delayMs, () => {
      this.#timers.delete(cancel);
      run();
    });
    this.#timers.add(cancel);
  }
}
