import type { SipMessage } from '../messages/message.ts';
import { type ParseResult, parseMessage } from '../messages/parse-message.ts';
import { type EncodedMessage, serializeMessage } from '../messages/serialize-message.ts';
import { stampSource } from './source.ts';
import type { Hop, Protocol, Receive, Transport } from './transport.ts';

type BadRequest = Extract<ParseResult, { kind: 'bad_request' }>;

export interface MessageHandlers {
  onMessage(message: SipMessage, source: Hop): void;
  onBadRequest(result: BadRequest, source: Hop): void;
  /** Sees every well-formed message that goes in or out, retransmissions too. */
  observe(direction: 'in' | 'out', message: SipMessage, peer: Hop): void;
}

/** RFC 3261 section 18 above the sockets: bytes become messages, and messages find the transport that carries them. */
export class MessageTransport {
  readonly #transports = new Map<Protocol, Transport>();
  readonly #handlers: MessageHandlers;
  received = 0;
  dropped = 0;

  constructor(handlers: MessageHandlers) {
    this.#handlers = handlers;
  }

  attach(transport: Transport): void {
    this.#transports.set(transport.protocol, transport);
  }

  readonly receive: Receive = (bytes, source) => {
    // Before the user agent is ready a message is like one that got lost: its sender repeats it.
    if (this.#transports.size === 0) return;
    const result = parseMessage(bytes);
    if (result.kind === 'keep_alive') return;
    this.received += 1;
    if (result.kind === 'not_sip') this.dropped += 1;
    else if (result.kind === 'bad_request') this.#receiveBadRequest(result, source);
    else this.#receiveMessage(result.message, source);
  };

  #receiveBadRequest(result: BadRequest, source: Hop): void {
    stampSource(result.request, source);
    this.#handlers.onBadRequest(result, source);
  }

  #receiveMessage(message: SipMessage, source: Hop): void {
    if (message.kind === 'request') stampSource(message, source);
    this.#handlers.observe('in', message, source);
    this.#handlers.onMessage(message, source);
  }

  /** For the answer to a malformed request, which may lack what observers take for granted. */
  sendUnobserved(message: SipMessage, hop: Hop): void {
    this.#transports.get(hop.protocol)?.send(serializeMessage(message), hop, () => {});
  }

  send(encoded: EncodedMessage, hop: Hop, onError: (error: Error) => void = () => {}): void {
    const transport = this.#transports.get(hop.protocol);
    if (!transport) {
      queueMicrotask(() => onError(new Error(`no ${hop.protocol} transport is open`)));
      return;
    }
    this.#handlers.observe('out', encoded.message, hop);
    transport.send(encoded.bytes, hop, onError);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#transports.values()].map((transport) => transport.close()));
  }
}
