import { timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { availableParallelism } from 'node:os';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { InstalledModel } from '../../open-models/installed-models.ts';
import { recognizerConfiguration, voiceConfiguration } from './configuration.ts';
import { DecodeLoop } from './decode-loop.ts';
import type { OfflineTts, OnlineRecognizer, SherpaLibrary } from './library.ts';
import { Listening } from './listening.ts';
import { LoadedModels, type LoadedModelsOptions, ModelRefusal } from './loaded-models.ts';
import { LISTEN_PATH, SPEAK_PATH } from './protocol.ts';
import { Speaking } from './speaking.ts';
import { SynthesisQueue } from './synthesis-queue.ts';

export interface EngineServerOptions extends LoadedModelsOptions {
  library: SherpaLibrary;
  key: string;
}

/** Recognition and speech for all calls of an installation. */
export class EngineServer {
  readonly #key: string;
  readonly #http: Server = createServer((_request, response) => response.writeHead(404).end());
  readonly #sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  readonly #recognizers: LoadedModels<OnlineRecognizer>;
  readonly #voices: LoadedModels<OfflineTts>;
  readonly #loop = new DecodeLoop();
  readonly #queue = new SynthesisQueue(Math.max(1, availableParallelism() - 1));

  constructor({ library, key, ...options }: EngineServerOptions) {
    this.#key = key;
    this.#recognizers = new LoadedModels(
      options,
      (model) => new library.OnlineRecognizer(recognizerConfiguration(model, model.recognizer!)),
    );
    this.#voices = new LoadedModels(options, (model) =>
      library.OfflineTts.createAsync(voiceConfiguration(model, model.voice!)),
    );
    this.#http.on('upgrade', (request, socket, head) => void this.#upgrade(request, socket, head));
  }

  /** A connection that was taken by the process that has started this one. */
  take(socket: Socket): void {
    this.#http.emit('connection', socket);
    socket.resume();
  }

  async #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    socket.on('error', () => undefined);
    const { pathname, searchParams } = new URL(request.url ?? '/', 'ws://engine');
    if (!this.#isAuthorized(request)) refuse(socket, 401, 'the key is not the one of this engine');
    else if (pathname === SPEAK_PATH)
      this.#accept(request, socket, head, (taken) => new Speaking({ socket: taken, ...this.#speech }));
    else if (pathname === LISTEN_PATH) {
      const model = await this.#recognizerOf(searchParams);
      if (model instanceof ModelRefusal) refuse(socket, model.status, model.message);
      else {
        const language = searchParams.get('language');
        this.#accept(
          request,
          socket,
          head,
          (taken) => new Listening({ socket: taken, model, language, ...this.#hearing }),
        );
      }
    } else refuse(socket, 404, 'there is no such path');
  }

  get #speech() {
    return { voices: this.#voices, queue: this.#queue };
  }

  get #hearing() {
    return { recognizers: this.#recognizers, loop: this.#loop };
  }

  #isAuthorized({ headers }: IncomingMessage): boolean {
    const [given, wanted] = [Buffer.from(headers.authorization ?? ''), Buffer.from(`Bearer ${this.#key}`)];
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  }

  async #recognizerOf(asked: URLSearchParams): Promise<InstalledModel | ModelRefusal> {
    const name = asked.get('model');
    try {
      return await (name === null
        ? this.#recognizers.findFor(asked.get('language'))
        : this.#recognizers.find(name, 'recognition'));
    } catch (cause) {
      if (cause instanceof ModelRefusal) return cause;
      throw cause;
    }
  }

  #accept(request: IncomingMessage, socket: Duplex, head: Buffer, begin: (taken: WebSocket) => unknown): void {
    this.#sockets.handleUpgrade(request, socket, head, (taken) => {
      taken.on('error', () => undefined);
      begin(taken);
    });
  }
}

function refuse(socket: Duplex, status: number, message: string): void {
  const length = Buffer.byteLength(message);
  socket.end(`HTTP/1.1 ${status} Refused\r\ncontent-length: ${length}\r\nconnection: close\r\n\r\n${message}`);
}
