import { type AudioRateHz, FRAME_MS, type Frame, frameRateHz, Resampler } from '@parley/audio';
import type { FrameRate } from '../frame-rate.ts';
import type { MediaClock } from '../media-clock.ts';
import { CALLED_OFF } from '../provider/called-off.ts';
import type { Message } from '../provider/language-model.ts';
import { asError, ProviderError } from '../provider/provider-error.ts';
import type {
  HeardItem,
  SessionChange,
  SpeakingModel,
  SpeechToSpeechEvent,
  SpeechToSpeechOptions,
  SpeechToSpeechRates,
  SpeechToSpeechSession,
  ToolResult,
} from '../provider/speech-to-speech.ts';
import type { Succession } from '../provider/succession.ts';

/** A session that breaks twice within this time will break again. */
const REOPEN_INTERVAL_MS = 30_000;
/** Attempts to open a session, one after the other. */
const MOST_ATTEMPTS = 2;
/** The longest back-off that a vendor is granted: the caller waits at the telephone. */
const LONGEST_BACK_OFF_MS = 1000;
/** What is said while no session is open, and sent to the next one. */
const MOST_KEPT_FRAMES = 10_000 / FRAME_MS;

/** What the model was asked to say, and has not begun to. */
type Request = { type: 'say'; text: string } | { type: 'reply'; hint: string | null };

export interface ModelConnectionOptions {
  models: Succession<SpeakingModel>;
  /** All but what is known when a session opens. */
  settings: Omit<SpeechToSpeechOptions, 'voice' | 'history' | 'listenOnly' | 'callRateHz' | 'signal'>;
  history: () => Message[];
  clock: MediaClock;
  /** Of the call; before the answer what is expected. */
  rate: Pick<FrameRate, 'rateHz'>;
  onEvent: (event: SpeechToSpeechEvent, rateHz: number) => void;
  /** A session is open: what those before it have not written they will not. */
  onOpen: () => void;
  /** The session is lost, with what it was about to say. */
  onBreak: () => void;
  /** For good: the vendors with a ProviderError, our own code with any other. */
  onFailure: (error: Error) => void;
  onWarning: (code: string, message: string) => void;
}

/**
 * The model's session over the whole call: opened again when it breaks, with the dialogue so far, and with the next model
 * when that is no use.
 */
export class ModelConnection {
  readonly #options: ModelConnectionOptions;
  readonly #abort = new AbortController();
  #settings: ModelConnectionOptions['settings'];
  #current: SpeakingModel;
  #session: SpeechToSpeechSession | null = null;
  /** Of the session. */
  #rates: SpeechToSpeechRates;
  #resampler: Resampler | null = null;
  #opening: Promise<void> | null = null;
  /** Changes with every session: one that opens after it was given up has no owner. */
  #epoch = 0;
  #listensOnly = false;
  #request: Request | null = null;
  #kept: Frame[] = [];
  #attempts = 0;
  #brokeAtMs: number | null = null;

  constructor(options: ModelConnectionOptions) {
    this.#options = options;
    this.#settings = options.settings;
    this.#current = options.models.current;
    this.#rates = this.#ratesOf(options.rate.rateHz);
  }

  /** Its name, for what it costs. */
  get modelName(): string {
    return this.#current.model.name;
  }

  get isOpen(): boolean {
    return this.#session !== null;
  }

  /** The model was asked to say something, and has not begun to. */
  get isAsked(): boolean {
    return this.#request !== null;
  }

  get listensOnly(): boolean {
    return this.#listensOnly;
  }

  /** Resolves when a session is open, or none ever will be; never rejects. */
  open(): Promise<void> {
    if (this.#isClosed || this.#session) return Promise.resolve();
    this.#opening ??= this.#open().finally(() => {
      this.#opening = null;
    });
    return this.#opening;
  }

  /** The frame that has just passed. */
  write(frame: Frame): void {
    if (this.#session) this.#session.write(this.#atInputRate(frame));
    else this.#kept = [...this.#kept, frame].slice(-MOST_KEPT_FRAMES);
  }

  say(text: string): void {
    this.#ask({ type: 'say', text });
  }

  reply(hint: string | null = null): void {
    this.#ask({ type: 'reply', hint });
  }

  /** The model has begun to say what it was asked for, or need not. */
  settle(): void {
    this.#request = null;
  }

  /** What is in the history already, save for the session that is open. */
  note(text: string): void {
    this.#session?.note(text);
  }

  answerTools(results: readonly ToolResult[], wantsReply: boolean): void {
    if (this.#session) this.#session.answerTools(results, wantsReply);
    else if (wantsReply) this.reply();
  }

  cancel(): void {
    this.#request = null;
    this.#session?.cancel();
  }

  truncate(heard: HeardItem): void {
    this.#session?.truncate(heard);
  }

  /** The agent is this from now on. */
  update(changed: SessionChange): void {
    this.#settings = { ...this.#settings, ...changed };
    this.#session?.update(changed);
  }

  listenOnly(only: boolean): void {
    if (this.#listensOnly === only) return;
    this.#listensOnly = only;
    this.#session?.listenOnly(only);
  }

  /** The session does not do what it should: another one is opened in its place. */
  restart(reason: string): void {
    void this.#recover(this.#error(reason));
  }

  /** Idempotent. */
  close(): void {
    this.#abort.abort(CALLED_OFF);
    this.#drop();
    this.#kept = [];
  }

  get #isClosed(): boolean {
    return this.#abort.signal.aborted;
  }

  #ask(request: Request): void {
    this.#request = request;
    if (this.#session) this.#send(this.#session, request);
  }

  #send(session: SpeechToSpeechSession, request: Request): void {
    if (request.type === 'say') session.say(request.text);
    else session.reply(request.hint);
  }

  async #open(): Promise<void> {
    const { models, history, rate } = this.#options;
    const { rateHz: callRateHz } = rate;
    const epoch = ++this.#epoch;
    this.#current = models.current;
    this.#rates = this.#ratesOf(callRateHz);
    const { model, voice } = this.#current;
    try {
      const session = await model.open({
        ...this.#settings,
        voice,
        history: history(),
        listenOnly: this.#listensOnly,
        callRateHz,
        signal: this.#abort.signal,
      });
      if (this.#isClosed || epoch !== this.#epoch) session.close();
      else this.#start(session);
    } catch (cause) {
      if (epoch === this.#epoch) await this.#recover(cause);
    }
  }

  #start(session: SpeechToSpeechSession): void {
    this.#session = session;
    void this.#consume(session).catch((cause) => this.#options.onFailure(asError(cause)));
    session.listenOnly(this.#listensOnly);
    this.#options.onOpen();
    if (this.#request) this.#send(session, this.#request);
    for (const frame of this.#kept.splice(0)) this.write(frame);
  }

  #ratesOf(callRateHz: AudioRateHz): SpeechToSpeechRates {
    return this.#current.model.capabilities.rates[callRateHz];
  }

  /** The model hears what the call carries, at the rate that it takes. */
  #atInputRate(frame: Frame): Int16Array {
    const { inputRateHz } = this.#rates;
    const rateHz = frameRateHz(frame);
    if (inputRateHz === rateHz) return frame;
    this.#resampler ??= new Resampler(rateHz, inputRateHz);
    return this.#resampler.process(frame);
  }

  async #consume(session: SpeechToSpeechSession): Promise<void> {
    const { outputRateHz } = this.#rates;
    try {
      for await (const event of session) {
        if (this.#session !== session) return;
        this.#hear(event, outputRateHz);
      }
      if (this.#session === session) await this.#recover(this.#error('ended the session'));
    } catch (cause) {
      if (this.#session === session) await this.#recover(cause);
    } finally {
      session.close();
    }
  }

  #hear(event: SpeechToSpeechEvent, rateHz: number): void {
    if (event.type === 'audio' || event.type === 'tool_calls') {
      this.#attempts = 0;
      this.#options.models.noteSuccess(this.#current);
    }
    this.#options.onEvent(event, rateHz);
  }

  async #recover(cause: unknown): Promise<void> {
    if (this.#isClosed) return;
    const { models, onBreak, onFailure, onWarning } = this.#options;
    const hadSession = this.#session !== null;
    this.#drop();
    if (!(cause instanceof ProviderError)) {
      onFailure(asError(cause));
      return;
    }
    models.noteFailure(this.#current, cause);
    if (hadSession) onBreak();
    if (cause.retryable && this.#isWorthReopening(hadSession)) onWarning('llm_reopened', cause.message);
    else if (models.fallBack(this.#current, cause)) {
      this.#attempts = 0;
      this.#brokeAtMs = null;
    } else {
      onFailure(cause);
      return;
    }
    await this.#pass(hadSession ? 0 : Math.min(cause.retryAfterMs ?? 250, LONGEST_BACK_OFF_MS));
    if (!this.#isClosed && !this.#session) await this.#open();
  }

  #isWorthReopening(hadSession: boolean): boolean {
    const { nowMs } = this.#options.clock;
    this.#attempts += 1;
    if (!hadSession) return this.#attempts < MOST_ATTEMPTS;
    const hasBrokenLately = this.#brokeAtMs !== null && nowMs - this.#brokeAtMs < REOPEN_INTERVAL_MS;
    this.#brokeAtMs = nowMs;
    return !hasBrokenLately;
  }

  #drop(): void {
    this.#epoch += 1;
    const session = this.#session;
    this.#session = null;
    this.#resampler = null;
    session?.close();
  }

  #pass(ms: number): Promise<void> {
    if (ms === 0) return Promise.resolve();
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#options.clock.after(ms, resolve);
    return promise;
  }

  #error(message: string): ProviderError {
    return new ProviderError('llm', this.modelName, message, { retryable: true });
  }
}
