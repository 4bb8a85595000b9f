import {
  type ClauseRequest,
  RequestedSpeech,
  type SpeechChunk,
  type SpeechOptions,
  type SpeechSession,
  type TextToSpeech,
  type TextToSpeechCapabilities,
} from '@parley/conversation';
import type { ContextProtocol } from './context-protocol.ts';
import { ContextSocket } from './context-socket.ts';

/** Speech of one call in contexts, on one connection for each address of the vendor. */
export class ContextTextToSpeech<M extends object> implements TextToSpeech {
  readonly name: string;
  readonly capabilities: TextToSpeechCapabilities;
  readonly #protocol: ContextProtocol<M>;
  readonly #sockets = new Map<string, ContextSocket<M>>();
  readonly #sessions = new Set<SpeechSession>();

  constructor(protocol: ContextProtocol<M>) {
    this.name = protocol.name;
    this.capabilities = protocol.capabilities;
    this.#protocol = protocol;
  }

  prewarm(options: SpeechOptions): void {
    this.#socket(options).connect();
  }

  open(options: SpeechOptions): SpeechSession {
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
    for (const socket of this.#sockets.values()) socket.close();
  }

  #socket(options: SpeechOptions): ContextSocket<M> {
    const url = this.#protocol.url(options);
    const socket = this.#sockets.get(url) ?? new ContextSocket(this.#protocol, url);
    this.#sockets.set(url, socket);
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
