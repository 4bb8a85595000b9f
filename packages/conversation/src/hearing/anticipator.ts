import { FRAME_MS, type Frame } from '@parley/audio';
import type { Anticipation } from '../provider/anticipation.ts';
import type { CallerFrame } from './caller-sound.ts';

/** Gaps within a word are mostly shorter. A detector lets go of a voice later, and what it hears meanwhile takes its time. */
const ASKED_AFTER_MS = 40;
/** An utterance that is longer is heard from somewhere in its midst on, so that it is known soon enough. */
const LONGEST_FRAMES = 3600 / FRAME_MS;
/** Longer than the words that a recognizer has not told yet take, with two that it has told before them. */
const LAST_FRAMES = 1600 / FRAME_MS;
/** What is before the first voiced frame may be its first consonant. */
const LEAD_MS = 180;

/** What the caller is saying. */
export interface OpenWords {
  /** What the recognizer has told of it so far. */
  text: string;
  /** Media time of its first voice; null: there was none. */
  startMs: number | null;
}

export interface AnticipatorOptions {
  anticipation: Anticipation;
  /** What the voice that stopped at `untilMs` has said last, by what was listened to; null: that is not known. */
  onAnticipated: (text: string | null, untilMs: number) => void;
}

/** What was asked about a pause. */
interface Question {
  readonly asked: AbortController;
  /** Left out: there is no answer yet. */
  heard?: string | null;
}

/** Asks at each pause of the caller what was said last. */
export class Anticipator {
  readonly #options: AnticipatorOptions;
  readonly #frames: Frame[] = [];
  /** Where the latest voice has ended; null: it may still go on. */
  #untilMs: number | null = null;
  #question: Question | null = null;

  constructor(options: AnticipatorOptions) {
    this.#options = options;
  }

  /**
   * @param frame of the caller
   * @param nowMs media time of its end
   * @param words that will be answered when they are over; null: nothing will
   */
  hear({ narrow, edge, quietMs }: CallerFrame, nowMs: number, words: OpenWords | null): void {
    if (this.#frames.push(narrow) > LONGEST_FRAMES) this.#frames.shift();
    if (quietMs === 0) this.close();
    else if (quietMs === ASKED_AFTER_MS && words !== null) void this.#ask(nowMs, words);
    if (edge) this.#untilMs = edge.type === 'voice_stopped' ? edge.untilMs : null;
    this.#tell();
  }

  /** Idempotent. What was asked for is not told. */
  close(): void {
    this.#question?.asked.abort();
    this.#question = null;
  }

  async #ask(nowMs: number, { text, startMs }: OpenWords): Promise<void> {
    this.close();
    const asked = new AbortController();
    const question: Question = { asked };
    this.#question = question;
    const lengthFrames = Math.ceil((nowMs - (startMs ?? nowMs) + LEAD_MS) / FRAME_MS);
    const isWhole = lengthFrames <= LONGEST_FRAMES;
    const frames = this.#frames.slice(-(isWhole ? lengthFrames : LAST_FRAMES));
    const told = isWhole ? text : null;
    question.heard = await this.#options.anticipation.hear({ frames, told, signal: asked.signal });
    if (this.#question === question) this.#tell();
  }

  /** When the voice is known to be over, and what it said. */
  #tell(): void {
    const heard = this.#question?.heard;
    if (heard === undefined || this.#untilMs === null) return;
    this.close();
    this.#options.onAnticipated(heard, this.#untilMs);
  }
}
