import { CALLED_OFF } from './called-off.ts';
import { asError } from './provider-error.ts';
import { ProviderEvents } from './provider-events.ts';
import type { SpeechChunk, SpeechEvent, SpeechOptions, SpeechSession } from './text-to-speech.ts';

export interface ClauseRequest extends SpeechOptions {
  text: string;
  signal: AbortSignal;
}

/** Ends with the clause's audio, or throws a ProviderError; when `signal` aborts it ends. */
export type SynthesizeClause = (request: ClauseRequest) => AsyncIterable<SpeechChunk>;

/** A session with a vendor that has none: each flush is a request of its own, one after the other. */
export class RequestedSpeech implements SpeechSession {
  readonly #options: SpeechOptions;
  readonly #synthesize: SynthesizeClause;
  readonly #events = new ProviderEvents<SpeechEvent>();
  #text = '';
  #clauses: string[] = [];
  /** Of the request under way; null while there is none. */
  #request: AbortController | null = null;

  constructor(options: SpeechOptions, synthesize: SynthesizeClause) {
    this.#options = options;
    this.#synthesize = synthesize;
  }

  push(text: string): void {
    this.#text += text;
  }

  flush(): void {
    this.#clauses.push(this.#text);
    this.#text = '';
    if (!this.#request) void this.#speak();
  }

  cancel(): void {
    this.#request?.abort(CALLED_OFF);
    this.#request = null;
    this.#text = '';
    this.#clauses = [];
    this.#events.clear();
  }

  close(): void {
    this.cancel();
    this.#events.end();
  }

  [Symbol.asyncIterator](): AsyncIterator<SpeechEvent> {
    return this.#events[Symbol.asyncIterator]();
  }

  async #speak(): Promise<void> {
    const request = new AbortController();
    this.#request = request;
    const { signal } = request;
    try {
      for (let text = this.#clauses.shift(); text !== undefined; text = this.#clauses.shift()) {
        for await (const chunk of this.#synthesize({ ...this.#options, text, signal })) {
          if (signal.aborted) return;
          this.#events.push({ type: 'audio', ...chunk });
        }
        if (signal.aborted) return;
        this.#events.push({ type: 'flushed' });
      }
      this.#request = null;
    } catch (cause) {
      if (!signal.aborted) this.#events.end(asError(cause));
    }
  }
}
