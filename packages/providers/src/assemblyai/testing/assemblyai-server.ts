import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HeardSpeech, SpeechToTextServer } from '../../testing/conformance/speech-to-text-fixture.ts';
import { type VendorPeer, VendorServer } from '../../testing/vendor-server.ts';
import { UniversalConversation } from './universal-conversation.ts';

/** AssemblyAI on loopback: `/v3/ws`. */
export class AssemblyAiServer extends VendorServer implements SpeechToTextServer {
  /** Addresses of the sockets that were taken. */
  readonly urls: URL[] = [];
  #listening: UniversalConversation | null = null;

  get heardMs(): number {
    return this.#listening?.heardMs ?? 0;
  }

  get finalizes(): number {
    return this.#listening?.finalizes ?? 0;
  }

  get messages(): number {
    return this.#listening?.messages ?? 0;
  }

  /** The newest socket. */
  get universal(): UniversalConversation {
    return this.#listening!;
  }

  hear(speech: HeardSpeech): void {
    this.universal.hear(speech);
  }

  settle(speech: HeardSpeech): void {
    this.universal.settle(speech);
  }

  protected override isAuthorized({ headers }: IncomingMessage): boolean {
    return headers.authorization === this.apiKey;
  }

  protected override connected(peer: VendorPeer): void {
    this.urls.push(peer.url);
    if (peer.url.pathname !== '/v3/ws') peer.socket.close(1008, 'no such path');
    this.#listening = new UniversalConversation(peer.socket, peer.url.searchParams, (message) =>
      this.sendJson(peer, message),
    );
  }

  protected override received(_peer: VendorPeer, message: Buffer, isBinary: boolean): void {
    this.universal.received(message, isBinary);
  }

  protected override requested(_request: IncomingMessage, response: ServerResponse): void {
    response.writeHead(404).end();
  }
}
