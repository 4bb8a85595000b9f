import type { SipMessage, SipRequest, SipResponse } from '../messages/message.ts';
import type { Via } from '../messages/via.ts';
import type { Scheduler } from '../scheduler.ts';
import type { MessageTransport } from '../transports/message-transport.ts';
import { responseHop } from '../transports/source.ts';
import type { Hop } from '../transports/transport.ts';
import type { ClientTransactionUser } from './client-transaction.ts';
import { InviteClientTransaction } from './invite-client.ts';
import { InviteServerTransaction } from './invite-server.ts';
import { NonInviteClientTransaction } from './non-invite-client.ts';
import { NonInviteServerTransaction } from './non-invite-server.ts';
import type { TransactionEnvironment } from './transaction.ts';
import { clientKey, clientKeyOf, mergeKey, serverKey, serverKeyOf } from './transaction-key.ts';

export type ServerTransaction = InviteServerTransaction | NonInviteServerTransaction;

/** The user agent core above the transactions. */
export interface TransactionUser {
  /** A request that no transaction knows. What is not accepted leaves nothing behind. */
  onRequest(request: SipRequest, source: Hop): void;
  /** An ACK that belongs to no failed INVITE: it confirms a 2xx. */
  onAck(ack: SipRequest): void;
  /** A response to nothing that is under way. */
  onOrphanResponse(response: SipResponse, source: Hop): void;
}

/**
 * Most of them are over, and only absorb copies for 32 s: those of 300 calls a second, each with its BYE. In a flood within a dialog
 * the oldest that is over goes first; a copy of its request would be taken for one out of order (RFC 3261 section 12.2.2).
 */
const SERVER_LIMIT = 20_000;

/** Brings messages and transactions together: RFC 3261 sections 17.1.3 and 17.2.3. */
export class TransactionLayer {
  readonly #environment: TransactionEnvironment;
  readonly #user: TransactionUser;
  readonly #clients = new Map<string, InviteClientTransaction | NonInviteClientTransaction>();
  readonly #servers = new Map<string, ServerTransaction>();
  readonly #over = new Set<{ terminate(): void }>(); // of the servers, the oldest first
  readonly #merges = new Set<string>(); // of INVITEs outside dialogs
  #closed = false;
  retransmitted = 0;

  constructor(transport: MessageTransport, scheduler: Scheduler, user: TransactionUser) {
    this.#user = user;
    this.#environment = {
      scheduler,
      send: (message, hop, onError) => transport.send(message, hop, onError),
      onRetransmission: () => {
        this.retransmitted += 1;
      },
      onOver: (transaction) => this.#over.add(transaction),
    };
  }

  /** Those that live, also those that only absorb copies. */
  get count(): number {
    return this.#clients.size + this.#servers.size;
  }

  /** Sends an INVITE. */
  invite(request: SipRequest, hop: Hop, user: ClientTransactionUser): InviteClientTransaction {
    const key = clientKey(request);
    const transaction = new InviteClientTransaction(this.#environment, request, hop, user, () =>
      this.#clients.delete(key),
    );
    return this.#startClient(key, transaction, user);
  }

  /** Sends a request other than INVITE and ACK. */
  request(request: SipRequest, hop: Hop, user: ClientTransactionUser): NonInviteClientTransaction {
    const key = clientKey(request);
    const transaction = new NonInviteClientTransaction(this.#environment, request, hop, user, () =>
      this.#clients.delete(key),
    );
    return this.#startClient(key, transaction, user);
  }

  receive(message: SipMessage, source: Hop): void {
    if (message.kind === 'response') this.#receiveResponse(message, source);
    else if (message.method === 'ACK') this.#receiveAck(message);
    else this.#receiveRequest(message, source);
  }

  /** Takes up an INVITE: its copies are absorbed, and its final response is repeated until the ACK comes. */
  acceptInvite(request: SipRequest, source: Hop): InviteServerTransaction {
    const key = serverKey(request);
    const mergedKey = mergeKey(request);
    const transaction = new InviteServerTransaction(this.#environment, responseHop(request, source), this.#user, () => {
      this.#servers.delete(key);
      this.#over.delete(transaction);
      if (mergedKey !== null) this.#merges.delete(mergedKey);
    });
    this.#addServer(key, transaction);
    if (mergedKey !== null) this.#merges.add(mergedKey);
    return transaction;
  }

  /** Takes up a request in a dialog, or a CANCEL. */
  accept(request: SipRequest, source: Hop): ServerTransaction {
    if (request.method === 'INVITE') return this.acceptInvite(request, source);
    const key = serverKey(request);
    const transaction = new NonInviteServerTransaction(this.#environment, responseHop(request, source), () => {
      this.#servers.delete(key);
      this.#over.delete(transaction);
    });
    this.#addServer(key, transaction);
    return transaction;
  }

  /** The INVITE transaction that a CANCEL means, if there still is one (section 9.2). */
  cancelled(cancel: SipRequest): InviteServerTransaction | null {
    const transaction = this.#servers.get(serverKey(cancel, 'INVITE'));
    return transaction instanceof InviteServerTransaction ? transaction : null;
  }

  /** Whether another copy of this new request came over another path, and is being dealt with (section 8.2.2.2). */
  isMerged(request: SipRequest): boolean {
    const key = mergeKey(request);
    return key !== null && this.#merges.has(key);
  }

  /** Whether a response with this Via belongs to a request that is under way. */
  awaits(via: Via, method: string): boolean {
    return this.#clients.has(clientKeyOf(via, method));
  }

  /** Whether a request with this Via is a copy of one that is dealt with, its ACK or its CANCEL. */
  knows(via: Via, method: string): boolean {
    return [method, 'INVITE'].some((candidate) => this.#servers.has(serverKeyOf(via, candidate) ?? ''));
  }

  /** Stops all timers and sends nothing; requests without a final response fail. Idempotent. */
  close(): void {
    this.#closed = true;
    for (const transaction of [...this.#clients.values()]) transaction.fail(closedError());
    for (const transaction of [...this.#clients.values(), ...this.#servers.values()]) transaction.terminate();
  }

  #addServer(key: string, transaction: ServerTransaction): void {
    if (this.#servers.size >= SERVER_LIMIT) {
      const [oldest] = this.#over;
      oldest?.terminate();
    }
    this.#servers.set(key, transaction);
  }

  #startClient<T extends InviteClientTransaction | NonInviteClientTransaction>(
    key: string,
    transaction: T,
    user: ClientTransactionUser,
  ): T {
    if (this.#closed) {
      queueMicrotask(() => user.onTransportError(closedError()));
      transaction.terminate();
      return transaction;
    }
    this.#clients.set(key, transaction);
    transaction.start();
    return transaction;
  }

  #receiveResponse(response: SipResponse, source: Hop): void {
    if (response.headers.all('via').length > 1) return; // section 8.1.3.3: it has lost its way
    const transaction = this.#clients.get(clientKey(response));
    if (transaction) transaction.receive(response);
    else if (!this.#closed) this.#user.onOrphanResponse(response, source);
  }

  #receiveAck(ack: SipRequest): void {
    const transaction = this.#servers.get(serverKey(ack));
    if (transaction instanceof InviteServerTransaction) transaction.receiveAck(ack);
    else this.#user.onAck(ack);
  }

  #receiveRequest(request: SipRequest, source: Hop): void {
    const known = this.#servers.get(serverKey(request));
    if (known) known.receive();
    else this.#user.onRequest(request, source);
  }
}

function closedError(): Error {
  return new Error('the user agent was closed');
}
