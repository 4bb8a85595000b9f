import { type KeyObject, randomUUID } from 'node:crypto';
import { signIdentity } from '@parley/sip';

/** With what calls are signed. */
export interface SigningIdentity {
  readonly key: KeyObject;
  /** Where others fetch the certificate. */
  readonly certificateUrl: string;
}

/** Vouches for the numbers of calls that leave. */
export class CallSigner {
  readonly #identity: SigningIdentity;
  readonly #now: () => Date;
  /** RFC 8588 section 5: all calls of a service begin in one part of the network. */
  readonly #originId = randomUUID();

  constructor(identity: SigningIdentity, now: () => Date = () => new Date()) {
    this.#identity = identity;
    this.#now = now;
  }

  /** RFC 8224 section 4.1: Identity, and the Date that a verifier compares with. `isOwn`: the account calls with a number of its own. */
  headers(from: string, to: string, isOwn: boolean): Readonly<Record<string, string>> {
    const { key, certificateUrl } = this.#identity;
    const now = this.#now();
    const call = {
      ...{ from, to, originId: this.#originId, atS: Math.floor(now.getTime() / 1000) },
      attestation: isOwn ? 'A' : 'B',
    } as const;
    return { Identity: signIdentity(call, key, certificateUrl), Date: now.toUTCString() };
  }
}
