import { joined } from '../languages/joined.ts';
import type { LanguagePack } from '../languages/language-pack.ts';
import type { MediaClock } from '../media-clock.ts';
import type { AnswerSource, LanguageModel, LanguageModelRequest, ToolCall } from '../provider/language-model.ts';
import { ProviderError } from '../provider/provider-error.ts';
import type { Succession } from '../provider/succession.ts';
import { END_CALL, farewellOf, TRANSFER_CALL } from '../tools/call-tools.ts';
import { ModelRequest, type ModelUsage } from './model-request.ts';
import { ReplyWatch } from './reply-watch.ts';
import type { Speech } from './speech.ts';

/** A vendor's own wish for patience is granted up to here. */
const LONGEST_BACK_OFF_MS = 2000;

export interface ReplyOptions {
  models: Succession<LanguageModel>;
  request: Omit<LanguageModelRequest, 'signal'>;
  speech: Speech;
  /** Of the language that it is expected in. */
  pack: LanguagePack;
  clock: MediaClock;
  /** It may end without a word: a recording waits for none. */
  mayBeSilent: boolean;
  /** Said when the model ends the call without a word; empty: it may. */
  parting: string;
  /** Said in the middle of a message that does not go on. */
  filler: string;
  /** And not again. */
  fillsOnce: boolean;
  /** Said before a transfer, whatever the model says; empty: nothing is. */
  beforeTransfer: string;
  onWarning: (code: string, message: string) => void;
  onUsage: (model: string, usage: ModelUsage) => void;
}

export type ReplyOutcome =
  | { type: 'ended'; toolCalls: ToolCall[] }
  /** By a ProviderError, or by a fault of our own. */
  | { type: 'failed'; error: Error }
  | { type: 'cancelled' };

/**
 * One answer of the models on its way into speech. It does not play by itself: a speculative one may never be heard.
 * A request that fails is followed by one to the next model, or by a second one; a slow one is joined by it, and the
 * first that says something goes on. What was said stays said: the next request goes on from there.
 */
export class Reply {
  readonly speech: Speech;
  readonly requestedMs: number;
  readonly #options: ReplyOptions;
  readonly #watch: ReplyWatch;
  /** Those under way. */
  #requests: ModelRequest[] = [];
  #asked = 0;
  /** The one whose words are said. */
  #writer: ModelRequest | null = null;
  /** What was said of the message by a request that has failed. */
  #said = '';
  #firstTextMs: number | null = null;
  #hasContent = false;
  #isAbandoned = false;
  #isHelped = false;
  #hasFilled = false;
  #outcome: ReplyOutcome | null = null;
  #listener: ((outcome: ReplyOutcome) => void) | null = null;

  constructor(options: ReplyOptions) {
    const { clock, speech, models } = options;
    this.#options = options;
    this.speech = speech;
    this.requestedMs = clock.nowMs;
    this.#watch = new ReplyWatch({
      clock,
      speech,
      onLate: (reason, midway) => this.#help(reason, midway),
      onSilence: () => this.#fill(),
    });
    this.#ask(models.current);
  }

  /** What the model has written so far. */
  get text(): string {
    return joined([this.#said, this.#writer?.text.trim() ?? '']);
  }

  /** What the model has before it that writes. */
  get sources(): readonly AnswerSource[] {
    return this.#writer?.sources ?? [];
  }

  /** Media time of the model's first text; null before it. */
  get firstTextMs(): number | null {
    return this.#firstTextMs;
  }

  /** The model has neither said anything nor come to an end. */
  get isPending(): boolean {
    return this.#outcome === null && !this.#hasContent;
  }

  /** Calls `listener` once with the outcome: at once when it is known. */
  whenDone(listener: (outcome: ReplyOutcome) => void): void {
    if (this.#outcome) listener(this.#outcome);
    else this.#listener = listener;
  }

  /** The caller waits for it since media time `sinceMs`: it is helped, and fails in the end, when it takes too long. */
  expect(sinceMs: number): void {
    if (!this.#outcome) this.#watch.start(sinceMs);
  }

  /** It is not wanted any more. It goes on until it is known whether the model says anything at all. */
  abandon(): void {
    this.#isAbandoned = true;
    this.speech.cancel();
    if (!this.isPending) this.cancel();
  }

  /** Idempotent. Stops the models and the synthesis. */
  cancel(): void {
    this.speech.cancel();
    this.#settle({ type: 'cancelled' });
  }

  #ask(model: LanguageModel): void {
    const { request, clock, pack, onUsage } = this.#options;
    this.#asked += 1;
    this.#requests.push(
      new ModelRequest({
        model,
        request,
        said: this.#said,
        clock,
        pack,
        onUsage,
        onContent: (from) => this.#hear(from),
        onEnd: (from) => this.#end(from),
        onFailure: (from, error) => this.#fail(from, error),
      }),
    );
  }

  #hear(request: ModelRequest): void {
    this.#watch.noteEvent();
    if (this.#writer === null && request.hasContent) this.#choose(request);
    if (this.#writer === request) this.#say(request);
  }

  #choose(request: ModelRequest): void {
    this.#writer = request;
    this.#hasContent = true;
    this.#firstTextMs ??= request.firstTextMs;
    for (const other of this.#requests) if (other !== request) this.#giveUp(other, request);
    this.#requests = [request];
    // It speaks: that is all there was to know.
    if (this.#isAbandoned) this.cancel();
  }

  /** `late` was asked first, and its successor was faster. */
  #giveUp(late: ModelRequest, faster: ModelRequest): void {
    late.cancel();
    const { models } = this.#options;
    if (late.model === faster.model || late.model !== models.current) return;
    const error = this.#error(late.model, 'was too slow to answer');
    models.noteFailure(late.model, error);
    models.fallBack(late.model, error);
  }

  #say(request: ModelRequest): void {
    for (const clause of request.clauses.splice(0)) this.speech.add(clause);
  }

  #end(request: ModelRequest): void {
    const { mayBeSilent, models } = this.#options;
    this.#requests = this.#requests.filter((other) => other !== request);
    if (this.#writer !== null && this.#writer !== request) return;
    if (request.clauses.length === 0 && this.speech.clauses.length === 0) request.write(this.#lastWords(request));
    const { beforeTransfer } = this.#options;
    if (beforeTransfer !== '' && request.toolCalls.some(({ name }) => name === TRANSFER_CALL))
      request.write(` ${beforeTransfer}`);
    if (this.#writer === null && request.hasContent) this.#choose(request);
    this.#say(request);
    const isWordless = request.toolCalls.length === 0 && !request.isSilent && this.speech.clauses.length === 0;
    if (isWordless && !mayBeSilent) {
      this.#fail(request, this.#error(request.model, 'ended without a word'));
      return;
    }
    models.noteSuccess(request.model);
    this.#settle({ type: 'ended', toolCalls: request.toolCalls });
  }

  /** What the model has put into its last call; or a parting, rather than a silent end. */
  #lastWords({ toolCalls }: ModelRequest): string {
    if (!toolCalls.some(({ name }) => name === END_CALL.name)) return '';
    return farewellOf(toolCalls) || this.#options.parting;
  }

  #fail(request: ModelRequest, error: Error): void {
    const { models, onWarning } = this.#options;
    this.#requests = this.#requests.filter((other) => other !== request);
    if (this.#writer === request) this.#keepWhatWasSaid();
    if (!(error instanceof ProviderError)) {
      this.#settle({ type: 'failed', error });
      return;
    }
    models.noteFailure(request.model, error);
    if (this.#requests.length > 0) {
      // The other one may yet answer.
      const isFollowed = this.#requests.some(({ model }) => model !== request.model);
      if (isFollowed && models.current === request.model) models.fallBack(request.model, error);
      else onWarning('llm_retried', error.message);
    } else if (!this.#askAgain(request.model, error)) {
      if (!error.retryable || this.speech.clauses.length === 0) this.#settle({ type: 'failed', error });
      else this.#stopShort(error);
    }
  }

  /** What was said is kept, as far as it goes. */
  #stopShort(error: ProviderError): void {
    this.#options.onWarning('llm_cut_short', error.message);
    this.#settle({ type: 'ended', toolCalls: [] });
  }

  #keepWhatWasSaid(): void {
    this.#writer = null;
    this.#said = this.speech.text;
  }

  /** The next model, or this one once more. */
  #askAgain(failed: LanguageModel, error: ProviderError): boolean {
    const { models, onWarning, clock } = this.#options;
    if (!this.#mayAsk) return false;
    this.#watch.noteHelp();
    if (models.fallBack(failed, error)) {
      this.#ask(models.current);
      return true;
    }
    if (!error.retryable) return false;
    onWarning('llm_retried', error.message);
    const waitMs = Math.min(error.retryAfterMs ?? 0, LONGEST_BACK_OFF_MS);
    if (waitMs === 0) this.#ask(failed);
    else clock.after(waitMs, () => this.#outcome ?? this.#ask(failed));
    return true;
  }

  get #mayAsk(): boolean {
    return this.#asked < Math.max(2, this.#options.models.all.length);
  }

  #fill(): void {
    const { speech, filler, fillsOnce } = this.#options;
    if (this.#hasFilled && fillsOnce) return;
    this.#hasFilled = true;
    speech.fill(filler);
  }

  /** The caller waits for too long. */
  #help(reason: string, isMidway: boolean): boolean {
    const { models, onWarning } = this.#options;
    const isFirst = !this.#isHelped;
    this.#isHelped = true;
    const request = this.#writer ?? this.#requests.at(-1);
    const model = request?.model ?? models.current;
    const error = new ProviderError('llm', model.name, reason, {
      retryable: true,
      advice: 'Check that the model server is up, and that the model is fast enough for a conversation.',
    });
    if (isFirst && (isMidway || this.#writer) && request && this.#mayAsk) {
      request.cancel();
      this.#fail(request, error);
      return this.#outcome === null;
    }
    if (isFirst && !isMidway) {
      if (this.#requests.length === 1 && !this.#writer && this.#mayAsk) {
        if (!models.hasNext) onWarning('llm_retried', error.message);
        this.#ask(models.next ?? model);
      }
      return true;
    }
    models.noteFailure(model, error);
    this.#settle({ type: 'failed', error });
    return false;
  }

  #settle(outcome: ReplyOutcome): void {
    if (this.#outcome) return;
    this.#outcome = outcome;
    this.#watch.stop();
    for (const request of this.#requests) request.cancel();
    this.#requests = [];
    // The audio of a reply must not be over before it is known what comes after it.
    if (outcome.type === 'ended') this.speech.end();
    this.#listener?.(outcome);
  }

  #error({ name }: LanguageModel, message: string): ProviderError {
    return new ProviderError('llm', name, message, { retryable: true });
  }
}
