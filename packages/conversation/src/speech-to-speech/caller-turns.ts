import type { UnheardVoice } from '../fallback/held-call.ts';
import type { VoiceEdge } from '../hearing/voice-tracker.ts';
import type { MediaClock } from '../media-clock.ts';
import type { AnsweredTurn } from '../speaking/latency-meter.ts';
import type { VoiceSpan } from '../speaking/voice-span.ts';
import type { FileUtterance } from '../turns/turn-effect.ts';

/** A shorter voice without words is a cough. */
const SHORTEST_SPEECH_MS = 300;
const MOST_SETTLED_ITEMS = 100;
/** A voice that the vendor has made nothing of for so long was none. */
const UNCLAIMED_MS = 1500;

/** One thing that the caller says, by the vendor's name for it. */
interface Utterance {
  itemId: string;
  text: string;
  startMs: number;
  endMs: number;
  /** Its sound is over. */
  isClosed: boolean;
}

export interface CallerTurnsOptions {
  clock: MediaClock;
  onFile: (utterance: FileUtterance) => void;
  /** A turn with words was filed, or its words are known so far. */
  onText: (text: string, isFinal: boolean) => void;
}

/**
 * What the caller says. Its words are the vendor's and may come late, in another order, or not at all; when it was said
 * is known from the audio.
 */
export class CallerTurns {
  readonly #options: CallerTurnsOptions;
  /** Voices that belong to no utterance yet; the last one may go on. */
  #voices: VoiceSpan[] = [];
  #open: Utterance[] = [];
  #settled: string[] = [];

  constructor(options: CallerTurnsOptions) {
    this.#options = options;
  }

  /** What is being said, as far as it is understood. */
  get hearing(): string {
    return this.#open.map(({ text }) => text).join(' ');
  }

  /** Words are waited for. */
  get awaitsText(): boolean {
    return this.#open.length > 0 || this.#voices.length > 0;
  }

  /** The vendor has not said of all that is being said that it is over. */
  get hasOpen(): boolean {
    return this.#open.some(({ isClosed }) => !isClosed);
  }

  hearVoice(edge: VoiceEdge): void {
    if (edge.type === 'voice_started') {
      this.#voices.push({ onsetMs: edge.onsetMs, untilMs: Number.POSITIVE_INFINITY });
      return;
    }
    const last = this.#voices.at(-1);
    if (last) last.untilMs = edge.untilMs;
    const open = this.#open.findLast(({ isClosed }) => !isClosed);
    if (open) open.endMs = Math.max(open.endMs, edge.untilMs);
  }

  hear(itemId: string, text: string, isFinal: boolean): void {
    if (this.#settled.includes(itemId)) return;
    const utterance = this.#open.find((open) => open.itemId === itemId) ?? this.#begin(itemId);
    utterance.text = text.replace(/\s+/g, ' ').trim();
    if (isFinal) this.#settle(utterance);
    this.#options.onText(utterance.text, isFinal);
  }

  /**
   * The caller has finished: what is said from now on is something else. Returns when that was, for the latency; null
   * when no voice was heard.
   * @param itemId what the vendor calls it; null: it has not said
   */
  close(itemId: string | null): AnsweredTurn | null {
    const { nowMs } = this.#options.clock;
    if (itemId !== null && this.#isNew(itemId)) this.#begin(itemId);
    const open = this.#open.findLast(({ isClosed }) => !isClosed);
    if (open) this.#claimVoices(open);
    const voiceEndMs = open?.endMs ?? this.#lastVoiceEndMs;
    if (open) open.isClosed = true;
    return voiceEndMs === null ? null : { voiceEndMs, lastTextMs: voiceEndMs, committedMs: nowMs };
  }

  /** As `close`, for a vendor that does not say: null when nothing is open. */
  closeOpen(): AnsweredTurn | null {
    return this.hasOpen ? this.close(null) : null;
  }

  /** What has no words yet, from its beginning, for another recognizer to hear: it is not filed here. */
  takeUnheard(): UnheardVoice | null {
    const { nowMs } = this.#options.clock;
    const voices = this.#voices.splice(0).filter(({ untilMs }) => nowMs - untilMs < UNCLAIMED_MS);
    const open = this.#open.splice(0);
    const starts = [...voices.map(({ onsetMs }) => onsetMs), ...open.map(({ startMs }) => startMs)];
    if (starts.length === 0) return null;
    const untilMs = Math.max(...voices.map((voice) => voice.untilMs), ...open.map(({ endMs }) => endMs));
    return { onsetMs: Math.min(...starts), untilMs: Number.isFinite(untilMs) ? untilMs : null };
  }

  /** The words that did not come will not: files what there is. */
  fileAll(): void {
    for (const utterance of [...this.#open]) this.#settle(utterance);
  }

  get #lastVoiceEndMs(): number | null {
    const last = this.#voices.findLast(({ untilMs }) => Number.isFinite(untilMs));
    return last?.untilMs ?? null;
  }

  #isNew(itemId: string): boolean {
    return !this.#settled.includes(itemId) && this.#open.every((open) => open.itemId !== itemId);
  }

  #begin(itemId: string): Utterance {
    const { nowMs } = this.#options.clock;
    const startMs = this.#voices[0]?.onsetMs ?? nowMs;
    const utterance: Utterance = { itemId, text: '', startMs, endMs: startMs, isClosed: false };
    this.#claimVoices(utterance);
    this.#open.push(utterance);
    return utterance;
  }

  /** A voice that goes on is what is being said. */
  #claimVoices(utterance: Utterance): void {
    const { nowMs } = this.#options.clock;
    for (const { untilMs } of this.#voices.splice(0)) {
      utterance.endMs = Math.max(utterance.endMs, Number.isFinite(untilMs) ? untilMs : nowMs);
    }
  }

  #settle(utterance: Utterance): void {
    if (!utterance.isClosed) this.#claimVoices(utterance);
    this.#open = this.#open.filter((other) => other !== utterance);
    this.#settled = [...this.#settled, utterance.itemId].slice(-MOST_SETTLED_ITEMS);
    const { text, startMs } = utterance;
    const endMs = Math.max(utterance.endMs, startMs);
    const { onFile, clock } = this.#options;
    const spoken = { words: [], voiced: true, changedMs: clock.nowMs };
    if (text !== '') onFile({ type: 'file_utterance', to: 'both', as: 'turn', text, startMs, endMs, ...spoken });
    else if (endMs - startMs >= SHORTEST_SPEECH_MS)
      onFile({ type: 'file_utterance', to: 'both', as: 'unintelligible', text, startMs, endMs, ...spoken });
  }
}
