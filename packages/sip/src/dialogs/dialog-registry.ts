import type { SipRequest, SipResponse } from '../messages/message.ts';
import type { Replaces } from '../messages/replaces.ts';
import type { InviteServerTransaction } from '../transactions/invite-server.ts';
import type { ServerTransaction } from '../transactions/transaction-layer.ts';
import type { Hop } from '../transports/transport.ts';

/** An INVITE of a phone that is to take the place of the peer of a call: an attended transfer of theirs, or a call that is picked up. */
export interface ReplacingInvite {
  readonly replaces: Replaces;
  readonly invite: SipRequest;
  readonly transaction: InviteServerTransaction;
  readonly source: Hop;
}

/** `early_of_peer`: the peer began it, and we have not answered. `early_of_ours`: we began it, and the peer has not answered. */
export type DialogPhase = 'early_of_peer' | 'early_of_ours' | 'established' | 'ending';

/** What an INVITE that is to replace a dialog is judged by (RFC 3891 section 3). */
export interface ReplaceableDialog {
  readonly phase: DialogPhase;
  /** Where the peer of the dialog is. */
  readonly peer: Hop;
}

/** Takes the requests that come in a dialog, or in one of several forks of one. */
export interface DialogOwner {
  /** Of the dialog that lives; null while there is none. */
  readonly remoteTag: string | null;
  /** The dialog with this tag of the peer's, an early one too; null: there is none. */
  replaceable(remoteTag: string): ReplaceableDialog | null;
  /** An INVITE takes the place of the dialog that it names, which is established, or `early_of_ours`. */
  replaceBy(replacing: ReplacingInvite): void;
  receive(request: SipRequest, transaction: ServerTransaction): void;
  receiveAck(ack: SipRequest): void;
  /** The user agent is closed: ends without sending anything. */
  abandon(message: string): void;
}

/** Finds the owner of a dialog by what we gave it: Call-ID and our own tag. The peer's tag is the owner's to check. */
export class DialogRegistry {
  readonly #owners = new Map<string, DialogOwner>();

  get count(): number {
    return this.#owners.size;
  }

  add(callId: string, localTag: string, owner: DialogOwner): void {
    this.#owners.set(`${localTag} ${callId}`, owner);
  }

  remove(callId: string, localTag: string): void {
    this.#owners.delete(`${localTag} ${callId}`);
  }

  find(request: SipRequest): DialogOwner | null {
    return this.#owners.get(`${request.toTag ?? ''} ${request.callId}`) ?? null;
  }

  /** Whose dialog is to be replaced. */
  findReplaced({ callId, localTag }: Replaces): DialogOwner | null {
    return this.#owners.get(`${localTag} ${callId}`) ?? null;
  }

  has(callId: string, localTag: string | null): boolean {
    return this.#owners.has(`${localTag ?? ''} ${callId}`);
  }

  /** Whether a response to a request of ours belongs to a dialog that lives. */
  isLive(response: SipResponse): boolean {
    const owner = this.#owners.get(`${response.fromTag ?? ''} ${response.callId}`);
    return owner !== undefined && owner.remoteTag === (response.toTag ?? '');
  }

  all(): DialogOwner[] {
    return [...this.#owners.values()];
  }
}
