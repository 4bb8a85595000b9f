import { FRAME_MS, SAMPLE_RATE_HZ } from '@parley/audio';
import { primarySubtag } from '../languages/packs.ts';
import type { Anticipation } from '../provider/anticipation.ts';
import { openWords } from '../turns/anticipated.ts';
import type { TurnState } from '../turns/turn-state.ts';
import type { CallerFrame } from './caller-sound.ts';
import { SoundTail } from './sound-tail.ts';

/** Gaps within a word are mostly shorter. A detector lets go of a voice later, and what it hears meanwhile takes its time. */
const ASKED_AFTER_MS = 40;
/** An utterance that is longer is heard from somewhere in its midst on, so that it is known soon enough. */
const LONGEST_MS = 3600;
/** Longer than the words that a recognizer has not told yet take, with two that it has told before them. */
const LAST_MS = 1600;
/** What is before the first voiced frame may be its first consonant. */
const LEAD_MS = 180;

const samplesIn = (ms: number): number => (ms * SAMPLE_RATE_HZ) / 1000;

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
  readonly #tail = new SoundTail(samplesIn(LONGEST_MS));
  #isUnderstood = false;
  /** Where the latest voice has ended; null: it may still go on. */
  #untilMs: number | null = null;
  #question: Question | null = null;

  constructor(options: AnticipatorOptions) {
    this.#options = options;
  }

  /**
   * The language of the call from here on.
   * @param language BCP 47
   * @returns whether it is understood: else nothing is asked
   */
  expect(language: string): boolean {
    this.#isUnderstood = this.#options.anticipation.languages.includes(primarySubtag(language));
    return this.#isUnderstood;
  }

  /**
   * @param frame of the caller
   * @param state of the turns
   * @param nowMs media time of its end
   */
  hear({ narrow, edge, quietMs }: CallerFrame, state: TurnState, nowMs: number): void {
    this.#tail.write(narrow);
    if (quietMs === 0) this.close();
    else if (quietMs === ASKED_AFTER_MS && this.#isUnderstood) this.#askOf(state, nowMs);
    if (edge) this.#untilMs = edge.type === 'voice_stopped' ? edge.untilMs : null;
    this.#tell();
  }

  /** Idempotent. What was asked for is not told. */
  close(): void {
    this.#question?.asked.abort();
    this.#question = null;
  }

  #askOf(state: TurnState, nowMs: number): void {
    const words = openWords(state);
    if (words === null) return;
    const lengthMs = nowMs - (words.startMs ?? nowMs) + LEAD_MS;
    if (lengthMs <= LONGEST_MS) void this.#ask(lengthMs, words.text);
    else void this.#ask(LAST_MS, null);
  }

  async #ask(lengthMs: number, told: string | null): Promise<void> {
    this.close();
    const asked = new AbortController();
    const question: Question = { asked };
    this.#question = question;
    const samples = this.#tail.read(samplesIn(Math.ceil(lengthMs / FRAME_MS) * FRAME_MS));
    question.heard = await this.#options.anticipation.hear({ samples, told, signal: asked.signal });
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
