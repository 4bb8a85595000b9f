import type { MediaClock } from '../media-clock.ts';
import { CALLED_OFF } from '../provider/called-off.ts';
import type { LanguageModel, LanguageModelRequest, ToolCall } from '../provider/language-model.ts';
import { ProviderError } from '../provider/provider-error.ts';
import { watchedStream } from '../provider/watched-stream.ts';
import { ClauseSplitter } from './clause-splitter.ts';
import type { Speech } from './speech.ts';

/** Callers hang up on a silence of this length; a retry still comes in time for most. */
const STALL_MS = 8000;
const ATTEMPTS = 2;

export interface ReplyOptions {
  llm: LanguageModel;
  request: Omit<LanguageModelRequest, 'signal'>;
  speech: Speech;
  clock: MediaClock;
  onWarning: (code: string, message: string) => void;
}

export type ReplyOutcome =
  | { type: 'ended'; toolCalls: ToolCall[] }
  | { type: 'failed'; error: ProviderError }
  | { type: 'cancelled' };

/** One answer of the model on its way into speech. It does not play by itself: a speculative one may never be heard. */
export class Reply {
  readonly speech: Speech;
  readonly #options: ReplyOptions;
  readonly #abort = new AbortController();
  readonly #toolCalls: ToolCall[] = [];
  readonly requestedMs: number;
  #splitter = new ClauseSplitter();
  #text = '';
  #firstTextMs: number | null = null;
  #outcome: ReplyOutcome | null = null;
  #listener: ((outcome: ReplyOutcome) => void) | null = null;

  constructor(options: ReplyOptions) {
    this.#options = options;
    this.speech = options.speech;
    this.requestedMs = options.clock.nowMs;
    void this.#generate(1).then((outcome) => this.#settle(outcome));
  }

  /** What the model has written so far. */
  get text(): string {
    return this.#text.trim();
  }

  /** Media time of the model's first text; null before it. */
  get firstTextMs(): number | null {
    return this.#firstTextMs;
  }

  /** Calls `listener` once with the outcome: at once when it is known. */
  whenDone(listener: (outcome: ReplyOutcome) => void): void {
    if (this.#outcome) listener(this.#outcome);
    else this.#listener = listener;
  }

  /** Idempotent. Stops the model and the synthesis. */
  cancel(): void {
    this.#abort.abort(CALLED_OFF);
    this.speech.cancel();
  }

  #settle(outcome: ReplyOutcome): void {
    this.#outcome = outcome;
    // The sound of a reply must not be over before it is known what comes after it.
    if (outcome.type === 'ended') this.speech.end();
    this.#listener?.(outcome);
  }

  async #generate(attempt: number): Promise<ReplyOutcome> {
    const { llm, request, clock, speech } = this.#options;
    const controller = new AbortController();
    const signal = AbortSignal.any([this.#abort.signal, controller.signal]);
    const onStall = (): Error => new ProviderError('llm', llm.name, `no text for ${STALL_MS} ms`, { retryable: true });
    try {
      const events = llm.respond({ ...request, signal });
      for await (const event of watchedStream(events, {
        clock,
        stallMs: STALL_MS,
        signal: this.#abort.signal,
        onStall,
      })) {
        if (event.type === 'text') this.#write(event.delta);
        else this.#toolCalls.push(event.call);
      }
    } catch (cause) {
      controller.abort(CALLED_OFF);
      return this.#abort.signal.aborted ? { type: 'cancelled' } : this.#recover(cause, attempt);
    }
    if (this.#abort.signal.aborted) return { type: 'cancelled' };
    for (const clause of this.#splitter.flush()) speech.add(clause);
    return { type: 'ended', toolCalls: this.#toolCalls };
  }

  #write(delta: string): void {
    if (delta === '') return;
    this.#firstTextMs ??= this.#options.clock.nowMs;
    this.#text += delta;
    for (const clause of this.#splitter.push(delta)) this.speech.add(clause);
  }

  /** Nothing was said yet: once more. Something was: it stands, as far as it goes. */
  async #recover(cause: unknown, attempt: number): Promise<ReplyOutcome> {
    const { llm, onWarning, speech } = this.#options;
    const error = asProviderError(cause, llm.name);
    if (!error.retryable) return { type: 'failed', error };
    if (speech.clauses.length > 0) {
      onWarning('llm_cut_short', error.message);
      return { type: 'ended', toolCalls: [] };
    }
    if (attempt >= ATTEMPTS) return { type: 'failed', error };
    onWarning('llm_retried', error.message);
    this.#toolCalls.length = 0;
    this.#text = '';
    this.#splitter = new ClauseSplitter();
    return this.#generate(attempt + 1);
  }
}

function asProviderError(cause: unknown, provider: string): ProviderError {
  if (cause instanceof ProviderError) return cause;
  return new ProviderError('llm', provider, String(cause), { retryable: false, cause });
}
