import type { ResponseLatency, TimedWord, TranscriptTurn } from '../conversation-event.ts';
import type { MediaClock } from '../media-clock.ts';
import type { ToolCall } from '../provider/language-model.ts';
import { asError, ProviderError } from '../provider/provider-error.ts';
import type { AgentEntry, Dialogue } from '../record/dialogue.ts';
import type { AfterSpeech, ToolDesk } from '../tools/tool-desk.ts';
import { ClauseSplitter } from './clause-splitter.ts';
import { type AnsweredTurn, responseLatency } from './latency-meter.ts';
import { type PlayedSpeech, Playout } from './playout.ts';
import type { Replies } from './replies.ts';
import type { Reply } from './reply.ts';
import { Speech } from './speech.ts';
import type { Synthesis } from './synthesis.ts';

/** What the agent's voice tells the turn machine. */
type VoiceEvent =
  | { type: 'playout_started' }
  | { type: 'playout_finished' }
  | { type: 'reply_ended'; next: AfterSpeech }
  | { type: 'failed'; role: 'llm' | 'tts'; error: Error };

export interface AgentVoiceOptions {
  replies: Replies;
  synthesis: Synthesis;
  clock: MediaClock;
  dialogue: Dialogue;
  tools: ToolDesk;
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
  /** Measured when its first sound leaves. */
  response: ResponseLatency | null;
}

/** A model that calls tools over and over, and never speaks, is stuck. */
const MAX_TOOL_ROUNDS = 8;
const STUCK = { retryable: false };

/** The agent's side: one speech at a time on its way from the model to the line, and one reply prepared in advance. */
export class AgentVoice {
  readonly #options: AgentVoiceOptions;
  readonly #playout = new Playout();
  #current: Current | null = null;
  #prepared: { text: string; speech: Speech } | null = null;
  /** The reply that the caller has waited for in vain, and talked into; it may yet tell that the model is dead. */
  #abandoned: Reply | null = null;
  #dropped: { rest: string; reply: Reply | null; wasHeard: boolean } | null = null;
  #toolRounds = 0;
  /** Changes when the floor does: what was started before and arrives after it is out of date. */
  #epoch = 0;

  constructor(options: AgentVoiceOptions) {
    this.#options = options;
  }

  /** Synthesizes a line that will be needed, so that it is there at once. Resolves when its beginning is; never rejects. */
  async prepareLine(text: string): Promise<void> {
    const speech = this.#lineSpeech(text);
    this.#prepared = { text, speech };
    await speech.whenReady();
  }

  /** Lets the model write its opening of the call. */
  prepareOpening(): void {
    this.#options.replies.prepare(null, false);
  }

  /** Says a line. */
  say(text: string): void {
    const prepared = this.#prepared;
    const isPrepared = prepared?.text === text && !prepared.speech.hasFailed;
    if (isPrepared) this.#prepared = null;
    this.#options.replies.discard();
    this.#begin(isPrepared ? prepared.speech : this.#lineSpeech(text), null, null);
  }

  /** Says what was left of the speech that was dropped last. */
  sayRemainder(): void {
    const dropped = this.#dropped;
    if (dropped?.reply && !dropped.wasHeard) this.#ask(null);
    else this.say(dropped?.rest ?? '');
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

  hold(): void {
    this.#playout.hold();
  }

  release(): void {
    this.#playout.release();
  }

  /** Stops what is being said, for good. */
  drop(): void {
    this.#epoch += 1;
    const current = this.#current;
    if (!current) return;
    this.#current = null;
    if (current.reply) this.#leave(current.reply);
    current.speech.cancel();
    this.#options.tools.callOff();
    const played = this.#playout.drop();
    this.#dropped = { rest: played?.rest ?? '', reply: current.reply, wasHeard: played?.span != null };
    this.#record(current, played, true);
  }

  /** The frame to send at media time `atMs`: 160 samples of 8 kHz mono, or null for silence. */
  pop(atMs: number): Int16Array | null {
    const { frame, isFirst, isLast } = this.#playout.pop(atMs);
    if (isFirst) this.#start(atMs);
    if (isLast) this.#finish();
    return frame;
  }

  /** The words of which something was sent lately, in the order of time. */
  get sentWords(): TimedWord[] {
    return this.#playout.sentWords;
  }

  /** Idempotent. */
  close(): void {
    this.drop();
    this.#abandoned?.cancel();
    this.discardSpeculation();
    this.#prepared?.speech.cancel();
  }

  #ask(answers: AnsweredTurn | null, text: string | null = null, mayBeSilent = false): void {
    const { tools, clock } = this.#options;
    const epoch = this.#epoch;
    const start = (sinceMs: number): void => {
      const reply = this.#options.replies.take(text, mayBeSilent);
      this.#begin(reply.speech, reply, answers);
      reply.expect(sinceMs);
    };
    if (tools.isIdle) start(answers?.voiceEndMs ?? clock.nowMs);
    else void tools.whenIdle().then(() => epoch === this.#epoch && start(clock.nowMs));
  }

  /** Its words are not wanted any more. One that has none yet is watched: a caller's "Hello?" does not excuse the model. */
  #leave(reply: Reply): void {
    if (!reply.isPending || this.#abandoned?.isPending) {
      reply.cancel();
      return;
    }
    this.#abandoned = reply;
    reply.abandon();
    reply.whenDone((outcome) => {
      if (this.#abandoned !== reply) return;
      this.#abandoned = null;
      if (outcome.type === 'failed') this.#fail(outcome.error);
    });
  }

  #lineSpeech(text: string): Speech {
    const speech = new Speech(this.#options.synthesis, this.#options.clock);
    const splitter = new ClauseSplitter();
    for (const clause of [...splitter.push(text), ...splitter.flush()]) speech.add(clause);
    speech.end();
    return speech;
  }

  #begin(speech: Speech, reply: Reply | null, answers: AnsweredTurn | null): void {
    const { clock, dialogue, onEvent } = this.#options;
    const entry = dialogue.addAgent(clock.nowMs);
    const current: Current = { speech, reply, entry, answers, response: null };
    this.#current = current;
    this.#playout.play(speech);
    speech.whenFailed((error) => this.#current === current && onEvent({ type: 'failed', role: 'tts', error }));
    reply?.whenDone((outcome) => {
      if (this.#current !== current || outcome.type === 'cancelled') return;
      if (outcome.type === 'failed') this.#fail(outcome.error);
      else this.#endReply(current, reply.text, outcome.toolCalls);
    });
  }

  #fail(error: Error): void {
    this.#options.onEvent({ type: 'failed', role: 'llm', error });
  }

  /** Called by a promise: what it throws would be nobody's. */
  #endReply(current: Current, text: string, toolCalls: ToolCall[]): void {
    try {
      // What the model wrote; corrected when less of it is heard.
      current.entry.text = text;
      this.#options.onEvent({ type: 'reply_ended', next: this.#options.tools.submit(toolCalls, current.entry) });
    } catch (cause) {
      this.#fail(asError(cause));
    }
  }

  #start(atMs: number): void {
    const { onEvent, onLatency } = this.#options;
    const current = this.#current!;
    const { reply, answers, speech } = current;
    onEvent({ type: 'playout_started' });
    if (!reply) return;
    this.#abandoned?.cancel();
    this.#abandoned = null;
    if (!answers) return;
    const { requestedMs, firstTextMs } = reply;
    const { firstClauseMs, firstSoundMs } = speech;
    current.response = responseLatency(answers, { requestedMs, firstTextMs, firstClauseMs, firstSoundMs }, atMs);
    onLatency(current.response);
  }

  #finish(): void {
    const current = this.#current!;
    this.#current = null;
    this.#record(current, this.#playout.drop(), false);
    this.#options.onEvent({ type: 'playout_finished' });
  }

  #record({ entry, reply, response }: Current, played: PlayedSpeech | null, interrupted: boolean): void {
    entry.text = played?.text ?? '';
    if (!played?.span || played.text === '') return;
    const { text, whole, words, span } = played;
    const generated = reply?.text ?? whole;
    this.#options.onTurn({
      role: 'agent',
      text,
      ...span,
      interrupted,
      ...(differs(generated, text) && { generatedText: generated }),
      ...(words.length > 0 && { words }),
      ...(response && { response }),
    });
  }
}

const differs = (a: string, b: string): boolean => a.replace(/\s/g, '') !== b.replace(/\s/g, '');
