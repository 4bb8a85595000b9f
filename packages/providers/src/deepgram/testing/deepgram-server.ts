import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HeardSpeech, SpeechToTextServer } from '../../testing/conformance/speech-to-text-fixture.ts';
import type { TextToSpeechServer } from '../../testing/conformance/text-to-speech.ts';
import { type VendorPeer, VendorServer } from '../../testing/vendor-server.ts';
import { AuraConversation } from './aura-conversation.ts';
import { FluxConversation } from './flux-conversation.ts';
import type { ListenConversation } from './listen-conversation.ts';
import { NovaConversation } from './nova-conversation.ts';

/** Deepgram on loopback: `/v1/listen`, `/v2/listen`, `/v1/speak` and `/v1/models`. */
export class DeepgramServer extends VendorServer implements SpeechToTextServer, TextToSpeechServer {
  /** What `/v1/models` has. */
  models: object = { stt: [], tts: [] };
  /** Query of the newest socket. */
  query = new URLSearchParams();
  readonly clauses: string[] = [];
  #listening: ListenConversation | null = null;
  readonly #speaking = new Map<VendorPeer, AuraConversation>();
  #holdsNext = false;

  get heardMs(): number {
    return this.#listening?.heardMs ?? 0;
  }

  get finalizes(): number {
    return this.#listening?.finalizes ?? 0;
  }

  get messages(): number {
    return this.#listening?.messages ?? 0;
  }

  /** The newest stream, for what only one of the protocols has. */
  get nova(): NovaConversation {
    return this.#listening as NovaConversation;
  }

  get flux(): FluxConversation {
    return this.#listening as FluxConversation;
  }

  get aura(): AuraConversation[] {
    return [...this.#speaking.values()];
  }

  hear(speech: HeardSpeech): void {
    this.#listening!.hear(speech);
  }

  settle(speech: HeardSpeech): void {
    this.#listening!.settle(speech);
  }

  audioOf(text: string): Int16Array {
    return AuraConversation.samplesOf(text);
  }

  holdNext(): void {
    this.#holdsNext = true;
  }

  release(): void {
    for (const conversation of this.#speaking.values()) conversation.release();
  }

  protected override isAuthorized({ headers }: IncomingMessage): boolean {
    return headers.authorization?.toLowerCase() === `token ${this.apiKey}`.toLowerCase();
  }

  protected override connected(peer: VendorPeer): void {
    this.query = peer.url.searchParams;
    const send = (message: object): void => this.sendJson(peer, message);
    const { pathname } = peer.url;
    if (pathname === '/v1/listen') this.#listening = new NovaConversation(peer.socket, this.query, send);
    else if (pathname === '/v2/listen') this.#listening = new FluxConversation(peer.socket, this.query, send);
    else if (pathname === '/v1/speak') this.#speaking.set(peer, this.#speak(peer, send));
    else peer.socket.close(1008, 'DATA-0000');
    peer.socket.on('close', () => this.#speaking.delete(peer));
  }

  protected override received(peer: VendorPeer, message: Buffer, isBinary: boolean): void {
    const conversation = this.#speaking.get(peer);
    if (conversation) conversation.received(message, isBinary);
    else this.#listening!.received(message, isBinary);
  }

  protected override requested(request: IncomingMessage, response: ServerResponse): void {
    if (request.url !== '/v1/models') response.writeHead(404).end('{}');
    else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(this.models));
  }

  #speak(peer: VendorPeer, send: (message: object) => void): AuraConversation {
    return new AuraConversation(peer, send, (text) => {
      this.clauses.push(text);
      if (this.clauses.length > 100) this.clauses.shift();
      const isHeld = this.#holdsNext;
      this.#holdsNext = false;
      return isHeld;
    });
  }
}
