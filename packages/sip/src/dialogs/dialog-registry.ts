import type { SipRequest, SipResponse } from '../messages/message.ts';
import type { ServerTransaction } from '../transactions/transaction-layer.ts';

/** Takes the requests that come in a dialog, or in one of several forks of one. */
export interface DialogOwner {
  /** Of the dialog that lives; null while there is none. */
  readonly remoteTag: string | null;
  receive(request: SipRequest, transaction: ServerTransaction): void;
  receiveAck(ack: SipRequest): void;
  /** The user agent is closed: ends without sending anything. */
  abandon(message: string): void;
}

/** Finds the owner of a dialog by what we gave it: Call-ID and our own tag. The peer's tag is the owner's to check. */
export class DialogRegistry {
  readonly #owners = new Map<string, DialogOwner>();

  add(callId: string, localTag: string, owner: DialogOwner): void {
    this.#owners.set(`${localTag} ${callId}`, owner);
  }

  remove(callId: string, localTag: string): void {
    this.#owners.delete(`${localTag} ${callId}`);
  }

  find(request: SipRequest): DialogOwner | null {
    return this.#owners.get(`${request.toTag ?? ''} ${request.callId}`) ?? null;
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
