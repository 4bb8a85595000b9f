import type { IncomingMessage, ServerResponse } from 'node:http';
import { SpeechVendorServer } from '../../testing/speech-vendor-server.ts';
import type { VendorPeer } from '../../testing/vendor-server.ts';
import { ListenConversation } from './listen-conversation.ts';
import { SpeakConversation } from './speak-conversation.ts';

const MAX_CLAUSES = 100;
const LANGUAGES = [
  { code: 'en', name: 'English' },
  { code: 'es', name: 'Spanish' },
];

/** Soniox on loopback: recognition, speech, and what there is of both. */
export class SonioxServer extends SpeechVendorServer<ListenConversation, SpeakConversation> {
  /** Voices of the account's own, listed page by page. */
  cloned: { id: string; name: string; status: string }[] = [];
  #holdsNext = false;

  /** The newest socket of each kind. */
  get listen(): ListenConversation {
    return this.listening!;
  }

  get speak(): SpeakConversation {
    return [...this.speaking.values()].at(-1)!;
  }

  override holdNext(): void {
    this.#holdsNext = true;
  }

  protected override isAuthorized({ headers }: IncomingMessage): boolean {
    return headers.authorization === `Bearer ${this.apiKey}`;
  }

  protected override connected(peer: VendorPeer): void {
    const send = (message: object): void => this.sendJson(peer, message);
    const { pathname } = peer.url;
    if (pathname === '/transcribe-websocket') this.listening = new ListenConversation(peer.socket, send);
    else if (pathname === '/tts-websocket') this.#speak(peer, send);
    else peer.socket.close(1008, 'no such path');
  }

  protected override received(peer: VendorPeer, message: Buffer, isBinary: boolean): void {
    const conversation = this.speaking.get(peer);
    if (conversation) conversation.received(message);
    else this.listen.received(message, isBinary);
  }

  protected override requested(request: IncomingMessage, response: ServerResponse): void {
    const { pathname, searchParams } = new URL(request.url ?? '/', this.baseUrl);
    const list = this.#listOf(pathname, searchParams);
    response.writeHead(list ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(list ?? { status_code: 404, error_type: 'not_found', message: 'Not found' }));
  }

  #listOf(path: string, query: URLSearchParams): object | null {
    if (path === '/v1/models') return { models: LISTENING };
    if (path === '/v1/tts-models') return { models: SPEAKING };
    if (path !== '/v1/voices') return null;
    const from = Number(query.get('cursor') ?? 0);
    const to = from + Number(query.get('limit') ?? 10);
    const voices = this.cloned.slice(from, to).map(({ status, ...voice }) => ({
      ...voice,
      models: [{ model: 'tts-rt-v2', status }],
    }));
    return { voices, next_page_cursor: to < this.cloned.length ? String(to) : null };
  }

  #speak(peer: VendorPeer, send: (message: object) => void): void {
    const conversation = new SpeakConversation(send, (text) => {
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

const LISTENING = [
  {
    id: 'stt-rt-v5',
    aliased_model_id: null,
    name: 'Real-time v5',
    transcription_mode: 'real_time',
    languages: LANGUAGES,
  },
  { id: 'stt-async-v5', aliased_model_id: null, name: 'Async v5', transcription_mode: 'async', languages: LANGUAGES },
];

const SPEAKING = [
  {
    id: 'tts-rt-v2',
    aliased_model_id: null,
    name: 'Text-to-Speech v2',
    languages: LANGUAGES,
    voices: [
      { id: 'Adrian', description: 'A calm man', gender: 'male' },
      { id: 'Maya', description: '', gender: 'female' },
    ],
  },
  { id: 'tts-rt-preview', aliased_model_id: 'tts-rt-v2', name: 'Preview', languages: LANGUAGES, voices: [] },
];
