import type { IncomingMessage, ServerResponse } from 'node:http';
import type { LanguageModelServer, ScriptedAnswer } from '../../testing/conformance/language-model.ts';
import type { HeardSpeech, SpeechToTextServer } from '../../testing/conformance/speech-to-text-fixture.ts';
import type { SpeechToSpeechServer } from '../../testing/conformance/spoken-talk.ts';
import type { TextToSpeechServer } from '../../testing/conformance/text-to-speech.ts';
import { type VendorPeer, VendorServer } from '../../testing/vendor-server.ts';
import { type ChatBody, ChatEndpoint } from './chat-endpoint.ts';
import { RealtimeSession } from './realtime-session.ts';
import { RealtimeTalk } from './realtime-talk.ts';
import { type SpeechBody, SpeechEndpoint } from './speech-endpoint.ts';
import { TranscriptionEndpoint } from './transcription-endpoint.ts';

/** A server that speaks OpenAI's protocols, as OpenAI's documentation has them; behind `/v1` or without it. */
export class OpenAiServer
  extends VendorServer
  implements SpeechToTextServer, TextToSpeechServer, LanguageModelServer, SpeechToSpeechServer
{
  readonly chat = new ChatEndpoint();
  readonly speech = new SpeechEndpoint();
  readonly transcription = new TranscriptionEndpoint();
  /** Conversations by speech. */
  readonly talk = new RealtimeTalk();
  /** What `GET /models` and `GET /audio/voices` list; null: there is no such list. */
  models: object[] | null = [{ id: 'gpt-6-luna', object: 'model', owned_by: 'openai' }];
  voices: unknown[] | null = null;
  /** Headers of every response. */
  headers: Record<string, string> = {};
  /** A server of one's own may need none. */
  needsKey = true;
  /** Queries of the sockets. */
  readonly queries: string[] = [];
  #sessions = new Map<VendorPeer, { receive(text: string): void }>();
  #newest: RealtimeSession | null = null;

  get session(): RealtimeSession {
    if (!this.#newest) throw new Error('no session was opened');
    return this.#newest;
  }

  get heardMs(): number {
    return this.#newest?.heardMs ?? 0;
  }

  get finalizes(): number {
    return this.#newest?.finalizes ?? 0;
  }

  get messages(): number {
    return this.#newest?.messages ?? 0;
  }

  hear(speech: HeardSpeech): void {
    this.session.hear(speech);
  }

  settle(speech: HeardSpeech, behind?: number): void {
    this.session.settle(speech, behind);
  }

  get clauses(): readonly string[] {
    return this.speech.clauses;
  }

  audioOf(text: string): Int16Array {
    return this.speech.audioOf(text);
  }

  holdNext(): void {
    this.speech.holdNext();
  }

  release(): void {
    this.speech.release();
  }

  get requests(): number {
    return this.chat.bodies.length;
  }

  get abandoned(): number {
    return this.chat.abandoned;
  }

  answerNext(answer: ScriptedAnswer): void {
    this.chat.answerNext(answer);
  }

  protected isAuthorized({ headers }: IncomingMessage): boolean {
    return !this.needsKey || headers.authorization === `Bearer ${this.apiKey}`;
  }

  protected connected(peer: VendorPeer): void {
    this.queries.push(peer.url.search);
    const send = (event: object): void => this.sendJson(peer, event);
    if (peer.url.searchParams.get('intent') === 'transcription') {
      this.#newest = new RealtimeSession(send);
      this.#sessions.set(peer, this.#newest);
    } else this.#sessions.set(peer, this.talk.open(send));
    peer.socket.on('close', () => this.#sessions.delete(peer));
  }

  protected received(peer: VendorPeer, message: Buffer): void {
    this.#sessions.get(peer)?.receive(message.toString('utf8'));
  }

  protected requested(request: IncomingMessage, response: ServerResponse): void {
    for (const [name, value] of Object.entries(this.headers)) response.setHeader(name, value);
    // Behind what the endpoints note at the same time.
    response.on('close', () => setImmediate(() => this.changed()));
    void this.#serve(request, response).catch((error: Error) => response.destroy(error));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const route = `${request.method} ${request.url!.replace(/^\/v1\b/, '')}`;
    const body = Buffer.concat(await request.toArray());
    if (route === 'POST /chat/completions')
      this.chat.serve(JSON.parse(body.toString()) as ChatBody, response, this.splitsCharacters);
    else if (route === 'POST /audio/speech') this.speech.serve(JSON.parse(body.toString()) as SpeechBody, response);
    else if (route === 'POST /audio/transcriptions') {
      this.transcription.splitsCharacters = this.splitsCharacters;
      await this.transcription.serve(body, request.headers['content-type'] ?? '', response, () => this.changed());
    } else if (route === 'GET /models' && this.models) sendJson(response, { object: 'list', data: this.models });
    else if (route === 'GET /audio/voices' && this.voices) sendJson(response, { voices: this.voices });
    else response.writeHead(404, { 'content-type': 'application/json' }).end('{"detail":"Not Found"}');
    this.changed();
  }
}

function sendJson(response: ServerResponse, body: object): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
