import { hash, randomBytes } from 'node:crypto';
import { createResponse, type ResponseParts } from './messages/create-response.ts';
import type { SipRequest } from './messages/message.ts';
import { encode } from './messages/serialize-message.ts';
import type { MessageTransport } from './transports/message-transport.ts';
import { responseHop } from './transports/source.ts';
import type { Hop } from './transports/transport.ts';

const TAG_LENGTH = 16;

/**
 * Responds without a transaction (RFC 3261 section 8.2.7): nothing is kept, a repeated request gets the same response, and the
 * ACK to it finds nothing.
 */
export class StatelessResponder {
  readonly #transport: MessageTransport;
  readonly #serverName: string;
  /** Makes tags that only we can foretell. */
  readonly #secret = randomBytes(16).toString('hex');

  constructor(transport: MessageTransport, serverName: string) {
    this.#transport = transport;
    this.#serverName = serverName;
  }

  respond(request: SipRequest, source: Hop, status: number, parts: ResponseParts = {}): void {
    const headers = { ...parts.headers, Server: this.#serverName };
    const response = createResponse(request, status, { ...parts, headers, toTag: this.#tagOf(request) });
    this.#transport.send(encode(response), responseHop(request, source));
  }

  /**
   * To a request that may be malformed. What is optional is left out when the response would have more than `mostBytes`; false
   * when that is not enough, and nothing is sent.
   */
  respondBriefly(
    request: SipRequest,
    source: Hop,
    status: number,
    mostBytes: number,
    parts: ResponseParts = {},
  ): boolean {
    const toTag = this.#tagOf(request);
    for (const affordable of [{ ...parts, toTag }, { toTag }]) {
      const response = encode(createResponse(request, status, affordable));
      if (response.bytes.length > mostBytes) continue;
      this.#transport.sendUnobserved(response, responseHop(request, source));
      return true;
    }
    return false;
  }

  /** The same for each copy of a request. A malformed one may lack any of this. */
  #tagOf({ headers }: SipRequest): string {
    const identity = ['via', 'from', 'call-id', 'cseq'].map((name) => headers.get(name) ?? '');
    return hash('sha256', `${this.#secret}\n${identity.join('\n')}`).slice(0, TAG_LENGTH);
  }
}
