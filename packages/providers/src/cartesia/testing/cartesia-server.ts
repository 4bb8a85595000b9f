import type { IncomingMessage, ServerResponse } from 'node:http';
import { SpeechVendorServer } from '../../testing/speech-vendor-server.ts';
import type { VendorPeer } from '../../testing/vendor-server.ts';
import { InkConversation } from './ink-conversation.ts';
import { SonicConversation } from './sonic-conversation.ts';

const MAX_CLAUSES = 100;

interface Voice {
  id: string;
  name: string;
  language: string;
}

/** Cartesia on loopback: Sonic, Ink with turns, and voices. */
export class CartesiaServer extends SpeechVendorServer<InkConversation, SonicConversation> {
  /** Addresses of the sockets that were taken. */
  readonly urls: URL[] = [];
  /** All of the account, listed page by page. */
  voices: Voice[] = [];
  #holdsNext = false;

  /** The newest socket of each kind. */
  get ink(): InkConversation {
    return this.listening!;
  }

  get sonic(): SonicConversation {
    return [...this.speaking.values()].at(-1)!;
  }

  override holdNext(): void {
    this.#holdsNext = true;
  }

  protected override isAuthorized({ headers }: IncomingMessage): boolean {
    return (
      headers.authorization === `Bearer ${this.apiKey}` && /^\d{4}-\d\d-\d\d$/.test(String(headers['cartesia-version']))
    );
  }

  protected override connected(peer: VendorPeer): void {
    this.urls.push(peer.url);
    const send = (message: object): void => this.sendJson(peer, message);
    if (peer.url.pathname === '/stt/turns/websocket')
      this.listening = new InkConversation(peer.socket, peer.url.searchParams, send);
    else if (peer.url.pathname === '/tts/websocket') this.#speak(peer, send);
    else peer.socket.close(1008, 'no such path');
  }

  protected override received(peer: VendorPeer, message: Buffer, isBinary: boolean): void {
    const conversation = this.speaking.get(peer);
    if (conversation) conversation.received(message);
    else this.listening!.received(message, isBinary);
  }

  /** `GET /voices`, by `limit` and `starting_after`. */
  protected override requested(request: IncomingMessage, response: ServerResponse): void {
    const { pathname, searchParams } = new URL(request.url ?? '/', this.baseUrl);
    response.writeHead(pathname === '/voices' ? 200 : 404, { 'content-type': 'application/json' });
    const after = searchParams.get('starting_after');
    const from = this.voices.findIndex(({ id }) => id === after) + 1;
    const to = from + Number(searchParams.get('limit') ?? 10);
    response.end(JSON.stringify({ data: this.voices.slice(from, to), has_more: to < this.voices.length }));
  }

  #speak(peer: VendorPeer, send: (message: object) => void): void {
    const conversation = new SonicConversation(send, (text) => {
      this.clauses.push(text);
      if (this.clauses.length > MAX_CLAUSES) this.clauses.shift();
      const isHeld = this.#holdsNext;
      this.#holdsNext = false;
      return isHeld;
    });
    this.speaking.set(peer, conversation);
    peer.socket.on('close', () => this.speaking.delete(peer));
  }
}
