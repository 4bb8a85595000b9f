import type { MediaClock } from '../media-clock.ts';
import { CALLED_OFF } from '../provider/called-off.ts';
import type { LanguageModel, LanguageModelRequest, ToolCall } from '../provider/language-model.ts';
import { asError, ProviderError } from '../provider/provider-error.ts';
import { watchedStream } from '../provider/watched-stream.ts';
import { farewellOf } from '../tools/call-tools.ts';
import { ClauseSplitter } from './clause-splitter.ts';
import { ReplyWatch } from './reply-watch.ts';
import type { Speech } from './speech.ts';

/** A reply that nobody waits for yet, and that has written nothing for so long, never will. */
const STALL_MS = 10_000;
const ATTEMPTS = 2;

export interface ReplyOptions {
  llm: LanguageModel;
  request: Omit<LanguageModelRequest, 'signal'>;
  speech: Speech;
  clock: MediaClock;
  /** It may end without a word: nobody is there who waits for one. */
  mayBeSilent: boolean;
  onWarning: (code: string, message: string) => void;
}

export type ReplyOutcome =
  | { type: 'ended'; toolCalls: ToolCall[] }
  /** By a ProviderError, or by a fault of our own. */
  | { type: 'failed'; error: Error }
  | { type: 'cancelled' };

/** One answer of the model on its way into speech. It does not play by itself: a speculative one may never be heard. */
export class Reply {
  readonly speech: Speech;
  readonly #options: ReplyOptions;
  readonly #abort = new AbortController();
  readonly #toolCalls: ToolCall[] = [];
  readonly requestedMs: number;
  readonly #watch: ReplyWatch;
  #splitter = new ClauseSplitter();
  #text = '';
  #firstTextMs: number | null = null;
  #isSilent = false;
  #isAbandoned = false;
  #outcome: ReplyOutcome | null = null;
  #listener: ((outcome: ReplyOutcome) => void) | null = null;

  constructor(options: ReplyOptions) {
    this.#options = options;
    this.speech = options.speech;
    this.requestedMs = options.clock.nowMs;
    this.#watch = new ReplyWatch(options.clock, options.speech, (reason) => this.#giveUp(reason));
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

  /** The model has neither said anything nor come to an end. */
  get isPending(): boolean {
    return this.#outcome === null && !this.#hasContent;
  }

  get #hasContent(): boolean {
    return this.speech.clauses.length > 0 || this.#toolCalls.length > 0 || this.#isSilent;
  }

  /** Calls `listener` once with the outcome: at once when it is known. */
  whenDone(listener: (outcome: ReplyOutcome) => void): void {
    if (this.#outcome) listener(this.#outcome);
    else this.#listener = listener;
  }

  /** The caller waits for it since media time `sinceMs`: it fails when it takes too long. */
  expect(sinceMs: number): void {
    if (!this.#outcome) this.#watch.start(sinceMs);
  }

  /** Nobody wants to hear it any more. It goes on until it is known whether the model says anything at all. */
  abandon(): void {
    this.#isAbandoned = true;
    this.speech.cancel();
    if (!this.isPending) this.cancel();
  }

  /** Idempotent. Stops the model and the synthesis. */
  cancel(): void {
    this.#abort.abort(CALLED_OFF);
    this.#watch.stop();
    this.speech.cancel();
  }

  #giveUp(reason: string): void {
    const error = new ProviderError('llm', this.#options.llm.name, reason, {
      retryable: true,
      advice: 'Check that the model server is up, and that the model is fast enough for a conversation.',
    });
    this.#settle({ type: 'failed', error });
    this.#abort.abort(CALLED_OFF);
  }

  #settle(outcome: ReplyOutcome): void {
    if (this.#outcome) return;
    this.#outcome = outcome;
    this.#watch.stop();
    // The sound of a reply must not be over before it is known what comes after it.
    if (outcome.type === 'ended') this.speech.end();
    this.#listener?.(outcome);
  }

  async #generate(attempt: number): Promise<ReplyOutcome> {
    const controller = new AbortController();
    try {
      await this.#follow(AbortSignal.any([this.#abort.signal, controller.signal]));
      if (this.#abort.signal.aborted) return { type: 'cancelled' };
      return this.#end();
    } catch (cause) {
      controller.abort(CALLED_OFF);
      return this.#abort.signal.aborted ? { type: 'cancelled' } : this.#recover(asError(cause), attempt);
    }
  }

  async #follow(signal: AbortSignal): Promise<void> {
    const { llm, request, clock } = this.#options;
    const onStall = (): Error => this.#error(`no text for ${STALL_MS} ms`);
    const events = llm.respond({ ...request, signal });
    for await (const event of watchedStream(events, {
      clock,
      stallMs: STALL_MS,
      signal: this.#abort.signal,
      onStall,
    })) {
      this.#watch.noteEvent();
      if (event.type === 'text') this.#write(event.delta);
      else if (event.type === 'tool_call') this.#toolCalls.push(event.call);
      else if (event.type === 'silence') this.#isSilent = true;
      // It speaks: that is all there was to know.
      if (this.#isAbandoned && this.#hasContent) this.cancel();
    }
  }

  /** The model has written its last word; throws when it has written none. */
  #end(): ReplyOutcome {
    for (const clause of this.#splitter.flush()) this.speech.add(clause);
    if (this.speech.clauses.length === 0) this.#write(farewellOf(this.#toolCalls));
    for (const clause of this.#splitter.flush()) this.speech.add(clause);
    if (!this.#hasContent && !this.#options.mayBeSilent) throw this.#error('ended without a word');
    return { type: 'ended', toolCalls: this.#toolCalls };
  }

  #write(delta: string): void {
    if (delta === '') return;
    this.#firstTextMs ??= this.#options.clock.nowMs;
    this.#text += delta;
    for (const clause of this.#splitter.push(delta)) this.speech.add(clause);
  }

  /** Nothing was said yet: once more. Something was: it stands, as far as it goes. */
  async #recover(error: Error, attempt: number): Promise<ReplyOutcome> {
    const { onWarning } = this.#options;
    if (!(error instanceof ProviderError) || !error.retryable) return { type: 'failed', error };
    if (this.speech.clauses.length > 0) {
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

  #error(message: string): ProviderError {
    return new ProviderError('llm', this.#options.llm.name, message, { retryable: true });
  }
}
