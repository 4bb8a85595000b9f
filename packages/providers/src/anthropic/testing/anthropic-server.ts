import type { IncomingMessage, ServerResponse } from 'node:http';
import type { LanguageModelServer, ScriptedAnswer } from '../../testing/conformance/language-model.ts';
import { VendorServer } from '../../testing/vendor-server.ts';
import { type MessagesBody, streamMessage } from './message-stream.ts';

/** A server that speaks Anthropic's Messages, as Anthropic's documentation has them (https://platform.claude.com/docs/en/api/messages). */
export class AnthropicServer extends VendorServer implements LanguageModelServer {
  readonly bodies: MessagesBody[] = [];
  readonly headers: IncomingMessage['headers'][] = [];
  /** What `GET /v1/models` lists, so many a page. */
  models: { id: string; display_name: string }[] = [{ id: 'claude-haiku-4-5', display_name: 'Claude Haiku 4.5' }];
  modelsPerPage = 20;
  abandoned = 0;
  #answers: ScriptedAnswer[] = [];

  get requests(): number {
    return this.bodies.length;
  }

  answerNext(answer: ScriptedAnswer): void {
    this.#answers.push(answer);
  }

  protected isAuthorized({ headers }: IncomingMessage): boolean {
    return headers['x-api-key'] === this.apiKey;
  }

  protected connected(): void {
    throw new Error('Anthropic has no sockets');
  }

  protected received(): void {
    throw new Error('Anthropic has no sockets');
  }

  protected requested(request: IncomingMessage, response: ServerResponse): void {
    void this.#serve(request, response).catch((error: Error) => response.destroy(error));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat(await request.toArray());
    const { pathname, searchParams } = new URL(request.url!, 'http://127.0.0.1');
    const route = `${request.method} ${pathname}`;
    if (request.headers['anthropic-version'] !== '2023-06-01') refuse(response, 400, 'invalid_request_error');
    else if (route === 'POST /v1/messages')
      this.#answer(request, JSON.parse(body.toString()) as MessagesBody, response);
    else if (route === 'GET /v1/models') this.#list(searchParams, response);
    else refuse(response, 404, 'not_found_error');
    this.changed();
  }

  #answer(request: IncomingMessage, body: MessagesBody, response: ServerResponse): void {
    this.bodies.push(body);
    this.headers.push(request.headers);
    response.on('close', () => {
      if (!response.writableFinished) this.abandoned += 1;
      this.changed();
    });
    const answer = this.#answers.shift() ?? { text: ['Yes.'] };
    if (answer.refusal) {
      const { status, headers, body: message } = answer.refusal;
      response.writeHead(status, headers).end(message);
    } else if (answer.fault === 'page') {
      const headers = { 'content-type': 'text/html; charset=utf-8' };
      response.writeHead(200, headers).end('<!doctype html><title>Welcome</title>');
    } else streamMessage(body, answer, response, this.splitsCharacters);
  }

  #list(query: URLSearchParams, response: ServerResponse): void {
    const first = this.models.findIndex(({ id }) => id === query.get('after_id')) + 1;
    const size = Math.min(this.modelsPerPage, Number(query.get('limit') ?? 20));
    const data = this.models.slice(first, first + size);
    sendJson(response, 200, {
      data: data.map((model) => ({ type: 'model', created_at: '2025-10-15T00:00:00Z', ...model })),
      first_id: data[0]?.id ?? null,
      last_id: data.at(-1)?.id ?? null,
      has_more: first + size < this.models.length,
    });
  }
}

const refuse = (response: ServerResponse, status: number, type: string): void =>
  sendJson(response, status, { type: 'error', error: { type, message: 'Refused.' }, request_id: 'req_1' });

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
