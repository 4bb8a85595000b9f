import type { LanguagePack } from '../languages/language-pack.ts';
import type { MediaClock } from '../media-clock.ts';
import { CALLED_OFF } from '../provider/called-off.ts';
import type {
  AnswerSource,
  LanguageModel,
  LanguageModelEvent,
  LanguageModelRequest,
  ToolCall,
} from '../provider/language-model.ts';
import { asError, ProviderError } from '../provider/provider-error.ts';
import { watchedStream } from '../provider/watched-stream.ts';
import { ClauseSplitter } from './clause-splitter.ts';
import { continued, WithoutRepetition } from './continuation.ts';

/** A request that is not waited for yet, and that has written nothing for so long, never will. */
const STALL_MS = 12_000;

export type ModelUsage = Omit<Extract<LanguageModelEvent, { type: 'usage' }>, 'type'>;

export interface ModelRequestOptions {
  model: LanguageModel;
  request: Omit<LanguageModelRequest, 'signal'>;
  /** What was said of the message already; empty at its beginning. */
  said: string;
  /** Of the language that the reply is expected in. */
  pack: LanguagePack;
  clock: MediaClock;
  /** The model has written something, or called a tool, or wants to be silent. */
  onContent: (request: ModelRequest) => void;
  onEnd: (request: ModelRequest) => void;
  /** With a ProviderError, or a fault of our own. */
  onFailure: (request: ModelRequest, error: Error) => void;
  onUsage: (model: string, usage: ModelUsage) => void;
}

/** One request to one model, and what has come of it. None of its callbacks comes after `cancel`. */
export class ModelRequest {
  readonly model: LanguageModel;
  readonly toolCalls: ToolCall[] = [];
  /** Clauses that were not taken yet. */
  clauses: string[] = [];
  /** All that it has written that is new. */
  text = '';
  isSilent = false;
  /** What it has before it. */
  sources: readonly AnswerSource[] = [];
  firstTextMs: number | null = null;
  readonly #options: ModelRequestOptions;
  readonly #abort = new AbortController();
  readonly #splitter: ClauseSplitter;
  readonly #repetition: WithoutRepetition;

  constructor(options: ModelRequestOptions) {
    this.#options = options;
    this.model = options.model;
    this.#splitter = new ClauseSplitter(options.pack);
    this.#repetition = new WithoutRepetition(options.said);
    void this.#run();
  }

  /** There is a clause to say, or something else to go by. */
  get hasContent(): boolean {
    return this.clauses.length > 0 || this.toolCalls.length > 0 || this.isSilent;
  }

  /** Idempotent. */
  cancel(): void {
    this.#abort.abort(CALLED_OFF);
  }

  /** Adds words of its message that the model has put elsewhere. Only at its end. */
  write(text: string): void {
    this.#write(text);
    this.#cut(this.#splitter.flush());
  }

  async #run(): Promise<void> {
    const { onEnd, onFailure } = this.#options;
    const { signal } = this.#abort;
    try {
      await this.#follow(signal);
      if (signal.aborted) return;
      this.#write(this.#repetition.flush());
      this.#cut(this.#splitter.flush());
      onEnd(this);
    } catch (cause) {
      if (!signal.aborted) onFailure(this, asError(cause));
      this.cancel();
    }
  }

  async #follow(signal: AbortSignal): Promise<void> {
    const { model, request, said, clock } = this.#options;
    const messages = continued(request.messages, said);
    const onStall = (): Error =>
      new ProviderError('llm', model.name, `no text for ${STALL_MS / 1000} s`, { retryable: true });
    const events = model.respond({ ...request, messages, signal });
    for await (const event of watchedStream(events, { clock, stallMs: STALL_MS, signal, onStall })) this.#hear(event);
  }

  #hear(event: LanguageModelEvent): void {
    const { onUsage, onContent } = this.#options;
    if (event.type === 'usage') {
      const { type: _, ...usage } = event;
      onUsage(this.model.name, usage);
      return;
    }
    if (event.type === 'sources') {
      this.sources = event.sources;
      return;
    }
    if (event.type === 'text') this.#write(this.#repetition.push(event.delta));
    else if (event.type === 'tool_call') this.toolCalls.push(event.call);
    else this.isSilent = true;
    onContent(this);
  }

  #write(delta: string): void {
    if (delta === '') return;
    this.firstTextMs ??= this.#options.clock.nowMs;
    this.text += delta;
    this.#cut(this.#splitter.push(delta));
  }

  #cut(clauses: string[]): void {
    this.clauses.push(...clauses);
  }
}
