import type { SipMessage } from '../messages/message.ts';
import { type ParseResult, parseMessage } from '../messages/parse-message.ts';
import { type EncodedMessage, encode } from '../messages/serialize-message.ts';
import { stampSource } from './source.ts';
import type { Hop, Protocol, Receive, Transport } from './transport.ts';

export interface MessageHandlers {
  onMessage(message: SipMessage, source: Hop): void;
  onBadRequest(result: Extract<ParseResult, { kind: 'bad_request' }>, source: Hop): void;
  /** Sees everything that goes in and out, retransmissions too. */
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
    const result = parseMessage(bytes);
    if (result.kind === 'keep_alive') return;
    this.received += 1;
    if (result.kind === 'not_sip') {
      this.dropped += 1;
      return;
    }
    const message = result.kind === 'message' ? result.message : result.request;
    if (message.kind === 'request') stampSource(message, source);
    this.#handlers.observe('in', message, source);
    if (result.kind === 'message') this.#handlers.onMessage(result.message, source);
    else this.#handlers.onBadRequest(result, source);
  };

  sendMessage(message: SipMessage, hop: Hop, onError?: (error: Error) => void): EncodedMessage {
    const encoded = encode(message);
    this.send(encoded, hop, onError);
    return encoded;
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
