import { FRAME_MS } from '@parley/audio';
import type { TimedWord } from '../conversation-event.ts';
import type { Message, ToolCall } from '../provider/language-model.ts';
import { ProviderError } from '../provider/provider-error.ts';
import { ProviderEvents } from '../provider/provider-events.ts';
import type {
  HeardItem,
  SessionChange,
  SpeechToSpeech,
  SpeechToSpeechCapabilities,
  SpeechToSpeechEvent,
  SpeechToSpeechOptions,
  SpeechToSpeechSession,
  ToolResult,
} from '../provider/speech-to-speech.ts';
import { spokenText } from '../provider/spoken-text.ts';
import { EnergyVoiceActivity } from './energy-voice-activity.ts';
import { ToneTextToSpeech } from './tone-text-to-speech.ts';
import type { VirtualTime } from './virtual-time.ts';

/** What the model was given since it spoke last. */
export interface ModelTurn {
  heard: string;
  hint: string | null;
  results: string[];
}

export interface ModelAnswer {
  text?: string;
  calls?: ToolCall[];
  delayMs?: number;
  /** Nothing comes, or nothing more after so many characters. */
  stallsAfter?: number;
  /** The session breaks after so many characters. */
  breaksAfter?: number;
}

export type ModelScript = (turn: ModelTurn) => ModelAnswer | string;

interface Hearing {
  words(fromMs: number, atMs: number): TimedWord[];
}

export interface ScriptedSpeechToSpeechOptions {
  time: VirtualTime;
  caller: Hearing;
  script: ModelScript;
  name?: string;
  capabilities?: Partial<SpeechToSpeechCapabilities>;
  /** Thrown by `open`, when it returns an error. */
  openFailure?: (attempt: number) => Error | null;
  /** How late the words of the caller come behind their end. */
  textDelayMs?: number;
  /** Before the first sound. Default 200. */
  delayMs?: number;
  /** What comes of it when it is to say something word for word. */
  saying?: (text: string) => ModelAnswer;
  /** It does not hear what the local detector hears. */
  isDeaf?: boolean;
}

const END_OF_TURN_MS = 500;
/** In calls of either rate. */
const NARROW = { inputRateHz: 8000, outputRateHz: 8000 } as const;

/** A speech-to-speech model in virtual time: it answers when the caller stops speaking, in tones that can be read. */
export class ScriptedSpeechToSpeech implements SpeechToSpeech {
  readonly name: string;
  readonly capabilities: SpeechToSpeechCapabilities;
  readonly sessions: ScriptedSession[] = [];
  readonly #options: ScriptedSpeechToSpeechOptions;
  #attempts = 0;

  constructor(options: ScriptedSpeechToSpeechOptions) {
    this.#options = options;
    this.name = options.name ?? 'scripted-s2s';
    this.capabilities = {
      rates: { 8000: NARROW, 16000: NARROW },
      truncation: 'audio',
      interimTranscripts: false,
      languages: null,
      ...options.capabilities,
    };
  }

  hasVoice(): boolean {
    return true;
  }

  get session(): ScriptedSession {
    return this.sessions.at(-1)!;
  }

  async open(options: SpeechToSpeechOptions): Promise<SpeechToSpeechSession> {
    const failure = this.#options.openFailure?.(this.#attempts++);
    if (failure) throw failure;
    const session = new ScriptedSession(this.#options, this.capabilities, options);
    this.sessions.push(session);
    return session;
  }
}

export class ScriptedSession implements SpeechToSpeechSession {
  readonly options: SpeechToSpeechOptions;
  readonly said: string[] = [];
  readonly notes: string[] = [];
  readonly hints: (string | null)[] = [];
  readonly cuts: HeardItem[] = [];
  readonly results: ToolResult[] = [];
  readonly silentResults: ToolResult[] = [];
  readonly changes: SessionChange[] = [];
  cancels = 0;
  listensOnly: boolean;
  isClosed = false;
  readonly #model: ScriptedSpeechToSpeechOptions;
  readonly #events = new ProviderEvents<SpeechToSpeechEvent>();
  readonly #vad = new EnergyVoiceActivity({ hangoverMs: END_OF_TURN_MS });
  readonly #tts: ToneTextToSpeech;
  #isSpeech = false;
  #utteranceFromMs = 0;
  #utterances = 0;
  #items = 0;
  #reply = 0;
  #turn: ModelTurn = { heard: '', hint: null, results: [] };

  constructor(
    model: ScriptedSpeechToSpeechOptions,
    capabilities: SpeechToSpeechCapabilities,
    options: SpeechToSpeechOptions,
  ) {
    this.#model = model;
    this.options = options;
    this.listensOnly = options.listenOnly;
    this.#tts = new ToneTextToSpeech({
      time: model.time,
      sampleRateHz: capabilities.rates[options.callRateHz ?? 8000].outputRateHz,
    });
  }

  get history(): readonly Message[] {
    return this.options.history;
  }

  write(samples: Int16Array): void {
    if (this.#model.isDeaf) return;
    const { nowMs } = this.#model.time;
    const isSpeech = this.#vad.isSpeech(samples);
    if (isSpeech === this.#isSpeech) return;
    this.#isSpeech = isSpeech;
    if (isSpeech) {
      this.#utteranceFromMs = nowMs - FRAME_MS;
      this.#reply += 1;
      this.#events.push({ type: 'voice_started' });
    } else this.#endUtterance(nowMs);
  }

  note(text: string): void {
    this.notes.push(text);
  }

  reply(hint: string | null): void {
    this.hints.push(hint);
    this.#turn.hint = hint;
    this.#answer();
  }

  say(text: string): void {
    this.said.push(text);
    void this.#speak(this.#model.saying?.(text) ?? { text });
  }

  answerTools(results: readonly ToolResult[], wantsReply: boolean): void {
    (wantsReply ? this.results : this.silentResults).push(...results);
    this.#turn.results.push(...results.map(({ result }) => result));
    if (wantsReply) this.#answer();
  }

  cancel(): void {
    this.cancels += 1;
    this.#reply += 1;
  }

  truncate(heard: HeardItem): void {
    this.cuts.push(heard);
  }

  update(changed: SessionChange): void {
    this.changes.push(changed);
  }

  listenOnly(only: boolean): void {
    this.listensOnly = only;
  }

  fail(message = 'the line to the model broke'): void {
    this.#events.end(new ProviderError('llm', this.#model.name ?? 'scripted-s2s', message, { retryable: true }));
  }

  close(): void {
    this.isClosed = true;
    this.#reply += 1;
    this.#events.end();
  }

  [Symbol.asyncIterator](): AsyncIterator<SpeechToSpeechEvent> {
    return this.#events[Symbol.asyncIterator]();
  }

  #endUtterance(nowMs: number): void {
    const itemId = `heard_${++this.#utterances}`;
    const text = this.#model.caller
      .words(this.#utteranceFromMs, nowMs)
      .map((word) => word.text)
      .join(' ');
    this.#events.push({ type: 'voice_stopped', itemId });
    void this.#model.time
      .sleep(this.#model.textDelayMs ?? 0)
      .then(() => this.#tell(itemId, text, nowMs - this.#utteranceFromMs));
    this.#turn.heard = text;
    if (!this.listensOnly) this.#answer();
  }

  #tell(itemId: string, text: string, audioMs: number): void {
    this.#events.push({ type: 'heard', itemId, text, isFinal: true });
    this.#events.push({ type: 'transcribed', model: 'scripted-stt', audioMs });
  }

  #answer(): void {
    const turn = this.#turn;
    this.#turn = { heard: '', hint: null, results: [] };
    const answer = this.#model.script(turn);
    void this.#speak(typeof answer === 'string' ? { text: answer } : answer);
  }

  async #speak({
    text = '',
    calls = [],
    delayMs = this.#model.delayMs ?? 200,
    stallsAfter,
    breaksAfter,
  }: ModelAnswer): Promise<void> {
    const reply = ++this.#reply;
    await this.#model.time.sleep(delayMs);
    if (reply !== this.#reply || stallsAfter === 0) return;
    if (breaksAfter === 0) return void this.fail();
    if (text !== '' && !(await this.#say(text, reply, stallsAfter ?? breaksAfter))) {
      if (breaksAfter !== undefined) this.fail();
      return;
    }
    if (calls.length > 0) this.#events.push({ type: 'tool_calls', calls });
    const audio = { inputAudioTokens: 80, cachedInputAudioTokens: 10, outputAudioTokens: 40 };
    this.#events.push({ type: 'usage', inputTokens: 100, cachedInputTokens: 20, outputTokens: 50, ...audio });
    if (calls.length === 0) this.#events.push({ type: 'reply_ended' });
  }

  /** False: it did not come to the end. */
  async #say(text: string, reply: number, limit = Number.POSITIVE_INFINITY): Promise<boolean> {
    const itemId = `item_${this.#utterances}_${++this.#items}`;
    const request = { text: text.slice(0, limit), voice: '', language: 'en', signal: new AbortController().signal };
    this.#events.push({ type: 'transcript', itemId, text: request.text, isFinal: false });
    for await (const { samples } of spokenText(this.#tts, request)) {
      if (reply !== this.#reply) break;
      this.#events.push({ type: 'audio', itemId, samples });
      // The words stay ahead of the audio.
      this.#events.push({ type: 'transcript', itemId, text: request.text, isFinal: false });
    }
    if (text.length > limit) return false;
    this.#events.push({ type: 'transcript', itemId, text, isFinal: true });
    this.#events.push({ type: 'item_ended', itemId });
    return reply === this.#reply;
  }
}
