import type { IncomingCall, OutgoingCall, OutgoingCallRequest } from './calls/call.ts';
import type { CallEnvironment } from './calls/call-environment.ts';
import { OrphanSuccesses } from './calls/orphan-success.ts';
import { UacCall } from './calls/uac-call.ts';
import { UasCall } from './calls/uas-call.ts';
import { CAPABILITY_HEADERS, refuseMethod } from './capabilities.ts';
import { createDialogRequest, createRequest } from './dialogs/create-request.ts';
import { Dialog } from './dialogs/dialog.ts';
import { DialogRegistry } from './dialogs/dialog-registry.ts';
import type { DialogState } from './dialogs/dialog-state.ts';
import { type Identifiers, randomIdentifiers } from './identifiers.ts';
import { LocalIdentity } from './local-identity.ts';
import { createResponse, type ResponseParts } from './messages/create-response.ts';
import { SDP_TYPE, type SipMessage, type SipRequest } from './messages/message.ts';
import { formatNameAddress } from './messages/name-address.ts';
import { formatHost } from './messages/uri.ts';
import { type Scheduler, systemScheduler } from './scheduler.ts';
import { screen } from './screening.ts';
import { InviteServerTransaction } from './transactions/invite-server.ts';
import { type ServerTransaction, TransactionLayer } from './transactions/transaction-layer.ts';
import { MessageTransport } from './transports/message-transport.ts';
import { responseHop } from './transports/source.ts';
import type { Hop, HostPort, OpenTransport } from './transports/transport.ts';
import { UdpTransport } from './transports/udp-transport.ts';

export interface UserAgentOptions {
  readonly host: string; // local address to bind, and to put into Via and Contact
  readonly port: number; // 0: any
  readonly publicHost?: string; // put into Via and Contact instead of `host`, behind NAT
  readonly userAgentName: string; // User-Agent and Server
  /** A call comes in, and 100 Trying is out. Takes place while the datagram is handled: it must not block. */
  onInvite(call: IncomingCall): void;
  /**
   * Whether an INVITE outside a dialog is welcome, or an OPTIONS, which asks just that (RFC 3261 section 11.2): false → 403, and
   * nobody hears of it. Left out: all are.
   */
  isTrusted?(source: HostPort, request: SipRequest): boolean;
  /** Sees every message in and out, retransmissions too. */
  onMessage?(direction: 'in' | 'out', message: SipMessage, peer: HostPort): void;
}

/** What a test replaces: sockets, time and chance. */
export interface UserAgentDependencies {
  readonly openTransport: OpenTransport;
  readonly scheduler: Scheduler;
  readonly identifiers: Identifiers;
  readonly random: () => number; // [0, 1)
}

export interface UserAgentCounters {
  readonly received: number; // datagrams, keep-alives aside
  readonly dropped: number; // datagrams that are not SIP
  readonly retransmitted: number;
  readonly rejected: number; // requests refused before a call or a dialog heard of them
}

const realDependencies: UserAgentDependencies = {
  openTransport: (local, receive) => UdpTransport.open(local, receive),
  scheduler: systemScheduler,
  identifiers: randomIdentifiers,
  random: Math.random,
};

/** A SIP user agent on one UDP port: places calls, takes calls, and answers everything else as RFC 3261 has it. */
export class UserAgent {
  readonly host: string;
  readonly port: number;
  /** The address that peers are told: in Via, Contact, and whatever names this user agent. */
  readonly advertisedHost: string;
  readonly #options: UserAgentOptions;
  readonly #transport: MessageTransport;
  readonly #environment: CallEnvironment;
  readonly #orphanSuccesses: OrphanSuccesses;
  #rejected = 0;
  #closing: Promise<void> | null = null;

  /** Rejects with ListenError when the address cannot be bound, with RangeError when no peer could answer to it. */
  static async start(options: UserAgentOptions, dependencies: Partial<UserAgentDependencies> = {}): Promise<UserAgent> {
    if (isUnspecified(options.host) && !options.publicHost) {
      throw new RangeError(
        `${options.host} is no address to answer to: set publicHost, or bind an address of this machine`,
      );
    }
    const used = { ...realDependencies, ...dependencies };
    const transport = new MessageTransport({
      onMessage: (message, source) => agent.#environment.transactions.receive(message, source),
      onBadRequest: (result, source) => agent.#refuseBadRequest(result.request, result.status, result.problem, source),
      observe: (direction, message, peer) => options.onMessage?.(direction, message, peer),
    });
    const socket = await used.openTransport({ host: options.host, port: options.port }, transport.receive);
    transport.attach(socket);
    const agent = new UserAgent(options, used, transport, socket.port);
    return agent;
  }

  private constructor(
    options: UserAgentOptions,
    dependencies: UserAgentDependencies,
    transport: MessageTransport,
    port: number,
  ) {
    this.host = options.host;
    this.port = port;
    this.advertisedHost = options.publicHost ?? options.host;
    this.#options = options;
    this.#transport = transport;
    this.#environment = {
      local: new LocalIdentity({ host: this.advertisedHost, port }, options.userAgentName),
      identifiers: dependencies.identifiers,
      scheduler: dependencies.scheduler,
      random: dependencies.random,
      transport,
      transactions: new TransactionLayer(transport, dependencies.scheduler, {
        onRequest: (request, transaction, source) => this.#receiveRequest(request, transaction, source),
        onAck: (ack) => this.#environment.dialogs.find(ack)?.receiveAck(ack),
        onOrphanResponse: (response, source) => this.#orphanSuccesses.receive(response, source),
      }),
      dialogs: new DialogRegistry(),
    };
    this.#orphanSuccesses = new OrphanSuccesses(this.#environment);
  }

  get counters(): UserAgentCounters {
    const { received, dropped } = this.#transport;
    const { retransmitted } = this.#environment.transactions;
    return { received, dropped, retransmitted, rejected: this.#rejected };
  }

  /** Sends an INVITE at once. Throws SipSyntaxError when a URI is not one. */
  invite(request: OutgoingCallRequest): OutgoingCall {
    const call = new UacCall(this.#environment, request);
    call.start();
    return call;
  }

  /**
   * Ends a dialog that was stored by an earlier process. `unknown_dialog`: the peer has ended it already (481). `timeout`: no
   * answer within 32 s, or no way to the peer.
   */
  bye(state: DialogState): Promise<'ended' | 'unknown_dialog' | 'timeout'> {
    const dialog = new Dialog(state);
    const { local, identifiers } = this.#environment;
    const request = createDialogRequest(dialog, 'BYE', local, identifiers.branch());
    return this.#finalStatus(request, dialog.nextHop).then((status) => {
      if (status === 'timeout' || status === 408) return 'timeout';
      return status === 481 ? 'unknown_dialog' : 'ended';
    });
  }

  /** Asks whether a peer is there: the status of its answer. */
  options(uri: string, destination: HostPort): Promise<number | 'timeout'> {
    const { local, identifiers } = this.#environment;
    const hop: Hop = { protocol: 'UDP', host: destination.host, port: destination.port };
    const line = {
      method: 'OPTIONS',
      uri,
      from: formatNameAddress({
        uri: `sip:${formatHost(this.advertisedHost)}`,
        tag: identifiers.tag(),
      }),
      to: formatNameAddress({ uri }),
      callId: identifiers.callId(),
      sequence: 1,
      contactUser: null,
      headers: { Accept: SDP_TYPE },
    };
    return this.#finalStatus(createRequest(line, local, hop, identifiers.branch()), hop);
  }

  /** Idempotent. Sends nothing: whoever has calls ends them first; those that are left end with cause `transport`. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    this.#environment.transactions.close();
    this.#orphanSuccesses.close();
    for (const owner of this.#environment.dialogs.all()) owner.abandon('the user agent was closed');
    await this.#transport.close();
  }

  #finalStatus(request: SipRequest, hop: Hop): Promise<number | 'timeout'> {
    return new Promise((resolve) => {
      this.#environment.transactions.request(request, hop, {
        onResponse: (response) => response.status >= 200 && resolve(response.status),
        onTimeout: () => resolve('timeout'),
        onTransportError: () => resolve('timeout'),
      });
    });
  }

  /** Answered without a transaction (RFC 3261 section 8.2.7): a repetition gets another answer. */
  #refuseBadRequest(request: SipRequest, status: number, problem: string, source: Hop): void {
    this.#rejected += 1;
    const toTag = this.#environment.identifiers.tag();
    // RFC 4475 section 3.1.2.18: a method that nothing is known of decides, before what its request looks like.
    const unknownMethod = refuseMethod(request.method);
    const response =
      unknownMethod?.status === 501
        ? createResponse(request, 501, { toTag, headers: unknownMethod.headers })
        : createResponse(request, status, { toTag, reason: problem });
    this.#transport.sendUnobserved(response, responseHop(request, source));
  }

  #receiveRequest(request: SipRequest, transaction: ServerTransaction, source: Hop): void {
    const refusal = screen(request);
    if (refusal) this.#refuse(request, transaction, refusal.status, refusal);
    else if (request.method === 'CANCEL') this.#receiveCancel(request, transaction);
    else if (request.toTag !== null) this.#receiveInDialog(request, transaction);
    else if (this.#environment.transactions.isMerged(request, transaction)) this.#refuse(request, transaction, 482);
    else if (transaction instanceof InviteServerTransaction) this.#receiveInvite(request, transaction, source);
    else if (request.method === 'OPTIONS') this.#answerOptions(request, transaction, source);
    else this.#refuse(request, transaction, 481); // BYE, INFO and UPDATE have no place outside a dialog
  }

  #refuse(request: SipRequest, transaction: ServerTransaction, status: number, parts: ResponseParts = {}): void {
    this.#rejected += 1;
    const { local, identifiers } = this.#environment;
    const headers = { Server: local.userAgentName, ...parts.headers };
    transaction.respond(createResponse(request, status, { ...parts, headers, toTag: identifiers.tag() }));
  }

  /** RFC 3261 section 9.2: 200 whenever the INVITE is known, even when it is answered already and nothing comes of it. */
  #receiveCancel(cancel: SipRequest, transaction: ServerTransaction): void {
    const invite = this.#environment.transactions.cancelled(cancel);
    if (!invite) {
      this.#refuse(cancel, transaction, 481);
      return;
    }
    transaction.respond(createResponse(cancel, 200, { toTag: invite.toTag ?? this.#environment.identifiers.tag() }));
    invite.onCancel();
  }

  #receiveInDialog(request: SipRequest, transaction: ServerTransaction): void {
    const owner = this.#environment.dialogs.find(request);
    if (owner) owner.receive(request, transaction);
    else this.#refuse(request, transaction, 481);
  }

  #receiveInvite(request: SipRequest, transaction: InviteServerTransaction, source: Hop): void {
    if (!this.#isWelcome(request, source)) {
      this.#refuse(request, transaction, 403);
      return;
    }
    const { host, port } = source;
    transaction.respond(createResponse(request, 100));
    const localTag = this.#environment.identifiers.tag();
    const call = new UasCall(this.#environment, request, transaction, localTag, { host, port });
    call.start();
    this.#options.onInvite(call);
  }

  #isWelcome(request: SipRequest, { host, port }: Hop): boolean {
    return this.#options.isTrusted?.({ host, port }, request) ?? true;
  }

  #answerOptions(request: SipRequest, transaction: ServerTransaction, source: Hop): void {
    if (!this.#isWelcome(request, source)) {
      this.#refuse(request, transaction, 403);
      return;
    }
    const { local, identifiers } = this.#environment;
    const headers = { ...CAPABILITY_HEADERS, Server: local.userAgentName };
    transaction.respond(createResponse(request, 200, { headers, toTag: identifiers.tag() }));
  }
}

function isUnspecified(host: string): boolean {
  return host === '0.0.0.0' || host === '::';
}
