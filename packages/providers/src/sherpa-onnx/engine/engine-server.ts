import { timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { availableParallelism } from 'node:os';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { OnnxThread } from '../../onnx/onnx-thread.ts';
import { VoiceBatches } from '../../onnx/voice-batches.ts';
import type { InstalledModel } from '../../open-models/installed-models.ts';
import { recognizerConfiguration, voiceConfiguration } from './configuration.ts';
import { DecodeLoop } from './decode-loop.ts';
import { Detecting } from './detecting.ts';
import { JudgingTurns } from './judging-turns.ts';
import type { OfflineTts, OnlineRecognizer, SherpaLibrary } from './library.ts';
import { Listening } from './listening.ts';
import { LoadedModels, type LoadedModelsOptions, ModelRefusal } from './loaded-models.ts';
import { onnxFileOf } from './onnx-file.ts';
import { DETECT_PATH, LISTEN_PATH, SPEAK_PATH, TURN_PATH } from './protocol.ts';
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
  readonly #detectors: LoadedModels<VoiceBatches>;
  readonly #turns: LoadedModels<OnnxThread>;
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
    const close = (model: { close(): void }) => model.close();
    this.#detectors = new LoadedModels(
      options,
      async (model) => loaded(new VoiceBatches(await onnxFileOf(model))),
      close,
    );
    this.#turns = new LoadedModels(
      options,
      async (model) => loaded(new OnnxThread({ kind: 'end-of-turn', file: await onnxFileOf(model) })),
      close,
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
    else {
      const begin = await this.#beginningOf(pathname, searchParams);
      if (begin instanceof ModelRefusal) refuse(socket, begin.status, begin.message);
      else this.#accept(request, socket, head, begin);
    }
  }

  /** What needs a model that is installed. */
  async #beginningOf(
    pathname: string,
    asked: URLSearchParams,
  ): Promise<((taken: WebSocket) => unknown) | ModelRefusal> {
    try {
      const name = asked.get('model');
      if (pathname === LISTEN_PATH) {
        const language = asked.get('language');
        const model = await this.#recognizerOf(name, language);
        const rateHz = asked.get('sample_rate') === '16000' ? 16_000 : 8000;
        return (socket) => new Listening({ socket, model, language, rateHz, ...this.#hearing });
      }
      if (pathname === DETECT_PATH) {
        const models = this.#detectors;
        const model = await (name === null ? models.findAny('vad') : models.find(name, 'vad'));
        return (socket) => new Detecting({ socket, model, models });
      }
      if (pathname === TURN_PATH) {
        const models = this.#turns;
        const model = await (name === null ? models.findAny('end-of-turn') : models.find(name, 'end-of-turn'));
        return (socket) => new JudgingTurns({ socket, model, models });
      }
      return new ModelRefusal(404, 'there is no such path');
    } catch (cause) {
      if (cause instanceof ModelRefusal) return cause;
      throw cause;
    }
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

  #recognizerOf(name: string | null, language: string | null): Promise<InstalledModel> {
    return name === null ? this.#recognizers.findFor(language) : this.#recognizers.find(name, 'recognition');
  }

  #accept(request: IncomingMessage, socket: Duplex, head: Buffer, begin: (taken: WebSocket) => unknown): void {
    this.#sockets.handleUpgrade(request, socket, head, (taken) => {
      taken.on('error', () => undefined);
      begin(taken);
    });
  }
}

/** Once it can be used; what cannot has ended by itself. */
async function loaded<Model extends { readonly ready: Promise<void> }>(model: Model): Promise<Model> {
  await model.ready;
  return model;
}

function refuse(socket: Duplex, status: number, message: string): void {
  const length = Buffer.byteLength(message);
  socket.end(`HTTP/1.1 ${status} Refused\r\ncontent-length: ${length}\r\nconnection: close\r\n\r\n${message}`);
}
