import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ChatRequest {
  authorization: string | undefined;
  /** The client's socket: the same number for requests over the same connection. */
  connection: number;
  body: any;
}

export interface FakeAnswer {
  /** Streamed piece by piece. */
  text?: string[];
  toolCalls?: { id: string; name: string; arguments: string }[];
  /** Refuses with this status instead. */
  status?: number;
  error?: Record<string, unknown>;
  /** Of a refusal. */
  headers?: Record<string, string>;
  /** As it says in an answer in one piece; left out: 10 tokens in and 10 out. */
  usage?: Record<string, unknown>;
  /** Never answers, or never goes on after the text. */
  hangs?: 'at_once' | 'after_text';
  /** What follows the text instead of the end. */
  breaks?: 'error_event' | 'garbage' | 'no_finish';
}

/** A server that speaks OpenAI's chat completions, with the answers that a test gives. Knows the models of `models`. */
export class FakeOpenAi {
  readonly models = new Set(['test-model']);
  readonly requests: ChatRequest[] = [];
  /** Requests of other routes, by method and path. */
  readonly otherRequests: string[] = [];
  /** Chat requests whose client went away before the answer was complete. */
  abandoned = 0;
  apiKey: string | null = null;
  answer: (request: ChatRequest) => FakeAnswer;
  readonly #server: Server;
  readonly #connections = new WeakMap<object, number>();
  #connectionCount = 0;
  #waiting: (() => void)[] = [];

  private constructor(answer: (request: ChatRequest) => FakeAnswer) {
    this.answer = answer;
    this.#server = createServer((request, response) => void this.#serve(request, response));
    this.#server.on('connection', (socket) => this.#connections.set(socket, ++this.#connectionCount));
  }

  static async start(answer: (request: ChatRequest) => FakeAnswer): Promise<FakeOpenAi> {
    const fake = new FakeOpenAi(answer);
    fake.#server.listen(0, '127.0.0.1');
    await once(fake.#server, 'listening');
    return fake;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
  }

  /** Resolves when it holds; it is looked at after each thing that happens here. */
  async when(holds: () => boolean): Promise<void> {
    while (!holds()) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** As a crash does, or a cable that is pulled. */
  dropConnections(): void {
    this.#server.closeAllConnections();
  }

  async close(): Promise<void> {
    this.dropConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== 'POST' || request.url !== '/v1/chat/completions') {
      this.otherRequests.push(`${request.method} ${request.url}`);
      this.#happened();
      return sendJson(response, 200, { object: 'list', data: [...this.models].map((id) => ({ id, object: 'model' })) });
    }
    const body = JSON.parse(Buffer.concat(await request.toArray()).toString());
    const chat = {
      authorization: request.headers.authorization,
      connection: this.#connections.get(request.socket)!,
      body,
    };
    response.on('close', () => {
      if (!response.writableFinished) this.abandoned += 1;
      this.#happened();
    });
    this.requests.push(chat);
    this.#happened();
    const refusal = this.#refusalOf(chat);
    if (refusal) return refuse(response, refusal);
    const answer = this.answer(chat);
    if (answer.hangs === 'at_once') return;
    if (answer.status !== undefined) return refuse(response, answer);
    if (body.stream) stream(response, body.model, answer);
    else sendJson(response, 200, completion(body.model, answer));
  }

  #refusalOf({ authorization, body }: ChatRequest): FakeAnswer | null {
    if (this.apiKey !== null && authorization !== `Bearer ${this.apiKey}`) {
      const message = `Incorrect API key provided: ${authorization?.slice('Bearer '.length)}.`;
      return { status: 401, error: { message, type: 'invalid_request_error', code: 'invalid_api_key' } };
    }
    if (this.models.has(body.model)) return null;
    const message = `The model \`${body.model}\` does not exist or you do not have access to it.`;
    return { status: 404, error: { message, type: 'invalid_request_error', param: null, code: 'model_not_found' } };
  }

  #happened(): void {
    for (const wake of this.#waiting.splice(0)) wake();
  }
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function refuse(response: ServerResponse, { status, error, headers = {} }: FakeAnswer): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  sendJson(response, status!, { error });
}

const head = (model: string, object: string) => ({
  id: 'chatcmpl-1',
  object,
  created: 1_790_000_000,
  model,
  system_fingerprint: 'fp_1',
});

const wireCall = (call: { id: string; name: string; arguments: string }) => ({
  id: call.id,
  type: 'function',
  function: { name: call.name, arguments: call.arguments },
});

function completion(model: string, { text, toolCalls, usage }: FakeAnswer) {
  const message = {
    role: 'assistant',
    content: text?.join('') ?? null,
    refusal: null,
    ...(toolCalls && { tool_calls: toolCalls.map(wireCall) }),
  };
  return {
    ...head(model, 'chat.completion'),
    choices: [{ index: 0, message, logprobs: null, finish_reason: toolCalls ? 'tool_calls' : 'stop' }],
    usage: usage ?? { prompt_tokens: 10, completion_tokens: 10, total_tokens: 20 },
  };
}

function stream(
  response: ServerResponse,
  model: string,
  { text = [], toolCalls = [], hangs, breaks }: FakeAnswer,
): void {
  const send = (data: unknown) => response.write(`data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`);
  const chunk = (delta: object, finishReason: string | null = null) =>
    send({
      ...head(model, 'chat.completion.chunk'),
      choices: [{ index: 0, delta, logprobs: null, finish_reason: finishReason }],
    });
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
  chunk({ role: 'assistant', content: '', refusal: null });
  for (const content of text) chunk({ content });
  if (hangs) return;
  if (breaks === 'error_event')
    send({ error: { message: 'The server had an error.', type: 'server_error', code: null } });
  if (breaks === 'garbage') send('{"choices": [');
  if (breaks) return void response.end();
  for (const [index, call] of toolCalls.entries()) streamToolCall(index, call, chunk);
  chunk({}, toolCalls.length > 0 ? 'tool_calls' : 'stop');
  send('[DONE]');
  response.end();
}

/** The name comes first, the arguments in halves, as OpenAI sends them. */
function streamToolCall(
  index: number,
  call: { id: string; name: string; arguments: string },
  chunk: (delta: object) => void,
): void {
  chunk({ tool_calls: [{ index, ...wireCall({ ...call, arguments: '' }) }] });
  const half = Math.ceil(call.arguments.length / 2);
  for (const part of [call.arguments.slice(0, half), call.arguments.slice(half)]) {
    chunk({ tool_calls: [{ index, function: { arguments: part } }] });
  }
}
