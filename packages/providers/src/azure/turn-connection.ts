import { randomUUID } from 'node:crypto';
import type { WireSound } from '../recognition/wire-sound.ts';
import { reportedFailure } from '../transport/vendor-failure.ts';
import { VendorSocket, type VendorSocketOptions } from '../transport/vendor-socket.ts';
import { plainId } from './connection.ts';
import type { PhraseMessage } from './heard-phrase.ts';
import {
  binaryMessage,
  jsonMessage,
  jsonOf,
  parseMessage,
  type ServiceMessage,
  speechConfig,
} from './service-message.ts';
import { waveHeader } from './wave-header.ts';

/** What comes of a turn. What is thrown ends the connection. */
export interface TurnListener {
  onHypothesis(message: PhraseMessage): void;
  onPhrase(message: PhraseMessage): void;
  onEnd(): void;
}

/** A connection that hears one turn after the other. */
export class TurnConnection {
  readonly #socket: VendorSocket;
  readonly #context: object;
  readonly #sound: WireSound;
  #requestId = '';
  #listener: TurnListener | null = null;

  /** @param options with how sound goes over the wire */
  constructor(
    { sound, ...options }: VendorSocketOptions & { sound: WireSound },
    context: object,
    onFailure: (error: Error) => void,
  ) {
    this.#context = context;
    this.#sound = sound;
    this.#socket = new VendorSocket(options);
    this.#socket.send(speechConfig(plainId(randomUUID())));
    void this.#consume(options, onFailure);
  }

  get opened(): Promise<void> {
    return this.#socket.opened;
  }

  /** Events of the previous turn are not delivered any more. */
  begin(listener: TurnListener): void {
    this.#listener = listener;
    this.#requestId = plainId(randomUUID());
    this.#socket.send(jsonMessage('speech.context', this.#requestId, this.#context));
    this.#sendAudio(waveHeader(this.#sound), 'audio/x-wav');
  }

  /** @param audio as the wave header says */
  write(audio: Uint8Array): void {
    this.#sendAudio(audio);
  }

  /** No more audio comes: what was said is recognized at once, and the turn ends. */
  end(): void {
    this.#sendAudio(new Uint8Array(0));
  }

  close(): void {
    this.#listener = null;
    this.#socket.close();
  }

  #sendAudio(audio: Uint8Array, contentType?: string): void {
    const message = { path: 'audio', requestId: this.#requestId, ...(contentType !== undefined && { contentType }) };
    this.#socket.send(binaryMessage(message, audio));
  }

  async #consume({ vendor }: VendorSocketOptions, onFailure: (error: Error) => void): Promise<void> {
    try {
      for await (const received of this.#socket) {
        const message = parseMessage(received);
        if (message?.requestId === this.#requestId) this.#hear(message);
      }
      onFailure(reportedFailure(vendor, 'closed the connection', true));
    } catch (cause) {
      onFailure(cause as Error);
    }
  }

  #hear({ path, body }: ServiceMessage): void {
    const listener = this.#listener;
    if (!listener) return;
    if (path === 'turn.end') {
      this.#listener = null;
      listener.onEnd();
    } else if (path === 'speech.hypothesis' || path === 'speech.fragment') listener.onHypothesis(jsonOf(body) ?? {});
    else if (path === 'speech.phrase') listener.onPhrase(jsonOf(body) ?? {});
  }
}
