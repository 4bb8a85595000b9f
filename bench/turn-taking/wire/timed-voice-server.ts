import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { encodeG711 } from '@parley/audio';
import { spokenText } from '@parley/conversation';
import { type WebSocket, WebSocketServer } from 'ws';
import type { AgentVoice } from '../agent/agent-voice.ts';

interface Generation {
  context_id: string;
  transcript?: string;
  cancel?: boolean;
}

/** One line of calls' voice, by the protocol of Cartesia: sound with the times of its words. */
export class TimedVoiceServer {
  /** Of the call that the line holds now. */
  voice: AgentVoice | null = null;
  readonly #server: Server;
  readonly #sockets: WebSocketServer;
  readonly #cancelled = new Set<string>();

  private constructor() {
    this.#server = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ data: [{ id: 'voice', name: 'Ann', language: 'en' }], has_more: false }));
    });
    this.#sockets = new WebSocketServer({ server: this.#server, path: '/tts/websocket' });
    this.#sockets.on('connection', (socket) => {
      socket.on('message', (bytes) => {
        this.#receive(socket, JSON.parse(bytes.toString())).catch((error: Error) => socket.close(1011, error.message));
      });
    });
  }

  static async start(): Promise<TimedVoiceServer> {
    const server = new TimedVoiceServer();
    server.#server.listen(0, '127.0.0.1');
    await once(server.#server, 'listening');
    return server;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    for (const socket of this.#sockets.clients) socket.terminate();
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #receive(socket: WebSocket, { context_id: context, transcript, cancel }: Generation): Promise<void> {
    const send = (message: object): void => socket.send(JSON.stringify({ ...message, context_id: context }));
    if (cancel) {
      this.#cancelled.add(context);
      return send({ type: 'done', done: true });
    }
    const request = { text: transcript!, voice: 'bench', language: 'en-US', signal: new AbortController().signal };
    for await (const { samples, words = [] } of spokenText(this.voice!, request)) {
      if (this.#cancelled.delete(context)) return;
      send({ type: 'chunk', data: Buffer.from(encodeG711('PCMU', samples)).toString('base64') });
      const word_timestamps = {
        words: words.map(({ text }) => text),
        start: words.map(({ startMs }) => startMs / 1000),
        end: words.map(({ endMs }) => endMs / 1000),
      };
      send({ type: 'timestamps', word_timestamps });
    }
    send({ type: 'done', done: true });
  }
}
