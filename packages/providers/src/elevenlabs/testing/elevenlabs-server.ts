import type { IncomingMessage, ServerResponse } from 'node:http';
import { SpeechVendorServer } from '../../testing/speech-vendor-server.ts';
import type { VendorPeer } from '../../testing/vendor-server.ts';
import { type AlignmentFaults, MultiStreamConversation } from './multi-stream-conversation.ts';
import { ScribeConversation } from './scribe-conversation.ts';

const MAX_CLAUSES = 100;

/** ElevenLabs on loopback: `multi-stream-input`, realtime transcription, voices and models. */
export class ElevenLabsServer extends SpeechVendorServer<ScribeConversation, MultiStreamConversation> {
  /** Addresses of the sockets that were taken. */
  readonly urls: URL[] = [];
  /** What `GET` of a path answers. */
  readonly resources: Record<string, unknown> = { '/v1/voices': { voices: [] }, '/v1/models': [] };
  /** Of the sockets that come. */
  alignments: AlignmentFaults = {};
  isSnakeCase = false;
  #holdsNext = 0;

  /** The newest socket of each kind. */
  get scribe(): ScribeConversation {
    return this.listening!;
  }

  get multiStream(): MultiStreamConversation {
    return [...this.speaking.values()].at(-1)!;
  }

  override holdNext(count = 1): void {
    this.#holdsNext = count;
  }

  protected override isAuthorized({ headers }: IncomingMessage): boolean {
    return headers['xi-api-key'] === this.apiKey;
  }

  protected override connected(peer: VendorPeer): void {
    this.urls.push(peer.url);
    const send = (message: object): void => this.sendJson(peer, message);
    const { pathname } = peer.url;
    if (pathname === '/v1/speech-to-text/realtime') this.listening = new ScribeConversation(peer, send);
    else if (/^\/v1\/text-to-speech\/[^/]+\/multi-stream-input$/.test(pathname)) this.#speak(peer, send);
    else peer.socket.close(1008, 'no such path');
  }

  protected override received(peer: VendorPeer, message: Buffer, isBinary: boolean): void {
    const conversation = this.speaking.get(peer);
    if (conversation) conversation.received(message);
    else this.listening!.received(message, isBinary);
  }

  protected override requested(request: IncomingMessage, response: ServerResponse): void {
    const resource = this.resources[request.url ?? ''];
    response.writeHead(resource === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(resource ?? { detail: { status: 'not_found' } }));
  }

  #speak(peer: VendorPeer, send: (message: object) => void): void {
    const conversation = new MultiStreamConversation(peer, send, (text) => {
      this.clauses.push(text);
      if (this.clauses.length > MAX_CLAUSES) this.clauses.shift();
      this.#holdsNext -= 1;
      return this.#holdsNext >= 0;
    });
    conversation.alignments = this.alignments;
    conversation.isSnakeCase = this.isSnakeCase;
    this.speaking.set(peer, conversation);
    peer.socket.on('close', () => this.speaking.delete(peer));
  }
}
