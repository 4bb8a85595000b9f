import { isIPv6 } from 'node:net';
import type { SipMessage, SipRequest } from '../messages/message.ts';
import { type ParseResult, parseMessage } from '../messages/parse-message.ts';
import type { EncodedMessage } from '../messages/serialize-message.ts';
import { sentByHop, stampSource } from './source.ts';
import type {
  ConnectionReport,
  Hop,
  KeepAliveOptions,
  KeptConnection,
  Protocol,
  Receive,
  Transport,
} from './transport.ts';

type BadRequest = Extract<ParseResult, { kind: 'bad_request' }>;

/** The last three: worth one response, and no state. */
export type Verdict = 'accept' | 'drop' | 'untrusted' | 'too_large' | 'overload';

/** A request that is refused; `problem` when it is also malformed. */
export interface RefusedRequest {
  readonly request: SipRequest;
  readonly problem: { readonly status: number; readonly reason: string } | null;
  readonly verdict: Exclude<Verdict, 'drop'>;
  readonly bytes: number; // of its datagram
}

export interface MessageHandlers {
  /** Before anything is read. */
  judge(bytes: Buffer, source: Hop): Verdict;
  onMessage(message: SipMessage, source: Hop): void;
  /** It is malformed, or was judged so. */
  onRefused(refused: RefusedRequest, source: Hop): void;
  /**
   * Sees every well-formed message that goes in or out, retransmissions too; nothing of requests that are refused. The bytes are
   * those on the wire, and valid until it returns.
   */
  observe(direction: 'in' | 'out', message: SipMessage, peer: Hop, bytes: Buffer): void;
  /** What was observed on its way out did not get there: there was no connection, or it ended before. */
  observeUnsent(message: SipMessage, bytes: Buffer, error: Error): void;
}

/** RFC 3261 section 18 above the sockets: bytes become messages, and messages find the transport that carries them. */
export class MessageTransport {
  readonly #transports = new Map<string, Transport>();
  readonly #handlers: MessageHandlers;
  received = 0;
  dropped = 0;
  ignored = 0;

  constructor(handlers: MessageHandlers) {
    this.#handlers = handlers;
  }

  /** Messages find their transport by the protocol of their hop, and by the family of its address where there are two. */
  attach(transport: Transport): void {
    this.#transports.set(keyOf(transport.protocol, isIPv6(transport.host)), transport);
  }

  /** Whether a transport to it is open. */
  carries(hop: Hop): boolean {
    return this.#transportTo(hop) !== undefined;
  }

  #transportTo({ protocol, host }: Hop): Transport | undefined {
    const isOfIpv6 = host.includes(':') && isIPv6(host);
    return this.#transports.get(keyOf(protocol, isOfIpv6)) ?? this.#transports.get(keyOf(protocol, !isOfIpv6));
  }

  readonly receive: Receive = (bytes, source) => {
    // Before the user agent is ready a message is like one that got lost: its sender repeats it.
    if (this.#transports.size === 0) return;
    const verdict = this.#handlers.judge(bytes, source);
    if (verdict === 'drop') {
      this.received += 1;
      this.ignored += 1;
      return;
    }
    const result = parseMessage(bytes);
    if (result.kind === 'keep_alive') return;
    this.received += 1;
    if (result.kind === 'not_sip') this.dropped += 1;
    else if (result.kind === 'bad_request') this.#refuse(result.request, badness(result), verdict, bytes, source);
    else this.#receiveMessage(result.message, verdict, bytes, source);
  };

  #receiveMessage(message: SipMessage, verdict: RefusedRequest['verdict'], bytes: Buffer, source: Hop): void {
    if (verdict !== 'accept' && message.kind === 'request') {
      this.#refuse(message, null, verdict, bytes, source);
      return;
    }
    if (message.kind === 'request') stampSource(message, source);
    this.#handlers.observe('in', message, source, bytes);
    this.#handlers.onMessage(message, source);
  }

  #refuse(
    request: SipRequest,
    problem: RefusedRequest['problem'],
    verdict: RefusedRequest['verdict'],
    bytes: Buffer,
    source: Hop,
  ): void {
    stampSource(request, source);
    this.#handlers.onRefused({ request, problem, verdict, bytes: bytes.length }, source);
  }

  /** For the response to a refused request, which may lack what observers take for granted. */
  sendUnobserved({ bytes }: EncodedMessage, hop: Hop): void {
    this.#transportTo(hop)?.send(bytes, hop, () => {});
  }

  send(encoded: EncodedMessage, hop: Hop, onError: (error: Error) => void = () => {}): void {
    const transport = this.#transportTo(hop);
    if (!transport) {
      queueMicrotask(() => onError(new Error(`no transport for ${hop.protocol.toUpperCase()} is open`)));
      return;
    }
    const { message, bytes } = encoded;
    const isStray = message.kind === 'response' && transport.hasConnectionWith?.(hop) === false;
    const way = isStray ? sentByHop(message, hop) : hop;
    this.#handlers.observe('out', message, way, bytes);
    transport.send(bytes, way, (error) => {
      this.#handlers.observeUnsent(message, bytes, error);
      onError(error);
    });
  }

  /** Connects with a peer over TCP or TLS. Rejects with ConnectionError, and where this transport is not open or makes no connections. */
  async connect(hop: Hop): Promise<ConnectionReport> {
    const transport = this.#transportTo(hop);
    if (!transport?.connect) throw new Error(`no ${hop.protocol.toUpperCase()} transport makes connections`);
    return transport.connect(hop);
  }

  /** Keeps the connection with a peer alive. Null: there is none. */
  keepAlive(hop: Hop, options: KeepAliveOptions): KeptConnection | null {
    return this.#transportTo(hop)?.keepAlive?.(hop, options) ?? null;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#transports.values()].map((transport) => transport.close()));
  }
}

const keyOf = (protocol: Protocol, isOfIpv6: boolean) => `${protocol} ${isOfIpv6 ? 6 : 4}`;

function badness({ status, problem }: BadRequest): RefusedRequest['problem'] {
  return { status, reason: problem };
}
