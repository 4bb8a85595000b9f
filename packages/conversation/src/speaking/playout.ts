import {
  type AudioRateHz,
  FRAME_MS,
  FRAME_SAMPLES,
  type Frame,
  fadeOut,
  frameSamples,
  RateConverter,
} from '@parley/audio';
import type { TimedWord } from '../conversation-event.ts';
import type { FrameRate } from '../frame-rate.ts';
import { joined } from '../languages/joined.ts';
import type { ClauseSound } from './clause-sound.ts';
import { PlayedText } from './played-text.ts';

/** Something to be said, whose audio may still be coming. */
export interface PlayableSpeech {
  readonly clauses: readonly ClauseSound[];
  /** Of all its clauses. */
  readonly rateHz: AudioRateHz;
  /** All its audio is there. */
  readonly isComplete: boolean;
  /** Playout has come to the clause of this index. */
  advanceTo(index: number): void;
}

/** What was sent of one speech. */
export interface PlayedSpeech {
  /** Cut at a border between words; of a first word that was cut, its beginning and "…". */
  readonly text: string;
  /** What was to be said after the last whole word. */
  readonly rest: string;
  /** All that was to be said, as far as it is known. */
  readonly whole: string;
  readonly words: TimedWord[];
  /** How much of its audio was sent. */
  readonly sentMs: number;
  /** How much more was on its way, and was thrown away before the other side was played it. */
  readonly unplayedMs: number;
  /** Media time of the first and the last sample; null when nothing was sent. */
  readonly span: { startMs: number; endMs: number } | null;
}

export interface PlayoutFrame {
  /** At the call's rate; null is silence. */
  frame: Frame | null;
  /** It is the first of its speech. */
  isFirst: boolean;
  /** The speech is over with it; said once for each speech. */
  isLast: boolean;
  /** The clause that was sent to its end with it, the last where there were several; null: none. */
  said: string | null;
}

const SILENT: PlayoutFrame = { frame: null, isFirst: false, isLast: false, said: null };

/** 9 dB: what is said stays clear, and the caller who speaks over it notices that the agent has heard. */
export const DUCKED_GAIN = 10 ** (-9 / 20);
/** 10 ms of a frame: no click, and to be heard within 80 ms of the voice, of which a detector takes 60. */
const RAMP_SHARE = 1 / 2;

/** An echo is recognized by then. */
const SENT_WORDS_KEPT_MS = 30_000;

/** Of a frame, in what clauses count their audio in: samples at 8 kHz. */
const FRAME_POSITIONS = FRAME_SAMPLES;

/**
 * Plays one speech at a time, frame by frame; it can be ducked while the caller speaks over it, held within a frame
 * where only a vendor can tell what that means, and dropped within one.
 */
export class Playout {
  readonly #rate: Pick<FrameRate, 'rateHz'>;
  readonly #discardUnplayed: () => number;
  /** Of a speech that was prepared for another rate than the call has. */
  #converter: RateConverter | null = null;
  #speech: PlayableSpeech | null = null;
  #played = new PlayedText();
  /** Words of the speeches before. */
  #sentBefore: TimedWord[] = [];
  #clause = 0;
  #offset = 0;
  #startMs: number | null = null;
  #endMs = 0;
  #isDucked = false;
  #isAlert = false;
  #isHeld = false;
  #gain = 1;
  /** Media time of the frame that faded out when it was held; null: none did, or it is sent again. */
  #fadedAtMs: number | null = null;
  /** The last frame carried sound of the speech. */
  #sounding = false;
  #said: string | null = null;
  /** The end of the speech was reported. */
  #over = false;
  /** The last frame of a speech that was dropped while it sounded. */
  #tail: Frame | null = null;

  /**
   * @param rate of the frames
   * @param discardUnplayed throws away what was sent and has not been played, and tells how many ms of it there were
   */
  constructor(rate: Pick<FrameRate, 'rateHz'>, discardUnplayed: () => number = () => 0) {
    this.#rate = rate;
    this.#discardUnplayed = discardUnplayed;
  }

  /** Starts a speech; one that was playing must have been dropped or have ended. */
  play(speech: PlayableSpeech): void {
    this.#speech = speech;
    this.#converter = null;
    this.#played = new PlayedText();
    this.#clause = 0;
    this.#offset = 0;
    this.#startMs = null;
    this.#isHeld = false;
    this.#fadedAtMs = null;
    this.#over = false;
    speech.advanceTo(0);
  }

  /** What has begun goes on 9 dB quieter, from the next frame on; what has not begun waits. */
  duck(): void {
    this.#isDucked = true;
  }

  /** At full level again. */
  restore(): void {
    this.#isDucked = false;
  }

  /** Until it is called off, what is said goes on 9 dB quieter. */
  beAlert(isAlert: boolean): void {
    this.#isAlert = isAlert;
  }

  /** From the next frame on there is silence; that frame fades out. */
  hold(): void {
    this.#isHeld = true;
  }

  /** Goes on where it stopped. */
  release(): void {
    if (this.#isHeld && this.#startMs !== null) this.#gain = 0;
    this.#isHeld = false;
    this.#fadedAtMs = null;
  }

  /** Ends the speech for the other side as well: what it has not been played yet is thrown away, and was not said. */
  cut(): PlayedSpeech | null {
    const unplayedMs = this.#speech && this.#startMs !== null ? this.#discardUnplayed() : 0;
    if (unplayedMs > 0) {
      this.#played.forgetLast(unplayedMs);
      this.#endMs = Math.max(this.#startMs!, this.#endMs - unplayedMs);
      if (this.#played.isEmpty) this.#startMs = null;
      // What would fade out is behind what was thrown away.
      this.#sounding = false;
    }
    return this.#drop(unplayedMs);
  }

  /** Ends the speech within a frame. Returns what was sent of it; null when there was none. */
  drop(): PlayedSpeech | null {
    return this.#drop(0);
  }

  #drop(unplayedMs: number): PlayedSpeech | null {
    const next = this.#sounding ? this.#peek() : null;
    if (next) {
      this.#tail = fadeOut(next);
      // What fades was heard.
      this.#played.record(this.#speech!.clauses[this.#clause]!, this.#offset, FRAME_POSITIONS, this.#endMs);
      this.#endMs += FRAME_MS;
    } else if (this.#fadedAtMs !== null && unplayedMs === 0)
      this.#played.record(this.#speech!.clauses[this.#clause]!, this.#offset, FRAME_POSITIONS, this.#fadedAtMs);
    this.#fadedAtMs = null;
    const played = this.#speech && this.#ledgerOf(this.#speech, unplayedMs);
    this.#sentBefore = this.sentWords;
    this.#played = new PlayedText();
    this.#speech = null;
    this.#isHeld = false;
    return played;
  }

  /** The words of which something was sent lately, and when. */
  get sentWords(): TimedWord[] {
    const words = [...this.#sentBefore, ...this.#played.sentWords];
    const keptFromMs = this.#endMs - SENT_WORDS_KEPT_MS;
    return words.filter(({ endMs }) => endMs > keptFromMs);
  }

  /** Read when it is asked for: the text of what a model said may come after its audio. */
  #ledgerOf({ clauses }: PlayableSpeech, unplayedMs: number): PlayedSpeech {
    const played = this.#played;
    return {
      get text() {
        return played.textOf(clauses);
      },
      get rest() {
        return played.restOf(clauses);
      },
      get whole() {
        return joined(clauses.map(({ text }) => text));
      },
      get words() {
        return played.wordsOf(clauses);
      },
      sentMs: played.sentMsOf(clauses),
      unplayedMs,
      span: this.#startMs === null ? null : { startMs: this.#startMs, endMs: this.#endMs },
    };
  }

  /** The frame to send at media time `atMs`. */
  pop(atMs: number): PlayoutFrame {
    // A caller who speaks over it is likely to cut it.
    if (this.#isAlert || this.#isDucked || this.#isHeld) this.#speech?.clauses[this.#clause]?.prepareCut();
    const popped = this.#tail ? this.#popTail() : this.#isHeld ? this.#popHeld(atMs) : this.#popSpeech(atMs);
    this.#sounding = popped.frame !== null && !this.#isHeld && this.#speech !== null;
    return popped;
  }

  #popTail(): PlayoutFrame {
    const frame = this.#tail;
    this.#tail = null;
    return { ...SILENT, frame };
  }

  /** The fading frame is sent again on release: it was not intelligible. */
  #popHeld(atMs: number): PlayoutFrame {
    const next = this.#sounding ? this.#peek() : null;
    if (!next) return SILENT;
    this.#fadedAtMs = atMs;
    this.#endMs = atMs + FRAME_MS;
    return { ...SILENT, frame: fadeOut(next) };
  }

  #popSpeech(atMs: number): PlayoutFrame {
    if (!this.#speech || this.#over || (this.#isDucked && this.#startMs === null)) return SILENT;
    const frame = this.#fill(atMs);
    const isFirst = frame !== null && this.#startMs === null;
    if (isFirst) this.#startMs = atMs;
    if (frame) this.#endMs = atMs + FRAME_MS;
    if (frame) this.#setLevel(frame);
    this.#over = this.#speech.isComplete && this.#clause >= this.#speech.clauses.length;
    const said = this.#said;
    this.#said = null;
    return { frame, isFirst, isLast: this.#over, said };
  }

  /** Changes the level at the beginning of the frame where it is to change. */
  #setLevel(frame: Int16Array): void {
    const before = this.#gain;
    this.#gain = this.#isDucked || this.#isAlert ? DUCKED_GAIN : 1;
    if (before === 1 && this.#gain === 1) return;
    for (let i = 0; i < frame.length; i += 1) {
      const gain = before + (this.#gain - before) * Math.min(1, i / (RAMP_SHARE * frame.length));
      frame[i] = Math.round(frame[i]! * gain);
    }
  }

  /** The next frame, without sending it. */
  #peek(): Frame | null {
    const clause = this.#speech?.clauses[this.#clause];
    if (!clause) return null;
    const frame = new Int16Array(frameSamples(clause.rateHz));
    if (clause.copyInto(frame, 0, this.#offset) === 0) return null;
    this.#setLevel(frame);
    return this.#atCallRate(frame, clause.rateHz);
  }

  /** A frame is filled across clauses; null when no whole frame is there yet. */
  #fill(atMs: number): Frame | null {
    const { clauses, rateHz } = this.#speech!;
    const frame = new Int16Array(frameSamples(rateHz));
    let filled = 0;
    while (filled < FRAME_POSITIONS) {
      const clause = clauses[this.#clause];
      if (!clause) break;
      const available = clause.length - this.#offset;
      // Half a frame now and half a frame later would be a click in the middle of a word.
      if (!clause.isComplete && available < FRAME_POSITIONS - filled) break;
      const count = clause.copyInto(frame, filled, this.#offset);
      if (count > 0) this.#played.record(clause, this.#offset, count, atMs + (filled * FRAME_MS) / FRAME_POSITIONS);
      filled += count;
      this.#offset += count;
      if (clause.isComplete && this.#offset >= clause.length) this.#nextClause();
    }
    return filled > 0 ? this.#atCallRate(frame, rateHz) : null;
  }

  #atCallRate(frame: Frame, rateHz: AudioRateHz): Frame {
    if (rateHz === this.#rate.rateHz) return frame;
    this.#converter ??= new RateConverter(rateHz, this.#rate.rateHz);
    return this.#converter.convert(frame);
  }

  #nextClause(): void {
    const speech = this.#speech!;
    const clause = speech.clauses[this.#clause]!;
    this.#said = clause.text;
    clause.release();
    this.#clause += 1;
    this.#offset = 0;
    speech.advanceTo(this.#clause);
  }
}
