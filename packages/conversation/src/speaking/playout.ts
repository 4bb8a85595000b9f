import { FRAME_MS, FRAME_SAMPLES, fadeOut } from '@parley/audio';
import type { TimedWord } from '../conversation-event.ts';
import { joined } from '../languages/joined.ts';
import type { ClauseSound } from './clause-sound.ts';
import { PlayedText } from './played-text.ts';

/** Something to be said, whose sound may still be coming. */
export interface PlayableSpeech {
  readonly clauses: readonly ClauseSound[];
  /** All its sound is there. */
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
  /** How much of its sound was sent. */
  readonly sentMs: number;
  /** Media time of the first and the last sample; null when nothing was sent. */
  readonly span: { startMs: number; endMs: number } | null;
}

export interface PlayoutFrame {
  /** 160 samples of 8 kHz mono; null is silence. */
  frame: Int16Array | null;
  /** It is the first of its speech. */
  isFirst: boolean;
  /** The speech is over with it; said once for each speech. */
  isLast: boolean;
}

const SILENT: PlayoutFrame = { frame: null, isFirst: false, isLast: false };

/** 5 ms: sound that begins in the middle of a vowel clicks. */
const FADE_IN_SAMPLES = 40;

/** An echo is recognized by then. */
const SENT_WORDS_KEPT_MS = 30_000;

/** Longer rewinds would sound like stammering. */
const MAX_REWIND_SAMPLES = 4000;

/** Plays one speech at a time, frame by frame; it can be held within a frame, released where it stopped, or dropped. */
export class Playout {
  #speech: PlayableSpeech | null = null;
  #played = new PlayedText();
  /** Words of the speeches before. */
  #sentBefore: TimedWord[] = [];
  #clause = 0;
  #offset = 0;
  #startMs: number | null = null;
  #endMs = 0;
  #held = false;
  /** The last frame carried sound of the speech. */
  #sounding = false;
  /** The next frame comes after a pause. */
  #resuming = false;
  /** The end of the speech has been told. */
  #over = false;
  /** The last frame of a speech that was dropped while it sounded. */
  #tail: Int16Array | null = null;

  /** Starts a speech; one that was playing must have been dropped or have ended. */
  play(speech: PlayableSpeech): void {
    this.#speech = speech;
    this.#played = new PlayedText();
    this.#clause = 0;
    this.#offset = 0;
    this.#startMs = null;
    this.#held = false;
    this.#over = false;
    this.#resuming = false;
    speech.advanceTo(0);
  }

  /** From the next frame on there is silence; that frame fades out. */
  hold(): void {
    this.#held = true;
  }

  /** Goes on where it stopped, or at the beginning of the word that was cut. */
  release(): void {
    if (!this.#held) return;
    this.#held = false;
    this.#resuming = this.#startMs !== null;
    const border = this.#speech?.clauses[this.#clause]?.wordBorderBefore(this.#offset) ?? this.#offset;
    if (this.#offset - border <= MAX_REWIND_SAMPLES) this.#offset = border;
  }

  /** Ends the speech within a frame. Returns what was sent of it; null when there was none. */
  drop(): PlayedSpeech | null {
    const next = this.#sounding ? this.#peek() : null;
    if (next) {
      this.#tail = fadeOut(next);
      this.#endMs += FRAME_MS;
    }
    const played = this.#speech && this.#ledgerOf(this.#speech);
    this.#sentBefore = this.sentWords;
    this.#played = new PlayedText();
    this.#speech = null;
    this.#held = false;
    return played;
  }

  /** The words of which something was sent lately, and when. */
  get sentWords(): TimedWord[] {
    const words = [...this.#sentBefore, ...this.#played.sentWords];
    const keptFromMs = this.#endMs - SENT_WORDS_KEPT_MS;
    return words.filter(({ endMs }) => endMs > keptFromMs);
  }

  /** Read when it is asked for: the text of what a model said may come after its sound. */
  #ledgerOf({ clauses }: PlayableSpeech): PlayedSpeech {
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
      span: this.#startMs === null ? null : { startMs: this.#startMs, endMs: this.#endMs },
    };
  }

  /** The frame to send at media time `atMs`. */
  pop(atMs: number): PlayoutFrame {
    const popped = this.#tail ? this.#popTail() : this.#held ? this.#popHeld(atMs) : this.#popSpeech(atMs);
    this.#sounding = popped.frame !== null && !this.#held && this.#speech !== null;
    return popped;
  }

  #popTail(): PlayoutFrame {
    const frame = this.#tail;
    this.#tail = null;
    return { ...SILENT, frame };
  }

  /** The fading frame is sent again on release: nobody understood it. */
  #popHeld(atMs: number): PlayoutFrame {
    const next = this.#sounding ? this.#peek() : null;
    if (!next) return SILENT;
    this.#endMs = atMs + FRAME_MS;
    return { ...SILENT, frame: fadeOut(next) };
  }

  #popSpeech(atMs: number): PlayoutFrame {
    if (!this.#speech || this.#over) return SILENT;
    const frame = this.#fill(atMs);
    const isFirst = frame !== null && this.#startMs === null;
    if (isFirst) this.#startMs = atMs;
    if (frame) this.#endMs = atMs + FRAME_MS;
    if (frame && this.#resuming) this.#fadeIn(frame);
    this.#over = this.#speech.isComplete && this.#clause >= this.#speech.clauses.length;
    return { frame, isFirst, isLast: this.#over };
  }

  #fadeIn(frame: Int16Array): void {
    this.#resuming = false;
    for (let i = 0; i < FADE_IN_SAMPLES; i += 1) frame[i] = Math.round((frame[i]! * i) / FADE_IN_SAMPLES);
  }

  /** The next frame, without sending it. */
  #peek(): Int16Array | null {
    const [clause, offset] = [this.#clause, this.#offset];
    const frame = new Int16Array(FRAME_SAMPLES);
    const count = this.#speech?.clauses[clause]?.copyInto(frame, 0, offset) ?? 0;
    return count > 0 ? frame : null;
  }

  /** A frame is filled across clauses; null when no whole frame is there yet. */
  #fill(atMs: number): Int16Array | null {
    const { clauses } = this.#speech!;
    const frame = new Int16Array(FRAME_SAMPLES);
    let filled = 0;
    while (filled < FRAME_SAMPLES) {
      const clause = clauses[this.#clause];
      if (!clause) break;
      const available = clause.length - this.#offset;
      // Half a frame now and half a frame later would be a click in the middle of a word.
      if (!clause.isComplete && available < FRAME_SAMPLES - filled) break;
      const count = clause.copyInto(frame, filled, this.#offset);
      if (count > 0) this.#played.record(clause, this.#offset, count, atMs + (filled * FRAME_MS) / FRAME_SAMPLES);
      filled += count;
      this.#offset += count;
      if (clause.isComplete && this.#offset >= clause.length) this.#nextClause();
    }
    return filled > 0 ? frame : null;
  }

  #nextClause(): void {
    const speech = this.#speech!;
    speech.clauses[this.#clause]!.release();
    this.#clause += 1;
    this.#offset = 0;
    speech.advanceTo(this.#clause);
  }
}
