import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Resampler, readWav, SAMPLE_RATE_HZ, wavHeader } from '@parley/audio';
import { BuiltinSpeech } from '@parley/providers';
import { KnownSpeech, type SpokenSentence, type Understood, understood } from './known-speech.ts';

const VOICE = 'slt';

/**
 * A server of one's own that speaks OpenAI's protocol: it listens, thinks and speaks. It understands the
 * sentences that it knows, or a piece of one, by what the upload sounds like.
 */
export class OwnSpeechServer {
  /** What was understood, in order. */
  readonly heard: string[] = [];
  /** Which language each upload was to be heard as; null: whatever it is. */
  readonly languages: (string | null)[] = [];
  readonly spoken: string[] = [];
  readonly chats: any[] = [];
  /** What the model says to the caller's last words. */
  reply: (words: string, request: any) => string = () => 'I see.';
  /** A tool that the model wants to use instead. */
  useTool: (request: any) => { name: string; arguments: object } | null = () => null;
  readonly #sounds = new Map<string, Promise<Buffer>>();
  readonly #speech = new BuiltinSpeech({ recognizes: false });
  readonly #sentences: KnownSpeech[];
  readonly #server: Server;

  private constructor(sentences: KnownSpeech[]) {
    this.#sentences = sentences;
    this.#server = createServer((request, response) => {
      this.#serve(request, response).catch((error: Error) => {
        response.writeHead(500, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ error: { message: error.message } }));
      });
    });
  }

  /** @param sentences what it can understand */
  static async start(sentences: readonly SpokenSentence[]): Promise<OwnSpeechServer> {
    const server = new OwnSpeechServer(sentences.map((sentence) => new KnownSpeech(sentence)));
    server.#server.listen(0, '127.0.0.1');
    await once(server.#server, 'listening');
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await this.#speech.close();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request);
    switch (request.url) {
      case '/v1/audio/transcriptions':
        return json(response, await this.#transcribe(request, body));
      case '/v1/audio/speech':
        return this.#speak(JSON.parse(body.toString()), response);
      case '/v1/chat/completions':
        return this.#chat(JSON.parse(body.toString()), response);
      case '/v1/models':
        return json(response, { data: ['whisper-1', 'tts-1', 'talk'].map((id) => ({ id })) });
      default:
        response.writeHead(404).end();
    }
  }

  async #transcribe(request: IncomingMessage, body: Buffer): Promise<Understood> {
    const form = await new Response(new Uint8Array(body), {
      headers: { 'content-type': request.headers['content-type']! },
    }).formData();
    const file = form.get('file') as File;
    const { samples, sampleRateHz } = readWav(new Uint8Array(await file.arrayBuffer()));
    const resampler = new Resampler(sampleRateHz, SAMPLE_RATE_HZ);
    const heard = [...resampler.process(Int16Array.from(samples)), ...resampler.flush()];
    const { text, language } = understood(this.#sentences, heard);
    this.heard.push(text);
    this.languages.push(form.get('language') as string | null);
    // Only this format has more than the text.
    return { text, language: form.get('response_format') === 'verbose_json' ? language : null };
  }

  async #speak({ input }: { input: string }, response: ServerResponse): Promise<void> {
    this.spoken.push(input);
    const sound = this.#sounds.get(input) ?? this.#soundOf(input);
    this.#sounds.set(input, sound);
    const data = await sound;
    response.writeHead(200, { 'content-type': 'audio/wav' });
    response.write(wavHeader({ sampleRateHz: SAMPLE_RATE_HZ, channels: 1, dataBytes: data.length }));
    response.end(data);
  }

  async #soundOf(text: string): Promise<Buffer> {
    const { signal } = new AbortController();
    const pieces: Buffer[] = [];
    for await (const { samples } of this.#speech.speak({ text, voice: VOICE, language: 'en-US', signal }))
      pieces.push(Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength));
    return Buffer.concat(pieces);
  }

  #chat(request: any, response: ServerResponse): void {
    this.chats.push(request);
    const words = request.messages.findLast(({ role }: any) => role === 'user')?.content ?? '';
    const text = this.reply(typeof words === 'string' ? words : words.map(({ text }: any) => text).join(' '), request);
    if (!request.stream) {
      const analysis = { summary: 'A pizza was ordered.', sentiment: 'positive', outcome: 'success' };
      json(response, {
        id: 'c',
        choices: [
          { index: 0, message: { role: 'assistant', content: JSON.stringify(analysis) }, finish_reason: 'stop' },
        ],
      });
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const tool = this.useTool(request);
    if (tool) {
      const called = { name: tool.name, arguments: JSON.stringify(tool.arguments) };
      const toolCalls = [{ index: 0, id: `call_${this.chats.length}`, type: 'function', function: called }];
      const choices = [{ index: 0, delta: { tool_calls: toolCalls }, finish_reason: 'tool_calls' }];
      response.end(`data: ${JSON.stringify({ choices })}\n\ndata: [DONE]\n\n`);
      return;
    }
    for (const piece of text.match(/\S+\s*/g) ?? [])
      response.write(
        `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: piece }, finish_reason: null }] })}\n\n`,
      );
    response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })}\n\n`);
    response.end('data: [DONE]\n\n');
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

function json(response: ServerResponse, body: object): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
