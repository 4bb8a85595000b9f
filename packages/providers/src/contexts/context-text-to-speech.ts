import {
  type ClauseRequest,
  RequestedSpeech,
  type SpeechChunk,
  type SpeechOptions,
  type SpeechSession,
  type TextToSpeech,
  type TextToSpeechCapabilities,
} from '@parley/conversation/provider';
import type { ContextProtocol } from './context-protocol.ts';
import { ContextSocket } from './context-socket.ts';

/** Speech of one call in contexts, on one connection for each address of the vendor. */
export class ContextTextToSpeech<M extends object> implements TextToSpeech {
  readonly name: string;
  readonly capabilities: TextToSpeechCapabilities;
  readonly #protocol: ContextProtocol<M>;
  readonly #sockets = new Map<string, ContextSocket<M>[]>();
  /** Those over which nothing new is said. */
  #retired: ContextSocket<M>[] = [];
  readonly #sessions = new Set<SpeechSession>();

  constructor(protocol: ContextProtocol<M>) {
    this.name = protocol.name;
    this.capabilities = protocol.capabilities;
    this.#protocol = protocol;
  }

  prewarm(options: SpeechOptions): void {
    this.#socket(options).connect();
  }

  open(options: SpeechOptions, isFresh = false): SpeechSession {
    if (isFresh) this.#retire(options);
    const session = new ContextSession(
      options,
      (request) => this.#socket(options).speak(request),
      () => this.#sessions.delete(session),
    );
    this.#sessions.add(session);
    return session;
  }

  close(): void {
    for (const session of this.#sessions) session.close();
    for (const socket of [...this.#sockets.values(), this.#retired].flat()) socket.close();
  }

  #retire(options: SpeechOptions): void {
    const url = this.#protocol.url(options);
    const sockets = this.#sockets.get(url) ?? [];
    this.#sockets.delete(url);
    this.#retired.push(...sockets);
    for (const socket of sockets) socket.retire();
  }

  /** One that has room, or may be made; else the first, which will have. */
  #socket(options: SpeechOptions): ContextSocket<M> {
    const url = this.#protocol.url(options);
    const sockets = this.#sockets.get(url) ?? [];
    this.#sockets.set(url, sockets);
    const free = sockets.find(({ hasRoom }) => hasRoom);
    if (free) return free;
    if (sockets.length >= (this.#protocol.maxConnections ?? 1)) return sockets[0]!;
    const socket = new ContextSocket(this.#protocol, url);
    sockets.push(socket);
    return socket;
  }
}

/** Its clauses follow each other, each in a context of its own. */
class ContextSession extends RequestedSpeech {
  readonly #onClosed: () => void;

  constructor(
    options: SpeechOptions,
    speak: (request: ClauseRequest) => AsyncIterable<SpeechChunk>,
    onClosed: () => void,
  ) {
    super(options, speak);
    this.#onClosed = onClosed;
  }

  override close(): void {
    super.close();
    this.#onClosed();
  }
}
