import type { IncomingMessage, ServerResponse } from 'node:http';
import type { LanguageModelServer, ScriptedAnswer } from '../../testing/conformance/language-model.ts';
import type { SpeechToSpeechServer } from '../../testing/conformance/spoken-talk.ts';
import { type VendorPeer, VendorServer } from '../../testing/vendor-server.ts';
import { streamContent } from './content-stream.ts';
import type { LiveConversation } from './live-conversation.ts';
import { LiveTalk } from './live-talk.ts';

export interface GenerateContentBody {
  systemInstruction?: unknown;
  contents: { role: string; parts: Record<string, unknown>[] }[];
  tools?: unknown;
  generationConfig?: object;
}

/** A server that speaks Google's Gemini API, as Google's documentation has it (https://ai.google.dev/api). */
export class GoogleServer extends VendorServer implements LanguageModelServer, SpeechToSpeechServer {
  readonly bodies: GenerateContentBody[] = [];
  readonly paths: string[] = [];
  /** What `GET /v1beta/models` lists, so many a page. */
  models: object[] = [{ name: 'models/gemini-3.5-flash', supportedGenerationMethods: ['generateContent'] }];
  modelsPerPage = 50;
  abandoned = 0;
  /** Conversations by speech. */
  readonly talk = new LiveTalk();
  readonly #sessions = new Map<VendorPeer, LiveConversation>();
  #answers: ScriptedAnswer[] = [];
  #lines: string[][] = [];

  get requests(): number {
    return this.bodies.length;
  }

  answerNext(answer: ScriptedAnswer): void {
    this.#answers.push(answer);
  }

  /** Answers the next request with these responses as they are. */
  respondNext(...responses: object[]): void {
    this.#lines.push(responses.map((response) => JSON.stringify(response)));
  }

  protected isAuthorized({ headers }: IncomingMessage): boolean {
    return headers['x-goog-api-key'] === this.apiKey;
  }

  protected connected(peer: VendorPeer): void {
    if (peer.url.pathname !== '/ws/google.ai.generativelanguage.v1beta.GenerativeService.BidiGenerateContent') {
      peer.socket.close(1008, 'not found');
      return;
    }
    const refuse = (code: number, reason: string): void => peer.socket.close(code, reason.slice(0, 120));
    // In binary frames, as Google sends them; in pieces where a test wants it.
    const send = (message: object): void =>
      this.splitsCharacters ? this.sendJson(peer, message) : peer.socket.send(Buffer.from(JSON.stringify(message)));
    this.#sessions.set(peer, this.talk.open(send, refuse));
    peer.socket.on('close', () => this.#sessions.delete(peer));
  }

  protected received(peer: VendorPeer, message: Buffer): void {
    this.#sessions.get(peer)?.receive(message.toString('utf8'));
  }

  protected requested(request: IncomingMessage, response: ServerResponse): void {
    void this.#serve(request, response).catch((error: Error) => response.destroy(error));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat(await request.toArray());
    const { pathname, searchParams } = new URL(request.url!, 'http://127.0.0.1');
    const isAnswer = /^\/v1beta\/(models|tunedModels)\/[^/:]+:streamGenerateContent$/.test(pathname);
    if (request.method === 'POST' && isAnswer && searchParams.get('alt') === 'sse') {
      this.paths.push(pathname);
      this.#answer(JSON.parse(body.toString()) as GenerateContentBody, response);
    } else if (request.method === 'GET' && pathname === '/v1beta/models') this.#list(searchParams, response);
    else sendJson(response, 404, { error: { code: 404, message: 'Not found.', status: 'NOT_FOUND' } });
    this.changed();
  }

  #answer(body: GenerateContentBody, response: ServerResponse): void {
    this.bodies.push(body);
    response.on('close', () => {
      if (!response.writableFinished) this.abandoned += 1;
      this.changed();
    });
    const lines = this.#lines.shift();
    if (lines) {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(lines.map((line) => `data: ${line}\r\n\r\n`).join(''));
      return;
    }
    const answer = this.#answers.shift() ?? { text: ['Yes.'] };
    if (answer.refusal) {
      const { status, headers, body: message } = answer.refusal;
      response.writeHead(status, headers).end(message);
    } else if (answer.fault === 'page') {
      const headers = { 'content-type': 'text/html; charset=utf-8' };
      response.writeHead(200, headers).end('<!doctype html><title>Welcome</title>');
    } else streamContent(answer, response, this.splitsCharacters);
  }

  #list(query: URLSearchParams, response: ServerResponse): void {
    const first = Number(query.get('pageToken') ?? 0);
    const end = first + Math.min(this.modelsPerPage, Number(query.get('pageSize') ?? 50));
    const next = end < this.models.length ? { nextPageToken: String(end) } : {};
    sendJson(response, 200, { models: this.models.slice(first, end), ...next });
  }
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8' }).end(JSON.stringify(body));
}
