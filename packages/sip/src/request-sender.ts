import { type AuthenticationFailure, type Authenticator, ChallengeHistory } from './authentication/authenticator.ts';
import type { Dialog } from './dialogs/dialog.ts';
import type { Identifiers } from './identifiers.ts';
import type { LocalIdentity } from './local-identity.ts';
import { SipHeaders } from './messages/headers.ts';
import { SipRequest, type SipResponse } from './messages/message.ts';
import type { ClientTransactionUser } from './transactions/client-transaction.ts';
import { InviteClientTransaction } from './transactions/invite-client.ts';
import type { NonInviteClientTransaction } from './transactions/non-invite-client.ts';
import type { TransactionLayer } from './transactions/transaction-layer.ts';
import type { Hop } from './transports/transport.ts';

export interface RequestUser extends ClientTransactionUser {
  /** The peer asks for credentials, and the request is about to be sent with them. False: it is not, and the response is handed on. */
  mayRepeat?(): boolean;
}

interface SenderDependencies {
  readonly transactions: TransactionLayer;
  readonly local: LocalIdentity;
  readonly identifiers: Identifiers;
}

interface Way {
  readonly hop: Hop;
  readonly authenticator: Authenticator;
  /** The CSeq number for another request to this peer. */
  nextSequence(): number;
}

/** Sends requests above the transactions: one that is answered 401 or 407 is repeated with credentials (RFC 3261 section 22). */
export class RequestSender {
  readonly #dependencies: SenderDependencies;

  constructor(dependencies: SenderDependencies) {
    this.#dependencies = dependencies;
  }

  /** A request outside of dialogs. Its user hears of the last response alone. */
  send(request: SipRequest, hop: Hop, authenticator: Authenticator, user: RequestUser): SentRequest {
    let sequence = request.cseq.number;
    const nextSequence = () => {
      sequence += 1;
      return sequence;
    };
    return new SentRequest(this.#dependencies, request, { hop, authenticator, nextSequence }, user);
  }

  sendInDialog(request: SipRequest, dialog: Dialog, user: RequestUser): SentRequest {
    const { nextHop: hop, authenticator } = dialog;
    return new SentRequest(
      this.#dependencies,
      request,
      { hop, authenticator, nextSequence: () => dialog.nextSequence() },
      user,
    );
  }
}

/** One request, with its repetitions: each is a transaction of its own (RFC 3261 section 8.1.3.5). */
export class SentRequest {
  readonly #dependencies: SenderDependencies;
  readonly #way: Way;
  readonly #user: RequestUser;
  readonly #history = new ChallengeHistory();
  #request: SipRequest;
  #transaction: InviteClientTransaction | NonInviteClientTransaction;
  #failure: AuthenticationFailure | null = null;

  constructor(dependencies: SenderDependencies, request: SipRequest, way: Way, user: RequestUser) {
    this.#dependencies = dependencies;
    this.#way = way;
    this.#user = user;
    way.authenticator.authorize(request);
    this.#request = request;
    this.#transaction = this.#transmit(request);
  }

  /** As it was sent last. */
  get request(): SipRequest {
    return this.#request;
  }

  /** Why the peer's last word was 401 or 407; null while it was not. */
  get failure(): AuthenticationFailure | null {
    return this.#failure;
  }

  /** No copy of an INVITE leaves any more; responses are taken as before. */
  stopResending(): void {
    if (this.#transaction instanceof InviteClientTransaction) this.#transaction.stopResending();
  }

  /** Nothing more is heard of it. */
  terminate(): void {
    this.#transaction.terminate();
  }

  #transmit(request: SipRequest): InviteClientTransaction | NonInviteClientTransaction {
    const { transactions } = this.#dependencies;
    const user: ClientTransactionUser = {
      onResponse: (response) => this.#receive(request, response),
      onTimeout: () => this.#user.onTimeout(),
      onTransportError: (error) => this.#user.onTransportError(error),
    };
    const { hop } = this.#way;
    return request.method === 'INVITE'
      ? transactions.invite(request, hop, user)
      : transactions.request(request, hop, user);
  }

  #receive(request: SipRequest, response: SipResponse): void {
    if (request !== this.#request) return; // its challenge has been answered
    if (response.status !== 401 && response.status !== 407) {
      this.#user.onResponse(response);
      return;
    }
    this.#failure = this.#way.authenticator.takeChallenge(response, this.#history);
    if (this.#failure === null && (this.#user.mayRepeat?.() ?? true)) this.#repeat();
    else this.#user.onResponse(response);
  }

  #repeat(): void {
    const { local, identifiers } = this.#dependencies;
    const { hop, authenticator, nextSequence } = this.#way;
    const { method, uri, headers, body } = this.#request;
    const repeated = new SipHeaders();
    for (const [name] of headers) repeated.copyFrom(headers, name);
    repeated.set('via', local.via(hop.protocol, identifiers.branch())).set('cseq', `${nextSequence()} ${method}`);
    this.#request = new SipRequest(method, uri, repeated, body);
    authenticator.authorize(this.#request);
    this.#transaction = this.#transmit(this.#request);
  }
}
