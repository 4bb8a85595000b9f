import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SAMPLE_RATE_HZ, wavHeader } from '@parley/audio';
import { spokenText } from '@parley/conversation';
import type { AgentModel } from '../agent/agent-model.ts';
import type { AgentVoice } from '../agent/agent-voice.ts';

/** What replies and speaks in a call. */
export interface Mind {
  model: AgentModel;
  voice: AgentVoice;
}

const ANALYSIS = { summary: 'Somebody asked questions.', sentiment: 'neutral', outcome: 'success' };

/** One line of calls' model and voice, by the protocol of OpenAI. */
export class ThinkingServer {
  /** Of the call that the line holds now. */
  mind: Mind | null = null;
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => {
      this.#serve(request, response).catch((error: Error) => response.destroy(error));
    });
  }

  static async start(): Promise<ThinkingServer> {
    const server = new ThinkingServer();
    server.#server.listen(0, '127.0.0.1');
    await once(server.#server, 'listening');
    return server;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat(await request.toArray()).toString();
    if (request.url === '/v1/models') sendJson(response, { data: [{ id: 'talk' }, { id: 'voice' }] });
    else if (request.url === '/v1/chat/completions') await this.#reply(JSON.parse(body), response);
    else if (request.url === '/v1/audio/speech') await this.#speak(JSON.parse(body), response);
    else response.writeHead(404).end();
  }

  async #reply({ stream }: { stream?: boolean }, response: ServerResponse): Promise<void> {
    if (!stream || !this.mind) {
      const message = { role: 'assistant', content: JSON.stringify(ANALYSIS) };
      sendJson(response, { id: 'analysis', choices: [{ index: 0, message, finish_reason: 'stop' }] });
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const send = (delta: object, finish: string | null): boolean =>
      response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`);
    const request = { prompt: '', messages: [], tools: [], signal: signalOf(response) };
    for await (const event of this.mind.model.respond(request))
      if (event.type === 'text') send({ content: event.delta }, null);
    send({}, 'stop');
    response.end('data: [DONE]\n\n');
  }

  async #speak({ input }: { input: string }, response: ServerResponse): Promise<void> {
    response.writeHead(200, { 'content-type': 'audio/wav' });
    // As a server that streams: the size is not known yet.
    response.write(wavHeader({ sampleRateHz: SAMPLE_RATE_HZ, channels: 1, dataBytes: 0xffff_ffff }));
    const request = { text: input, voice: 'bench', language: 'en-US', signal: signalOf(response) };
    for await (const { samples } of spokenText(this.mind!.voice, request))
      response.write(Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength));
    response.end();
  }
}

function signalOf(response: ServerResponse): AbortSignal {
  const ended = new AbortController();
  response.on('close', () => ended.abort());
  return ended.signal;
}

const sendJson = (response: ServerResponse, body: object): void => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
};
