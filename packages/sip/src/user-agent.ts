import { DatagramGate } from './admission/datagram-gate.ts';
import { InviteAdmission, type InviteLimits } from './admission/invite-admission.ts';
import { type AuthenticationFailure, Authenticator, type Credentials } from './authentication/authenticator.ts';
import { DigestGuard } from './authentication/digest-guard.ts';
import type { IncomingCall, OutgoingCall, OutgoingCallRequest } from './calls/call.ts';
import type { CallEnvironment } from './calls/call-environment.ts';
import { OrphanSuccesses } from './calls/orphan-success.ts';
import { ParallelCall } from './calls/parallel-call.ts';
import { SESSION_TIMER_POLICY, type SessionTimerPolicy } from './calls/session-timer-policy.ts';
import { UacCall } from './calls/uac-call.ts';
import { createDialogRequest, createRequest, type RequestLine } from './dialogs/create-request.ts';
import { Dialog } from './dialogs/dialog.ts';
import { DialogRegistry } from './dialogs/dialog-registry.ts';
import { restoreDialogState, type StoredDialogState } from './dialogs/dialog-state.ts';
import { type Identifiers, randomIdentifiers } from './identifiers.ts';
import { LocalIdentity } from './local-identity.ts';
import { SDP_TYPE, type SipMessage } from './messages/message.ts';
import { formatNameAddress } from './messages/name-address.ts';
import { formatHost } from './messages/uri.ts';
import { Registrar, type RegistrarOptions } from './registrar/registrar.ts';
import { BULK_HEADERS } from './registrations/bulk.ts';
import { Registration, type RegistrationRequest, type RegistrationState } from './registrations/registration.ts';
import { RequestSender } from './request-sender.ts';
import { type Scheduler, systemScheduler } from './scheduler.ts';
import type { RequestUser, SentRequest } from './sent-request.ts';
import { StatelessResponder } from './stateless-responder.ts';
import { TransactionLayer } from './transactions/transaction-layer.ts';
import { ConnectionError } from './transports/connection-error.ts';
import { MessageTransport } from './transports/message-transport.ts';
import type {
  ConnectionReport,
  Hop,
  Listener,
  OpenTransport,
  Protocol,
  Receive,
  Transport,
} from './transports/transport.ts';
import { UdpTransport } from './transports/udp-transport.ts';
import { UserAgentServer } from './user-agent-server.ts';

export interface UserAgentOptions {
  readonly host: string; // local address to bind, and to put into Via and Contact
  readonly ipv6Host?: string | undefined; // another one, of IPv6, for peers there: bound at the same ports
  readonly port: number; // of UDP; 0: any
  /** Transports besides UDP, at the same address. */
  readonly listeners?: readonly Listener[];
  readonly publicHost?: string; // put into Via and Contact instead of `host`, behind NAT
  readonly userAgentName: string; // User-Agent and Server
  /** A call comes in, and 100 Trying is out. Takes place while the datagram is handled: it must not block. */
  onInvite(call: IncomingCall): void;
  /**
   * Whether requests outside dialogs are taken from there. False: a few in a second get 403, the others nothing, and none of
   * them is held or shown. Left out: all are.
   */
  isTrusted?(source: Hop): boolean;
  /** What the peer that is there knows us by, for the calls that it begins. Left out: it asks for nothing. */
  credentialsFor?(source: Hop): Credentials | null;
  /** Whether two hosts are those of one peer, which may replace its own calls (RFC 3891 section 9). Left out: where they are one host. */
  isSamePeer?(one: Hop, other: Hop): boolean;
  /** Calls over them get 503 with Retry-After, and far over them nothing. Left out: no limits. */
  readonly inviteLimits?: InviteLimits;
  /** Telephones register here, from wherever they are (RFC 3261 section 10.3). Left out: 405. */
  readonly registrar?: RegistrarOptions;
  /** How long sessions last that are not refreshed (RFC 4028). Left out: half an hour, and at least 90 s in calls of others. */
  readonly sessionTimers?: SessionTimerPolicy;
  /** Sees every message in and out, retransmissions too. The bytes are those on the wire, and valid until it returns. */
  onMessage?(direction: 'in' | 'out', message: SipMessage, peer: Hop, bytes: Buffer): void;
  /** What `onMessage` saw going out did not get there, for want of a connection. */
  onUnsent?(message: SipMessage, bytes: Buffer, error: Error): void;
}

/** What became of a request: its final response, or why there is none. */
export type RequestOutcome =
  | 'timeout'
  | ConnectionError
  | {
      readonly status: number;
      /** Why it ended with 401 or 407. */
      readonly authentication: AuthenticationFailure | null;
      /** How many contacts it names; to a REGISTER, how many bindings the address of record has (RFC 3261 section 10.3). */
      readonly contacts: number;
    };

interface RegistrarQuery extends Pick<RegistrationRequest, 'registrar' | 'addressOfRecord' | 'hop'> {
  readonly isBulk?: boolean;
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
  readonly ignored: number; // datagrams of untrusted sources that got no response
  readonly retransmitted: number;
  readonly rejected: number; // requests refused before a call or a dialog heard of them
  readonly transactions: number; // that live now, also those that only absorb copies
  readonly dialogs: number; // that live now, early ones too
}

const realDependencies: UserAgentDependencies = {
  openTransport: (local, receive) => UdpTransport.open(local, receive),
  scheduler: systemScheduler,
  identifiers: randomIdentifiers,
  random: Math.random,
};

/** A SIP user agent on one address, over UDP and whatever else it is given listeners for: places calls, takes calls, and answers everything else as RFC 3261 has it. */
export class UserAgent {
  readonly host: string;
  readonly ports: ReadonlyMap<Protocol, number>;
  /** The address that peers are given: in Via, Contact, and all else that names this user agent. */
  readonly advertisedHost: string;
  readonly #transport: MessageTransport;
  readonly #environment: CallEnvironment;
  readonly #orphanSuccesses: OrphanSuccesses;
  readonly #server: UserAgentServer;
  readonly #gate: DatagramGate;
  readonly #admission: InviteAdmission | null;
  readonly #registrations = new Set<Registration>();
  #closing: Promise<void> | null = null;

  /** Rejects with ListenError when the address cannot be bound, with RangeError when no peer could answer to it. */
  static async start(options: UserAgentOptions, dependencies: Partial<UserAgentDependencies> = {}): Promise<UserAgent> {
    if (isUnspecified(options.host) && !options.publicHost) {
      throw new RangeError(
        `${options.host} is no address to answer to: set publicHost, or bind an address of this host`,
      );
    }
    const used = { ...realDependencies, ...dependencies };
    const transport = new MessageTransport({
      onMessage: (message, source) => agent.#environment.transactions.receive(message, source),
      judge: (bytes, source) => agent.#gate.judge(bytes, source),
      onRefused: (refused, source) => agent.#server.refuse(refused, source),
      observe: (direction, message, peer, bytes) => options.onMessage?.(direction, message, peer, bytes),
      observeUnsent: (message, bytes, error) => options.onUnsent?.(message, bytes, error),
    });
    const listeners = [{ port: options.port, open: used.openTransport }, ...(options.listeners ?? [])];
    const sockets = await openAll(options.host, listeners, transport.receive);
    if (options.ipv6Host !== undefined) {
      const same = listeners.map((listener, index) => ({ ...listener, port: sockets[index]!.port }));
      const further = await openAll(options.ipv6Host, same, transport.receive).catch(async (error: unknown) => {
        await Promise.all(sockets.map((socket) => socket.close()));
        throw error;
      });
      sockets.push(...further);
    }
    for (const socket of sockets) transport.attach(socket);
    const agent = new UserAgent(options, used, transport, portsOf(sockets));
    return agent;
  }

  private constructor(
    options: UserAgentOptions,
    dependencies: UserAgentDependencies,
    transport: MessageTransport,
    ports: ReadonlyMap<Protocol, number>,
  ) {
    this.host = options.host;
    this.ports = ports;
    this.advertisedHost = options.publicHost ?? options.host;
    this.#transport = transport;
    const hosts = { host: this.advertisedHost, ipv6Host: options.ipv6Host };
    const local = new LocalIdentity(hosts, ports, options.userAgentName);
    const transactions = new TransactionLayer(transport, dependencies.scheduler, {
      onRequest: (request, source) => this.#server.receive(request, source),
      onAck: (ack) => this.#environment.dialogs.find(ack)?.receiveAck(ack),
      onOrphanResponse: (response, source) => this.#orphanSuccesses.receive(response, source),
    });
    this.#environment = {
      local,
      identifiers: dependencies.identifiers,
      scheduler: dependencies.scheduler,
      random: dependencies.random,
      transport,
      transactions,
      sender: new RequestSender({ ...dependencies, transactions, local, carries: (hop) => transport.carries(hop) }),
      guard: options.registrar ? new DigestGuard(options.registrar) : null,
      credentialsFor: (source) => options.credentialsFor?.(source) ?? null,
      isSamePeer: (one, other) => one.host === other.host || (options.isSamePeer?.(one, other) ?? false),
      dialogs: new DialogRegistry(),
      sessionTimers: options.sessionTimers ?? SESSION_TIMER_POLICY,
    };
    this.#orphanSuccesses = new OrphanSuccesses(this.#environment);
    const { scheduler } = dependencies;
    const { dialogs, guard } = this.#environment;
    const { isTrusted, inviteLimits } = options;
    this.#admission = inviteLimits ? new InviteAdmission(scheduler, inviteLimits) : null;
    const takesRegistrations = options.registrar !== undefined;
    const gateOptions = { isTrusted, transactions, dialogs, admission: this.#admission, takesRegistrations };
    this.#gate = new DatagramGate(scheduler, gateOptions);
    const responder = new StatelessResponder(transport, options.userAgentName);
    const registrar = options.registrar && guard ? new Registrar(responder, guard, options.registrar) : null;
    const onInvite = (call: IncomingCall) => options.onInvite(call);
    this.#server = new UserAgentServer(this.#environment, responder, this.#admission, onInvite, registrar);
  }

  /** The address that messages to a peer carry. */
  hostFor(peer: Pick<Hop, 'host'>): string {
    return this.#environment.local.hostFor(peer);
  }

  /** Of UDP. */
  get port(): number {
    return this.ports.get('udp')!;
  }

  get counters(): UserAgentCounters {
    const { received, dropped, ignored } = this.#transport;
    const { transactions, dialogs } = this.#environment;
    const { rejected, unanswered } = this.#server;
    return {
      received,
      dropped,
      ignored: ignored + unanswered,
      retransmitted: transactions.retransmitted,
      rejected,
      transactions: transactions.count,
      dialogs: dialogs.count,
    };
  }

  /** Sends an INVITE at once. Throws SipSyntaxError when a URI is not one. */
  invite(request: OutgoingCallRequest): OutgoingCall {
    const call = new UacCall(this.#environment, request);
    call.start();
    return call;
  }

  /** The same to several telephones at once, of which the first that answers has the call; one request at least. */
  inviteAll(requests: readonly OutgoingCallRequest[]): OutgoingCall {
    const [first, ...others] = requests;
    if (!first) throw new RangeError('a call needs at least one destination');
    if (others.length === 0) return this.invite(first);
    const callId = first.callId ?? this.#environment.identifiers.callId();
    return new ParallelCall(requests.map((request) => this.invite({ ...request, callId })));
  }

  /**
   * Ends a dialog that was stored by an earlier process. `unknown_dialog`: the peer has ended it already (481). `timeout`: no
   * answer within 32 s, or no way to the peer. `ownHops`: those of the peer, should the one that the dialog was begun with be gone.
   */
  bye(
    state: StoredDialogState,
    credentials: Credentials | null = null,
    ownHops: readonly Hop[] = [],
  ): Promise<'ended' | 'unknown_dialog' | 'timeout'> {
    const dialog = new Dialog(restoreDialogState(state), new Authenticator(credentials));
    const { local, identifiers } = this.#environment;
    const request = createDialogRequest(dialog, 'BYE', local, identifiers.branch());
    const { sender } = this.#environment;
    return this.#outcome((user) => sender.sendInDialog(request, dialog, user, ownHops)).then((outcome) => {
      if (outcome === 'timeout' || outcome instanceof ConnectionError || outcome.status === 408) return 'timeout';
      return outcome.status === 481 ? 'unknown_dialog' : 'ended';
    });
  }

  /** Connects with a peer over TCP or TLS, for what is sent to it afterwards. Rejects with ConnectionError. */
  connect(hop: Hop): Promise<ConnectionReport> {
    return this.#transport.connect(hop);
  }

  /** Asks whether a peer is there. */
  options(uri: string, hop: Hop, credentials: Credentials | null = null): Promise<RequestOutcome> {
    const line = { method: 'OPTIONS', uri, from: `sip:${formatHost(this.hostFor(hop))}`, to: uri };
    return this.#ask({ ...line, contactUser: null, headers: { Accept: SDP_TYPE } }, hop, credentials);
  }

  /**
   * Asks a registrar for the bindings of an address of record, and changes none (RFC 3261 section 10.2.3): whether it knows us by
   * these credentials. `isBulk`: and lets all numbers be registered at once (RFC 6140).
   */
  queryRegistrar(
    { registrar, addressOfRecord, hop, isBulk }: RegistrarQuery,
    credentials: Credentials | null,
  ): Promise<RequestOutcome> {
    const headers = isBulk ? { ...BULK_HEADERS, Supported: 'path' } : {};
    const line = { method: 'REGISTER', uri: registrar, from: addressOfRecord, to: addressOfRecord, headers };
    return this.#ask(line, hop, credentials);
  }

  /**
   * Registers at a registrar, again and again until it is ended. `onState` hears of each change, the end included. Throws
   * SipSyntaxError when the registrar is no URI.
   */
  register(
    request: RegistrationRequest,
    credentials: Credentials | null,
    onState: (state: RegistrationState) => void = () => {},
  ): Registration {
    const registration = new Registration(this.#environment, request, new Authenticator(credentials), (state) => {
      if (state.kind === 'ended') this.#registrations.delete(registration);
      onState(state);
    });
    this.#registrations.add(registration);
    registration.start();
    return registration;
  }

  /** Idempotent. Sends nothing: calls are to be ended before; those that are left end with cause `transport`. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    for (const registration of this.#registrations) registration.abandon();
    this.#environment.sender.close();
    this.#environment.transactions.close();
    this.#orphanSuccesses.close();
    this.#gate.close();
    this.#admission?.close();
    for (const owner of this.#environment.dialogs.all()) owner.abandon('the user agent was closed');
    await this.#transport.close();
  }

  /** A single request outside of dialogs. `from` and `to` are URIs. */
  #ask(
    line: Omit<RequestLine, 'callId' | 'sequence'>,
    hop: Hop,
    credentials: Credentials | null,
  ): Promise<RequestOutcome> {
    const { local, identifiers, sender } = this.#environment;
    const complete = {
      ...line,
      from: formatNameAddress({ uri: line.from, tag: identifiers.tag() }),
      to: formatNameAddress({ uri: line.to }),
      callId: identifiers.callId(),
      sequence: 1,
    };
    const request = createRequest(complete, local, hop, identifiers.branch());
    return this.#outcome((user) => sender.send(request, hop, new Authenticator(credentials), user));
  }

  #outcome(send: (user: RequestUser) => SentRequest): Promise<RequestOutcome> {
    return new Promise((resolve) => {
      const sent = send({
        onResponse: ({ status, headers }) =>
          status >= 200 && resolve({ status, authentication: sent.failure, contacts: headers.all('contact').length }),
        onTimeout: () => resolve('timeout'),
        onTransportError: (error) => resolve(error instanceof ConnectionError ? error : 'timeout'),
      });
    });
  }
}

/** All or none. */
async function openAll(host: string, listeners: readonly Listener[], receive: Receive): Promise<Transport[]> {
  const opened = await Promise.allSettled(listeners.map(({ port, open }) => open({ host, port }, receive)));
  const transports = opened.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const failure = opened.find((result) => result.status === 'rejected');
  if (!failure) return transports;
  await Promise.all(transports.map((transport) => transport.close()));
  throw failure.reason;
}

function portsOf(transports: readonly Transport[]): ReadonlyMap<Protocol, number> {
  return new Map(transports.map(({ protocol, port }) => [protocol, port]));
}

function isUnspecified(host: string): boolean {
  return host === '0.0.0.0' || host === '::';
}
