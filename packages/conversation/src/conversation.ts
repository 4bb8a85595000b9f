import { BeepDetector, FRAME_SAMPLES } from '@parley/audio';
import type { ConversationAgent, ConversationProviders, ToolRunner } from './conversation-agent.ts';
import type {
  ConversationEnd,
  ConversationEvent,
  ConversationResult,
  ConversationWarning,
} from './conversation-event.ts';
import { Recognition } from './hearing/recognition.ts';
import type { Utterance } from './hearing/utterance.ts';
import { VoiceTracker } from './hearing/voice-tracker.ts';
import { MediaClock } from './media-clock.ts';
import { Dialogue } from './record/dialogue.ts';
import { Transcript } from './record/transcript.ts';
import { AgentVoice } from './speaking/agent-voice.ts';
import type { AnsweredTurn } from './speaking/latency-meter.ts';
import { lineText } from './speaking/stock-phrases.ts';
import { Synthesis } from './speaking/synthesis.ts';
import { ToolDesk } from './tools/tool-desk.ts';
import { advance } from './turns/turn-machine.ts';
import { turnSettings } from './turns/turn-settings.ts';
import {
  type CloseUtterance,
  INITIAL_STATE,
  type Line,
  type TurnEffect,
  type TurnEvent,
  type TurnSettings,
  type TurnState,
} from './turns/turn-state.ts';
import { closeUtterance } from './turns/turn-step.ts';

const SILENCE = new Int16Array(FRAME_SAMPLES);
/** After this no beep is an answering machine's. */
const BEEP_WATCH_MS = 90_000;
/** How long the end of the call waits for the caller's last words; in real time, since no frame passes any more. */
const LAST_WORDS_MS = 700;

type Performers = { [T in TurnEffect['type']]: (effect: Extract<TurnEffect, { type: T }>) => void };
type WithoutTime<T> = T extends unknown ? Omit<T, 'atMs'> : never;

export interface ConversationOptions {
  agent: ConversationAgent;
  providers: ConversationProviders;
  onEvent(event: ConversationEvent): void;
  /** Runs the agent's own tools; without it they answer that they are not available. */
  runTool?: ToolRunner;
}

/**
 * One telephone conversation. Whoever owns the call ticks it once for every 20 ms of media time; everything that waits,
 * waits for ticks. One for each call.
 */
export class Conversation {
  readonly #agent: ConversationAgent;
  readonly #providers: ConversationProviders;
  readonly #onEvent: (event: ConversationEvent) => void;
  readonly #settings: TurnSettings;
  readonly #clock = new MediaClock();
  readonly #tracker = new VoiceTracker();
  readonly #beeps: BeepDetector | null;
  readonly #dialogue = new Dialogue();
  readonly #transcript: Transcript;
  readonly #recognition: Recognition;
  readonly #tools: ToolDesk;
  readonly #voice: AgentVoice;
  readonly #responsesMs: number[] = [];
  readonly #warnings: ConversationWarning[] = [];
  #state: TurnState = INITIAL_STATE;
  readonly #events: TurnEvent[] = [];
  #isDispatching = false;
  readonly #performers: Performers = {
    hold_playout: () => this.#voice.hold(),
    release_playout: () => this.#voice.release(),
    drop_speech: () => this.#voice.drop(),
    finalize_recognition: () => this.#recognition.finalize(),
    speculate: ({ text }) => this.#voice.speculate(text),
    discard_speculation: () => this.#voice.discardSpeculation(),
    close_utterance: (closed) => this.#closeUtterance(closed),
    reply: ({ text }) => this.#voice.reply(text, this.#takeAnswers()),
    say: ({ line }) => this.#say(line),
    act: () => this.#tools.act(),
    answered_by: ({ who }) => this.#onEvent({ type: 'answered_by', who }),
    hang_up: ({ endReason }) => this.#onEvent({ type: 'hangup', endReason }),
  };
  /** Media time of the last change of what the user is heard to say. */
  #lastTextMs = 0;
  #answers: AnsweredTurn | null = null;
  #result: Promise<ConversationResult> | null = null;

  constructor({ agent, providers, onEvent, runTool }: ConversationOptions) {
    this.#agent = agent;
    this.#providers = providers;
    this.#onEvent = onEvent;
    this.#settings = turnSettings(agent);
    this.#beeps = this.#settings.detectVoicemail ? new BeepDetector() : null;
    this.#transcript = new Transcript((turn) => onEvent({ type: 'turn', turn }));
    const clock = this.#clock;
    const onWarning = (code: string, message: string): void => this.#warn(code, message);
    this.#recognition = new Recognition({
      stt: providers.stt,
      language: agent.language,
      hints: agent.hints,
      clock,
      onText: () => this.#hearText(),
      onFailure: (error) => {
        onWarning('stt_failed', error.message);
        this.#dispatch({ type: 'failed', endReason: 'stt_error' });
      },
      onWarning,
    });
    this.#tools = new ToolDesk({
      definitions: agent.tools,
      runTool: runTool ?? null,
      clock,
      onTransfer: (to) => onEvent({ type: 'transfer', to }),
      onDtmf: (digits) => onEvent({ type: 'send_dtmf', digits }),
      onTurn: (turn) => this.#transcript.add(turn),
      onDone: (followUp) => this.#dispatch({ type: 'tools_done', followUp }),
    });
    const { voice, language } = agent;
    this.#voice = new AgentVoice({
      llm: providers.llm,
      prompt: agent.prompt,
      synthesis: new Synthesis({ tts: providers.tts, voice, language, clock, onWarning }),
      clock,
      dialogue: this.#dialogue,
      tools: this.#tools,
      onEvent: (event) => this.#dispatch(event),
      onTurn: (turn) => this.#transcript.add(turn),
      onLatency: ({ responseMs, stages }) => {
        this.#responsesMs.push(responseMs);
        onEvent({ type: 'latency', responseMs, stages });
      },
      onWarning,
    });
  }

  /** May be called while the telephone rings: the agent's first words are made ready. Never rejects. */
  async prepare(): Promise<void> {
    const { firstMessage, direction } = this.#agent;
    if (firstMessage !== null) await this.#voice.prepareLine(firstMessage);
    else if (direction === 'outbound') this.#voice.prepareOpening();
  }

  /**
   * The call is answered: media time 0. `tick` may be called from now on, before this resolves, which it does when the
   * recognizer's stream is open or has failed. Never rejects: failures end in a `hangup` event.
   */
  async start(): Promise<void> {
    this.#dispatch({ type: 'answered' });
    await this.#recognition.open();
  }

  /**
   * Exactly once for every 20 ms of media time.
   * @param heard 160 samples of 8 kHz mono, or null when nothing arrived
   * @returns the frame to send, 160 samples of 8 kHz mono, or null for silence
   */
  tick(heard: Int16Array | null): Int16Array | null {
    if (this.#state.phase === 'idle' || this.#state.phase === 'ended') return this.#passTime();
    const startMs = this.#clock.nowMs;
    const frame = heard ?? SILENCE;
    this.#clock.advance();
    const edge = this.#tracker.push(frame, this.#providers.vad.isSpeech(frame), startMs);
    if (edge) this.#dispatch(edge);
    this.#recognition.write(frame, this.#tracker.isActive);
    if (this.#beeps && startMs < BEEP_WATCH_MS && this.#beeps.push(frame)) this.#dispatch({ type: 'beep' });
    this.#dispatch({ type: 'time' });
    return this.#voice.pop(startMs);
  }

  /** The other side has pressed a key: 0-9, A-D, * or #. */
  dtmf(digit: string): void {
    this.#dispatch({ type: 'key', digit });
  }

  /** The transfer that the `transfer` event asked for did not work out: the agent is told, and goes on. */
  transferFailed(reason: string): void {
    this.#tools.failTransfer(reason);
  }

  /** From outside: the call ends, whatever is being said. Idempotent. */
  hangUp(reason: ConversationEnd): void {
    if (reason === 'transferred') this.#tools.completeTransfer();
    this.#dispatch({ type: 'hung_up' });
  }

  /** Closes everything. Idempotent. Waits up to 700 ms for the final text of the user's last words. */
  finish(): Promise<ConversationResult> {
    this.#result ??= this.#finish();
    return this.#result;
  }

  async #finish(): Promise<ConversationResult> {
    this.#dispatch({ type: 'hung_up' });
    await this.#fileLastWords();
    this.#voice.close();
    this.#tools.close();
    this.#recognition.close();
    this.#providers.vad.close();
    return {
      turns: this.#transcript.turns,
      latency: { responseMs: this.#responsesMs },
      answeredBy: this.#state.answeredBy ?? 'unknown',
      warnings: this.#warnings,
      outcomeHint: this.#tools.outcomeHint,
    };
  }

  /** After the end: only the last frame, which fades out. */
  #passTime(): Int16Array | null {
    const startMs = this.#clock.nowMs;
    if (this.#state.phase === 'ended') this.#clock.advance();
    return this.#voice.pop(startMs);
  }

  #dispatch(event: WithoutTime<TurnEvent>): void {
    this.#events.push({ ...event, atMs: this.#clock.nowMs });
    if (this.#isDispatching) return;
    this.#isDispatching = true;
    try {
      for (let next = this.#events.shift(); next; next = this.#events.shift()) this.#advance(next);
    } finally {
      this.#isDispatching = false;
    }
  }

  #advance(event: TurnEvent): void {
    const { state, effects } = advance(this.#state, event, this.#settings);
    this.#state = state;
    for (const effect of effects) {
      // The table pairs every effect with a performer of its type; the compiler cannot follow the index.
      const perform = this.#performers[effect.type] as (effect: TurnEffect) => void;
      perform(effect);
    }
  }

  #say(line: Line): void {
    if (line === 'remainder') this.#voice.sayRemainder();
    else this.#voice.say(lineText(line, this.#agent));
  }

  #hearText(): void {
    const { text, awaitsFinal } = this.#recognition.current;
    if (text !== this.#state.utterance.text) this.#lastTextMs = this.#clock.nowMs;
    this.#dispatch({ type: 'heard', text, settled: !awaitsFinal });
  }

  #closeUtterance(closed: CloseUtterance): void {
    if (closed.as === 'noise') {
      this.#recognition.cut(() => undefined);
    } else if (closed.as === 'greeting') {
      this.#recognition.cut((utterance) => this.#fileGreeting(closed, utterance));
    } else {
      const utterance = this.#recognition.cut(() => undefined);
      this.#fileUserTurn(closed, closed.text, utterance);
      if (closed.as === 'turn') this.#dialogue.addUser(closed.text, closed.startMs);
      this.#answers = closed.voiced ? this.#answeredTurn(closed.endMs) : null;
    }
  }

  #answeredTurn(voiceEndMs: number): AnsweredTurn {
    return { voiceEndMs, lastTextMs: this.#lastTextMs, committedMs: this.#clock.nowMs };
  }

  #takeAnswers(): AnsweredTurn | null {
    const answers = this.#answers;
    this.#answers = null;
    return answers;
  }

  #fileGreeting(closed: CloseUtterance, utterance: Utterance): void {
    const { text } = utterance;
    if (text === '') return;
    this.#dialogue.addUser(text, closed.startMs);
    this.#fileUserTurn(closed, text, utterance);
    this.#dispatch({ type: 'greeting_heard', text });
  }

  #fileUserTurn({ startMs, endMs }: CloseUtterance, text: string, { words }: Utterance): void {
    this.#transcript.add({
      role: 'user',
      text,
      startMs,
      endMs,
      interrupted: false,
      ...(words.length > 0 && { words }),
    });
  }

  /** The user was still speaking, or had just spoken, when the call ended. */
  async #fileLastWords(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, LAST_WORDS_MS);
    this.#recognition.cut((utterance) => {
      const heard = { ...this.#state.utterance, text: utterance.text };
      const closed = closeUtterance({ ...this.#state, utterance: heard }, 'aside');
      if (closed.text !== '') this.#fileUserTurn(closed, closed.text, utterance);
      resolve();
    });
    await promise;
    clearTimeout(timer);
  }

  #warn(code: string, message: string): void {
    this.#warnings.push({ code, message });
    this.#onEvent({ type: 'warning', code, message });
  }
}
