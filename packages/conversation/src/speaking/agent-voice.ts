import type { Frame } from '@parley/audio';
import type { ResponseLatency, TimedWord, TranscriptTurn } from '../conversation-event.ts';
import type { FrameRate } from '../frame-rate.ts';
import type { MediaClock } from '../media-clock.ts';
import type { ToolCall } from '../provider/language-model.ts';
import { asError, ProviderError } from '../provider/provider-error.ts';
import type { AgentEntry, Dialogue } from '../record/dialogue.ts';
import type { AfterSpeech, ToolDesk } from '../tools/tool-desk.ts';
import type { HoldMusic } from './hold-music.ts';
import { type AnsweredTurn, responseLatency } from './latency-meter.ts';
import { lineSpeech } from './line-speech.ts';
import type { OpenersAhead } from './openers-ahead.ts';
import type { PlayedSpeech } from './playout.ts';
import type { Replies } from './replies.ts';
import type { Reply } from './reply.ts';
import type { Speech } from './speech.ts';
import { spokenTurn } from './spoken-turn.ts';
import type { Synthesis } from './synthesis.ts';
import { UnheardReply } from './unheard-reply.ts';
import { Voice } from './voice.ts';
import { isSpokenOver, type VoiceSpan } from './voice-span.ts';

/** What the agent's voice tells the turn machine. */
type VoiceEvent =
  | { type: 'playout_started' }
  | { type: 'said'; text: string }
  | { type: 'playout_finished' }
  | { type: 'filler_finished' }
  | { type: 'reply_ended'; next: AfterSpeech }
  | { type: 'failed'; role: 'llm' | 'tts'; error: Error };

export interface AgentVoiceOptions {
  replies: Replies;
  synthesis: Synthesis;
  openers: OpenersAhead;
  clock: MediaClock;
  dialogue: Dialogue;
  tools: ToolDesk;
  /** Of the frames that are sent. */
  rate: Pick<FrameRate, 'rateHz'>;
  /** Played while the caller waits behind a filler; null: silence. */
  music: HoldMusic | null;
  isWaitedFor: () => boolean;
  /** Throws away what was sent and the other side has not been played; how many ms there were. */
  discardUnplayed?: (() => number) | undefined;
  onEvent: (event: VoiceEvent) => void;
  onTurn: (turn: TranscriptTurn) => void;
  onLatency: (latency: ResponseLatency) => void;
}

/** What the agent is saying: a line, or the model's reply. */
interface Current {
  speech: Speech;
  reply: Reply | null;
  entry: AgentEntry;
  answers: AnsweredTurn | null;
  /** When the model was asked, or the line was to be said. */
  sinceMs: number;
  /** Measured when its first frame leaves. */
  response: ResponseLatency | null;
}

/** A model that calls tools over and over, and never speaks, is stuck. */
export const MAX_TOOL_ROUNDS = 8;
const STUCK = { retryable: false };

/** The agent's side: one speech at a time on its way from the model to the line, and one reply prepared in advance. */
export class AgentVoice {
  readonly #options: AgentVoiceOptions;
  readonly #voice: Voice;
  readonly #unheard = new UnheardReply();
  #current: Current | null = null;
  /** Lines that will be needed, by their texts. */
  readonly #prepared = new Map<string, Speech>();
  /** What was not said, of a line or of a reply that was heard; null: the model is to be asked again. */
  #unsaid: string | null = '';
  /** The model will be asked when the tools have answered. */
  #isAsking = false;
  #toolRounds = 0;
  /** Changes when the floor does: what was started before and arrives after it is out of date. */
  #epoch = 0;

  constructor(options: AgentVoiceOptions) {
    this.#options = options;
    const { rate, music, isWaitedFor, discardUnplayed } = options;
    this.#voice = new Voice({
      rate,
      music,
      isWaitedFor,
      discardUnplayed,
      onStart: (isFiller, atMs) => this.#start(isFiller, atMs),
      onSaid: (text) => options.onEvent({ type: 'said', text }),
      onEnd: (played) => this.#finish(played),
      onFillerEnd: (played, isAnswered) => this.#finishFiller(played, isAnswered),
    });
  }

  /** Synthesizes a line that will be needed, so that it is there at once. Resolves when its beginning is; never rejects. */
  async prepareLine(text: string): Promise<void> {
    const speech = this.#lineSpeech(text);
    this.#prepared.get(text)?.cancel();
    this.#prepared.set(text, speech);
    await speech.whenReady();
  }

  /** Lets the model write its opening of the call. */
  prepareOpening(): void {
    this.#options.replies.prepare(null, false);
  }

  /** Says a line. */
  say(text: string): void {
    const prepared = this.#prepared.get(text);
    this.#prepared.delete(text);
    this.#voice.skipFiller();
    this.#options.replies.discard();
    this.#begin(prepared && !prepared.hasFailed ? prepared : this.#lineSpeech(text), null, null);
  }

  /** Says what was left of the speech that was dropped last. */
  sayRemainder(): void {
    if (this.#unsaid === null) this.#ask(null);
    else this.say(this.#unsaid);
  }

  /** Says this before the answer, if the model has not begun to give one. The model does not know of it. */
  fill(text: string): void {
    const { onEvent, tools } = this.#options;
    const isWaited = this.#current ? this.#current.reply?.isPending : this.#isAsking || !tools.isIdle;
    if (this.#voice.isFilling || !isWaited) return;
    this.#voice.fill(this.#lineSpeech(text), (error) => onEvent({ type: 'failed', role: 'tts', error }));
  }

  /** Lets the model answer `text`, the newest of the dialogue, or go on from its tools' results. */
  reply(text: string | null, answers: AnsweredTurn | null, mayBeSilent = false): void {
    this.#toolRounds = text === null ? this.#toolRounds + 1 : 0;
    if (this.#toolRounds > MAX_TOOL_ROUNDS) {
      const message = `called tools ${MAX_TOOL_ROUNDS} times in a row`;
      this.#fail(new ProviderError('llm', 'the model', message, STUCK));
      return;
    }
    this.#ask(answers, text, mayBeSilent);
  }

  /** Prepares the reply to a text that may not be the whole turn; `null`: to the results of tools. */
  speculate(text: string | null, mayBeSilent = false): void {
    // The results of tools that are still running belong into the model's view.
    if (this.#options.tools.isIdle) this.#options.replies.prepare(text, mayBeSilent);
  }

  discardSpeculation(): void {
    this.#options.replies.discard();
  }

  /** A sound has begun that may become a voice over what is being said. */
  beAlert(isAlert: boolean): void {
    this.#voice.beAlert(isAlert);
  }

  duck(): void {
    this.#voice.duck();
  }

  restore(): void {
    this.#voice.restore();
  }

  hold(): void {
    this.#voice.hold();
  }

  release(): void {
    this.#voice.release();
  }

  /**
   * Stops what is being said, for good.
   * @param over the voice that it is stopped for; null when something else ends it
   */
  drop(over: VoiceSpan | null = null): void {
    this.#epoch += 1;
    this.#unsaid = this.#isAsking ? null : '';
    this.#isAsking = false;
    const { speech: played, filler } = this.#voice.drop();
    this.#file(filler, isSpokenOver(filler, over));
    const current = this.#current;
    if (!current) return;
    this.#current = null;
    if (current.reply) this.#leave(current.reply, current.sinceMs);
    this.#options.tools.callOff();
    this.#unsaid = current.reply && !played?.span ? null : (played?.rest ?? '');
    this.#record(current, played, isSpokenOver(played, over));
  }

  /** The frame to send at media time `atMs`, or null for silence. */
  pop(atMs: number): Frame | null {
    return this.#voice.pop(atMs);
  }

  /** The words of which something was sent lately, in the order of time. */
  get sentWords(): TimedWord[] {
    return this.#voice.sentWords;
  }

  /** Idempotent. */
  close(): void {
    this.drop();
    this.#unheard.cancel();
    this.discardSpeculation();
    this.#options.openers.close();
    for (const speech of this.#prepared.values()) speech.cancel();
  }

  #ask(answers: AnsweredTurn | null, text: string | null = null, mayBeSilent = false): void {
    const { tools, replies } = this.#options;
    const epoch = this.#epoch;
    const start = (): void => {
      this.#isAsking = false;
      const reply = replies.take(text, mayBeSilent);
      const { sinceMs } = this.#begin(reply.speech, reply, answers);
      // What the caller says meanwhile does not give a model more time that has not begun to answer before.
      reply.expect(this.#unheard.sinceMs ?? sinceMs);
    };
    if (tools.isIdle) {
      start();
      return;
    }
    this.#isAsking = true;
    void tools.whenIdle().then(() => epoch === this.#epoch && start());
  }

  #leave(reply: Reply, sinceMs: number): void {
    this.#unheard.leave(reply, sinceMs, (error) => {
      const { reply: latest = null, sinceMs: latestMs = 0 } = this.#current ?? {};
      const isAnswered = latest !== null && !latest.isPending;
      if (error && !isAnswered) this.#fail(error);
      // The model is alive: it has all the time for what it was asked last.
      else latest?.expect(latestMs);
    });
  }

  #lineSpeech(text: string): Speech {
    return lineSpeech(text, this.#options.synthesis, this.#options.clock);
  }

  #begin(speech: Speech, reply: Reply | null, answers: AnsweredTurn | null): Current {
    const { clock, dialogue, onEvent } = this.#options;
    const entry = dialogue.addAgent(clock.nowMs);
    const current: Current = { speech, reply, entry, answers, sinceMs: clock.nowMs, response: null };
    this.#current = current;
    this.#voice.say(speech);
    speech.whenFailed((error) => this.#current === current && onEvent({ type: 'failed', role: 'tts', error }));
    reply?.whenDone((outcome) => {
      if (this.#current !== current || outcome.type === 'cancelled') return;
      if (outcome.type === 'failed') this.#fail(outcome.error);
      else this.#endReply(current, reply.text, outcome.toolCalls);
    });
    return current;
  }

  #fail(error: Error): void {
    this.#options.onEvent({ type: 'failed', role: 'llm', error });
  }

  /** Called by a promise, which has no one to throw at. */
  #endReply(current: Current, text: string, toolCalls: ToolCall[]): void {
    try {
      // What the model wrote; corrected when less of it is heard.
      current.entry.text = text;
      this.#options.onEvent({ type: 'reply_ended', next: this.#options.tools.submit(toolCalls, current.entry) });
    } catch (cause) {
      this.#fail(asError(cause));
    }
  }

  #start(isFiller: boolean, atMs: number): void {
    const { onEvent, onLatency, openers } = this.#options;
    // While it speaks, its voice is free for what comes next.
    openers.begin();
    onEvent({ type: 'playout_started' });
    const current = this.#current;
    if (isFiller || !current?.reply) return;
    const { reply, answers, speech } = current;
    this.#unheard.cancel();
    if (!answers) return;
    const { requestedMs, firstTextMs } = reply;
    const { firstClauseMs, firstSoundMs } = speech;
    current.response = responseLatency(answers, { requestedMs, firstTextMs, firstClauseMs, firstSoundMs }, atMs);
    onLatency(current.response);
  }

  #finish(played: PlayedSpeech | null): void {
    const current = this.#current!;
    this.#current = null;
    this.#record(current, played, false);
    this.#options.onEvent({ type: 'playout_finished' });
  }

  /** The answer follows, as soon as there is one. */
  #finishFiller(played: PlayedSpeech | null, isAnswered: boolean): void {
    this.#file(played, false);
    if (!isAnswered) this.#options.onEvent({ type: 'filler_finished' });
  }

  #record({ entry, reply, response }: Current, played: PlayedSpeech | null, interrupted: boolean): void {
    entry.text = played?.text ?? '';
    this.#file(played, interrupted, reply ?? undefined, response);
  }

  #file(
    played: PlayedSpeech | null,
    interrupted: boolean,
    reply?: Reply,
    response: ResponseLatency | null = null,
  ): void {
    const turn = spokenTurn(played, { interrupted, generated: reply?.text, response, sources: reply?.sources });
    if (turn) this.#options.onTurn(turn);
  }
}
