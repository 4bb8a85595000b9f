import type { Frame } from '@parley/audio';
import type { ResponseLatency, TranscriptTurn } from '../conversation-event.ts';
import type { FrameRate } from '../frame-rate.ts';
import type { MediaClock } from '../media-clock.ts';
import { distinctSources } from '../provider/distinct-sources.ts';
import type { AnswerSource } from '../provider/language-model.ts';
import type { HeardItem } from '../provider/speech-to-speech.ts';
import type { AgentEntry, Dialogue } from '../record/dialogue.ts';
import { type AnsweredTurn, responseLatency } from '../speaking/latency-meter.ts';
import { lineSpeech } from '../speaking/line-speech.ts';
import { type PlayableSpeech, type PlayedSpeech, Playout } from '../speaking/playout.ts';
import { spokenTurn } from '../speaking/spoken-turn.ts';
import type { Synthesis } from '../speaking/synthesis.ts';
import { isSpokenOver, type VoiceSpan } from '../speaking/voice-span.ts';
import { ItemSpeech } from './item-speech.ts';

/** How long the words of what was heard are waited for, when they come behind the audio. */
const LATE_TEXT_MS = 1500;
const MOST_CUT_ITEMS = 100;

/**
 * What is heard of the agent: nothing is to be said, something is and not heard yet, it is heard, or the audio of what the
 * model is saying does not come.
 */
export type Speech = 'none' | 'waiting' | 'sounding' | 'starving';

export interface ModelVoiceOptions {
  clock: MediaClock;
  /** Of the frames that are sent. */
  rate: Pick<FrameRate, 'rateHz'>;
  dialogue: Dialogue;
  /** Speaks where the model cannot; null: nothing does. */
  synthesis: Synthesis | null;
  /** Throws away what was sent and the other side has not been played; how many ms there were. */
  discardUnplayed?: (() => number) | undefined;
  /** `isModels`: by the model itself, not a line in another voice. */
  onTurn: (turn: TranscriptTurn, isModels: boolean) => void;
  onLatency: (latency: ResponseLatency) => void;
  onSpeech: (speech: Speech) => void;
  /** Everything that was to be said was sent. */
  onSaid: () => void;
  /** The model's item was stopped there. */
  onCut: (heard: HeardItem) => void;
  onFailure: (error: Error) => void;
}

/** Something that is said, or waits for what is said before it. */
interface Part {
  speech: PlayableSpeech;
  /** Null: a line that the model does not say. */
  item: ItemSpeech | null;
  entry: AgentEntry;
  response: ResponseLatency | null;
  /** What of the documents the model had before it. */
  sources: readonly AnswerSource[];
}

/** Was heard, and its words are still to come. */
interface Unwritten {
  part: Part;
  played: PlayedSpeech;
  interrupted: boolean;
  dueMs: number;
}

/** The agent's side of a call that a model speaks in: one thing behind the other, as it comes. */
export class ModelVoice {
  readonly #options: ModelVoiceOptions;
  readonly #playout: Playout;
  #current: Part | null = null;
  #queue: Part[] = [];
  #unwritten: Unwritten[] = [];
  /** Items of which nothing more is wanted. */
  #cut: string[] = [];
  /** The caller's turn that is answered next. */
  #answers: AnsweredTurn | null = null;
  /** What was found in documents since. */
  #sources: readonly AnswerSource[] = [];
  #speech: Speech = 'none';
  #isSilent = true;
  #isHeld = false;
  #waitsForStart = false;

  constructor(options: ModelVoiceOptions) {
    this.#options = options;
    this.#playout = new Playout(options.rate, options.discardUnplayed);
  }

  /** Sound of the model's is still to come. */
  get isModelSpeaking(): boolean {
    return [this.#current, ...this.#queue].some((part) => part?.item?.isComplete === false);
  }

  /** Nothing leaves before `start`. */
  waitForStart(): void {
    this.#waitsForStart = true;
  }

  start(): void {
    this.#waitsForStart = false;
    this.#reportSpeech();
  }

  /** What the model says next answers this turn. */
  expectAnswer(turn: AnsweredTurn): void {
    this.#answers = turn;
    this.#sources = [];
  }

  /** What the model says from now on, up to the next turn, it says with these before it. */
  addSources(sources: readonly AnswerSource[]): void {
    this.#sources = distinctSources([...this.#sources, ...sources]);
  }

  /** Whether it is to be heard. */
  isWanted(itemId: string): boolean {
    return !this.#cut.includes(itemId);
  }

  hearAudio(itemId: string, samples: Int16Array, rateHz: number): void {
    if (!this.isWanted(itemId)) return;
    const item = this.#itemOf(itemId) ?? this.#addItem(itemId, rateHz);
    item.append(samples, this.#options.clock.nowMs);
    this.#reportSpeech();
  }

  hearText(itemId: string, text: string, isFinal: boolean): void {
    const part = this.#parts.find(({ item }) => item?.itemId === itemId);
    if (!part) return;
    part.item!.hearText(text, isFinal);
    if (this.isWanted(itemId)) part.entry.text = part.item!.text;
  }

  endItem(itemId: string): void {
    this.#itemOf(itemId)?.end();
    this.#reportSpeech();
  }

  /** The model is lost: what came of it is all there is. */
  endItems(): void {
    for (const { item } of this.#parts) item?.lose();
    this.#reportSpeech();
  }

  /** Says this in the voice that is there when the model's is not, if there is one. */
  say(text: string): void {
    const { synthesis, clock, onFailure } = this.#options;
    if (!synthesis) return;
    const speech = lineSpeech(text, synthesis, clock);
    // No model has to know of it: it bridges a pause, or ends the call.
    const entry: AgentEntry = { role: 'agent', startMs: clock.nowMs, text, tools: [] };
    const part: Part = { speech, item: null, entry, response: null, sources: [] };
    speech.whenFailed((error) => {
      if (this.#parts.includes(part)) onFailure(error);
    });
    this.#queue.push(part);
    this.#reportSpeech();
  }

  hold(): void {
    this.#isHeld = true;
    this.#playout.hold();
    this.#reportSpeech();
  }

  release(): void {
    this.#isHeld = false;
    this.#playout.release();
    this.#reportSpeech();
  }

  /**
   * Stops everything that is being said, for good.
   * @param over the voice that it is stopped for; null when something else ends it
   */
  drop(over: VoiceSpan | null = null): void {
    this.#isHeld = false;
    const current = this.#current;
    const dropped = this.#queue.splice(0);
    this.#current = null;
    if (current) {
      const played = this.#playout.cut();
      this.#forget(current, played);
      if (played) this.#record(current, played, isSpokenOver(played, over));
    }
    for (const part of dropped) this.#forget(part, null);
    this.#reportSpeech();
  }

  /** What the model does not say will not be said at all. */
  dropLines(): void {
    const isLine = this.#current !== null && this.#current.item === null;
    if (isLine) this.#playout.drop();
    if (isLine) this.#current = null;
    this.#queue = this.#queue.filter(({ item }) => item !== null);
    this.#reportSpeech();
  }

  /** The frame to send at media time `atMs`, or null for silence. */
  pop(atMs: number): Frame | null {
    if (!this.#current && !this.#waitsForStart) this.#playNext();
    const { frame, isFirst, isLast } = this.#playout.pop(atMs);
    this.#isSilent = frame === null;
    if (isFirst) this.#noteStart(atMs);
    if (isLast) this.#finish();
    this.#reportSpeech();
    this.#writeLateTexts(atMs);
    return frame;
  }

  /** Idempotent. What is not written yet is written as it is. */
  close(): void {
    this.drop();
    for (const late of this.#unwritten.splice(0)) this.#write(late);
  }

  #reportSpeech(): void {
    const speech = this.#judgeSpeech();
    if (speech === this.#speech) return;
    this.#speech = speech;
    this.#options.onSpeech(speech);
  }

  #judgeSpeech(): Speech {
    if (this.#current === null && this.#queue.length === 0) return 'none';
    if (!this.#isSilent) return 'sounding';
    const isComing = !this.#current?.item || this.#current.item.isComplete;
    return isComing || this.#isHeld || this.#waitsForStart ? 'waiting' : 'starving';
  }

  get #parts(): Part[] {
    const parts = this.#current ? [this.#current, ...this.#queue] : this.#queue;
    return [...parts, ...this.#unwritten.map(({ part }) => part)];
  }

  #itemOf(itemId: string): ItemSpeech | null {
    return this.#parts.find(({ item }) => item?.itemId === itemId)?.item ?? null;
  }

  #addItem(itemId: string, rateHz: number): ItemSpeech {
    const item = new ItemSpeech(itemId, rateHz, this.#options.rate.rateHz);
    const entry = this.#options.dialogue.addAgent(this.#options.clock.nowMs);
    this.#queue.push({ speech: item, item, entry, response: null, sources: this.#sources });
    return item;
  }

  #playNext(): void {
    const next = this.#queue.shift();
    if (!next) return;
    this.#current = next;
    this.#playout.play(next.speech);
    if (this.#isHeld) this.#playout.hold();
  }

  #noteStart(atMs: number): void {
    const { onLatency } = this.#options;
    const answers = this.#answers;
    const soundMs = this.#current?.item?.firstSoundMs ?? null;
    if (!answers || soundMs === null) return;
    this.#answers = null;
    const times = { firstTextMs: soundMs, firstClauseMs: soundMs, firstSoundMs: soundMs };
    const response = responseLatency(answers, { requestedMs: answers.committedMs, ...times }, atMs);
    this.#current!.response = response;
    onLatency(response);
  }

  #finish(): void {
    const current = this.#current!;
    this.#current = null;
    const played = this.#playout.drop();
    if (played) this.#record(current, played, false);
    if (this.#queue.length === 0) this.#options.onSaid();
  }

  #forget({ item, speech, entry }: Part, played: PlayedSpeech | null): void {
    if ('cancel' in speech && typeof speech.cancel === 'function') speech.cancel();
    entry.text = played?.text ?? '';
    if (!item) return;
    this.#cut = [...this.#cut, item.itemId].slice(-MOST_CUT_ITEMS);
    this.#options.onCut({ itemId: item.itemId, heardMs: Math.floor(played?.sentMs ?? 0), text: entry.text });
  }

  #record(part: Part, played: PlayedSpeech, interrupted: boolean): void {
    const late = { part, played, interrupted, dueMs: this.#options.clock.nowMs + LATE_TEXT_MS };
    if (part.item === null || part.item.isTextFinal) this.#write(late);
    else this.#unwritten.push(late);
  }

  #writeLateTexts(atMs: number): void {
    if (this.#unwritten.length === 0) return;
    const due = this.#unwritten.filter(({ part, dueMs }) => part.item!.isTextFinal || atMs >= dueMs);
    this.#unwritten = this.#unwritten.filter((late) => !due.includes(late));
    for (const late of due) this.#write(late);
  }

  #write({ part: { entry, item, response, sources }, played, interrupted }: Unwritten): void {
    entry.text = played.text;
    const turn = spokenTurn(played, { interrupted, response, sources });
    if (turn) this.#options.onTurn(turn, item !== null);
  }
}
