import { type AudioRateHz, FRAME_MS, FRAME_SAMPLES, mix } from '@parley/audio';
import type { Conversation } from '../conversation.ts';
import type { ConversationAgent, ToolRunner } from '../conversation-agent.ts';
import type { ConversationEvent, ConversationResult, TimedWord, TranscriptTurn } from '../conversation-event.ts';
import { openConversation } from '../open-conversation.ts';
import type { Anticipation } from '../provider/anticipation.ts';
import type { CircuitBreaker } from '../provider/circuit-breaker.ts';
import type { EndOfTurnModel } from '../provider/end-of-turn.ts';
import type { VoiceMemory } from '../speaking/said-clauses.ts';
import { type Echo, EchoingLine } from './echoing-line.ts';
import { type EnergyDelays, EnergyVoiceActivity } from './energy-voice-activity.ts';
import { ScriptedCaller, type VoicedSpan } from './scripted-caller.ts';
import { type ReplyScript, ScriptedLanguageModel } from './scripted-language-model.ts';
import {
  type ModelScript,
  type ScriptedSession,
  ScriptedSpeechToSpeech,
  type ScriptedSpeechToSpeechOptions,
} from './scripted-speech-to-speech.ts';
import { ScriptedSpeechToText, type ScriptedSpeechToTextOptions } from './scripted-speech-to-text.ts';
import { ToneTextToSpeech, type ToneTextToSpeechOptions } from './tone-text-to-speech.ts';
import { settle, VirtualTime } from './virtual-time.ts';

const SILENCE = new Int16Array(FRAME_SAMPLES);

const AGENT: ConversationAgent = {
  prompt: 'You are Ann.',
  firstMessage: 'Hello, this is Ann from Example Dental.',
  language: 'en-US',
  hints: [],
  tools: [],
  turnTaking: { endpointingMs: 600, interruptionMs: 300, speculate: true },
  silence: {
    reminderMs: 7000,
    endMs: 10_000,
    maxReminders: 2,
    reminder: 'Are you still there?',
    goodbye: 'I will let you go. Goodbye.',
  },
  voicemail: { action: 'hangup', message: null, detect: true },
  direction: 'inbound',
};

export interface TestCallOptions {
  agent?: Partial<ConversationAgent>;
  llm?: ReplyScript;
  stt?: Partial<Omit<ScriptedSpeechToTextOptions, 'time' | 'caller'>>;
  tts?: Partial<Omit<ToneTextToSpeechOptions, 'time'>>;
  /** Who goes on where the first one fails. */
  nextModel?: ReplyScript;
  nextTranscriber?: Partial<Omit<ScriptedSpeechToTextOptions, 'time' | 'caller'>>;
  nextVoice?: Partial<Omit<ToneTextToSpeechOptions, 'time'>>;
  /** A model that hears and speaks by itself; in the place of all the others, save for the voices. */
  model?: ModelScript;
  speaking?: Partial<Omit<ScriptedSpeechToSpeechOptions, 'time' | 'caller' | 'script'>>;
  nextSpeakingModel?: ModelScript;
  /** The other kind of conversation goes on when those models are lost. */
  fallback?: boolean;
  breaker?: CircuitBreaker;
  /** What the first voice has said in calls before. */
  memory?: VoiceMemory;
  vad?: EnergyDelays;
  endOfTurn?: EndOfTurnModel;
  /** In the call's time. */
  anticipation?: (time: VirtualTime) => Anticipation;
  runTool?: ToolRunner;
  prepare?: boolean;
  /** Of the call's frames; 8000 unless given. */
  rateHz?: AudioRateHz;
  /** The far end sends back what the agent says. */
  echo?: Echo;
}

/** A whole conversation with scripted providers, in virtual time; everything that was heard and sent is kept. */
export class TestCall {
  readonly time = new VirtualTime();
  readonly caller = new ScriptedCaller();
  readonly events: ConversationEvent[] = [];
  readonly stt: ScriptedSpeechToText;
  readonly llm: ScriptedLanguageModel;
  readonly tts: ToneTextToSpeech;
  readonly nextTranscribers: ScriptedSpeechToText[] = [];
  readonly nextModels: ScriptedLanguageModel[] = [];
  readonly nextVoices: ToneTextToSpeech[] = [];
  readonly speakingModels: ScriptedSpeechToSpeech[] = [];
  readonly vad: EnergyVoiceActivity;
  readonly conversation: Conversation;
  /** One for each tick; null is silence. */
  readonly sent: (Int16Array | null)[] = [];
  readonly #line: EchoingLine | null;
  /** Nothing that is sent to us then arrives. */
  #lost = { fromMs: 0, untilMs: 0 };

  constructor({ agent, llm, stt, tts, vad, runTool, echo, ...next }: TestCallOptions) {
    const { time } = this;
    this.#line = echo ? new EchoingLine(echo) : null;
    this.stt = new ScriptedSpeechToText({ time, caller: this, ...stt });
    this.llm = new ScriptedLanguageModel(time, llm ?? (() => 'I see.'));
    this.tts = new ToneTextToSpeech({ time, ...tts });
    this.vad = new EnergyVoiceActivity(vad);
    const { nextTranscriber, nextModel, nextVoice } = next;
    if (nextTranscriber)
      this.nextTranscribers.push(
        new ScriptedSpeechToText({ time, caller: this, name: 'next-stt', ...nextTranscriber }),
      );
    if (nextModel) this.nextModels.push(new ScriptedLanguageModel(time, nextModel, 'next-llm'));
    if (nextVoice) this.nextVoices.push(new ToneTextToSpeech({ time, name: 'next-tts', ...nextVoice }));
    this.#addSpeakingModels(next);
    const isAlone = this.speakingModels.length > 0 && !next.fallback;
    this.conversation = openConversation({
      agent: { ...AGENT, ...agent },
      providers: {
        transcribers: isAlone ? [] : [this.stt, ...this.nextTranscribers],
        models: isAlone ? [] : [this.llm, ...this.nextModels],
        voices: [
          { tts: this.tts, voice: 'tone', ...(next.memory && { memory: next.memory }) },
          ...this.nextVoices.map((voice) => ({ tts: voice, voice: 'tone' })),
        ],
        vad: this.vad,
        speakingModels: this.speakingModels.map((model) => ({ model, voice: 'marin' })),
        ...(next.breaker && { breaker: next.breaker }),
        ...(next.endOfTurn && { endOfTurn: next.endOfTurn }),
        ...(next.anticipation && { anticipation: next.anticipation(time) }),
      },
      onEvent: (event) => this.events.push(event),
      ...(runTool && { runTool }),
    });
  }

  #addSpeakingModels({ model, nextSpeakingModel, speaking }: TestCallOptions): void {
    const { time } = this;
    if (model) this.speakingModels.push(new ScriptedSpeechToSpeech({ time, caller: this, script: model, ...speaking }));
    if (nextSpeakingModel)
      this.speakingModels.push(
        new ScriptedSpeechToSpeech({ time, caller: this, script: nextSpeakingModel, name: 'next-s2s' }),
      );
  }

  /** The session of the model that hears and speaks. */
  get session(): ScriptedSession {
    return this.speakingModels.findLast(({ sessions }) => sessions.length > 0)!.session;
  }

  /** A call that has been answered. */
  static async answered(options: TestCallOptions = {}): Promise<TestCall> {
    const call = new TestCall(options);
    if (options.prepare) await call.conversation.prepare();
    await call.conversation.start(options.rateHz ?? 8000);
    await settle();
    return call;
  }

  /** The caller has asked for something, and the agent has been replying for 1.5 s. */
  static async inReply(options: TestCallOptions): Promise<TestCall> {
    const call = await TestCall.answered(options);
    await call.runUntilAgentSpeaks();
    await call.runUntilAgentIsSilent();
    call.say('which rooms do you have please', 1500);
    await call.run(1500);
    await call.runUntilAgentSpeaks();
    await call.run(1500);
    return call;
  }

  get nowMs(): number {
    return this.time.nowMs;
  }

  /** Passes `ms` of media time. */
  async run(ms: number): Promise<void> {
    const untilMs = this.nowMs + ms;
    while (this.nowMs < untilMs) await this.#tick();
  }

  /** Passes media time until `condition`; throws after a minute of it. */
  async runUntil(condition: () => boolean): Promise<void> {
    const limitMs = this.nowMs + 60_000;
    while (!condition()) {
      if (this.nowMs >= limitMs) throw new Error(`nothing came of it: ${JSON.stringify(this.events, null, 1)}`);
      await this.#tick();
    }
  }

  /** Nothing arrives for so long, from `inMs` on. */
  loseSound(durationMs: number, inMs = 0): void {
    this.#lost = { fromMs: this.nowMs + inMs, untilMs: this.nowMs + inMs + durationMs };
  }

  /** The caller says this from now on. */
  say(text: string | null, durationMs: number, inMs = 0, quieterDb = 0): VoicedSpan {
    return this.caller.say(text, this.nowMs + inMs, durationMs, quieterDb);
  }

  /** The caller says this, and `afterMs` pass. */
  async hears(text: string, durationMs: number, afterMs: number): Promise<VoicedSpan> {
    const span = this.say(text, durationMs);
    await this.run(durationMs + afterMs);
    return span;
  }

  async runUntilAgentSpeaks(): Promise<void> {
    await this.runUntil(() => this.isAgentSpeaking);
  }

  async runUntilAgentIsSilent(): Promise<void> {
    const quietFrames = 5;
    await this.runUntil(
      () => this.sent.length >= quietFrames && this.sent.slice(-quietFrames).every((frame) => !frame),
    );
  }

  get isAgentSpeaking(): boolean {
    return this.sent.at(-1) != null;
  }

  /** Media time of the first frame that was sent at or after `fromMs`. */
  firstSentMs(fromMs = 0): number {
    const index = this.sent.findIndex((frame, at) => frame !== null && at * FRAME_MS >= fromMs);
    return index < 0 ? Number.NaN : index * FRAME_MS;
  }

  /** Media time of the end of the last frame that was sent before `beforeMs`. */
  lastSentMs(beforeMs = Number.POSITIVE_INFINITY): number {
    const index = this.sent.findLastIndex((frame, at) => frame !== null && at * FRAME_MS < beforeMs);
    return (index + 1) * FRAME_MS;
  }

  /** Everything that was sent between two times, silence left out. */
  sound(fromMs = 0, untilMs = Number.POSITIVE_INFINITY): Int16Array {
    const frames = this.sent.filter((frame, at) => frame && at * FRAME_MS >= fromMs && at * FRAME_MS < untilMs);
    const length = frames[0]?.length ?? 0;
    const samples = new Int16Array(frames.length * length);
    for (const [index, frame] of frames.entries()) samples.set(frame!, index * length);
    return samples;
  }

  of<T extends ConversationEvent['type']>(type: T): Extract<ConversationEvent, { type: T }>[] {
    return this.events.filter((event) => event.type === type) as Extract<ConversationEvent, { type: T }>[];
  }

  get turns(): TranscriptTurn[] {
    return this.of('turn').map(({ turn }) => turn);
  }

  /** Turns as "agent: Hello" lines. */
  get lines(): string[] {
    return this.turns.map(({ role, text, interrupted }) => `${role}: ${text}${interrupted ? ' –' : ''}`);
  }

  finish(): Promise<ConversationResult> {
    return this.conversation.finish();
  }

  startOf(frame: Int16Array): number | null {
    return this.caller.startOf(frame);
  }

  /** Every word that can be made out on the line: the caller's, and those of the echo that it does not drown. */
  words(fromMs: number, atMs: number): TimedWord[] {
    const said = this.caller.words(fromMs, atMs);
    const isAudible = (word: TimedWord): boolean =>
      !this.caller.spans.some(({ startMs, endMs }) => word.startMs < endMs && word.endMs > startMs);
    const echoed = this.#line?.words(fromMs, atMs).filter(isAudible) ?? [];
    return [...said, ...echoed].sort((a, b) => a.startMs - b.startMs);
  }

  /** A line that is silent sends that; only one whose audio is lost sends nothing. */
  #heard(): Int16Array | null {
    if (this.nowMs >= this.#lost.fromMs && this.nowMs < this.#lost.untilMs) return null;
    const said = this.caller.frame(this.nowMs);
    const echoed = this.#line?.frame(this.nowMs) ?? null;
    return said && echoed ? mix(said, echoed) : (said ?? echoed ?? SILENCE);
  }

  async #tick(): Promise<void> {
    const heard = this.#heard();
    this.time.advance();
    await settle();
    const sent = this.conversation.tick(heard);
    this.sent.push(sent);
    this.#line?.push(sent);
    await settle();
  }
}
