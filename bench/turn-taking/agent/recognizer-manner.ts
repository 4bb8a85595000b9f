import { Draw } from '../cases/draw.ts';
import type { ClipWord } from '../stimuli/speech-clip.ts';

/**
 * How vendors' recognizers differ from one that tells every word as soon as it knows it. `stepped`: partials come 300 ms apart.
 * `uneven`: some words come later than others. `revising`: the newest word is another one at first, now and then. `punctuated`:
 * with capital letters and marks, behind half sentences too. `timeless`: without times of words. `endpointing`: it ends utterances
 * by itself, where it has heard no word for a while.
 */
export const RECOGNIZER_MANNERS = ['stepped', 'uneven', 'revising', 'punctuated', 'timeless', 'endpointing'] as const;
export type RecognizerManner = (typeof RECOGNIZER_MANNERS)[number];

/** Between two partials, as those of streams that are asked for every piece of sound. */
const STEP_MS = 300;
/** A step adds half of itself on average, which is not what is measured. */
const STEP_AHEAD_MS = STEP_MS / 2;
/** Words come so much sooner or later than on average. */
const UNEVEN_MS = 120;
const REVISED_SHARE = 0.25;
/** So long a wrong word stays before it is another one. */
const REVISED_MS = 200;
/** Of partials that end in a full stop, whatever their words are. */
const MARKED_SHARE = 0.4;
/** Of silence behind the last word, to the final that was not asked for. */
const ENDPOINTING_MS = 400;
const FRAME_MS = 20;
const QUESTION = /^(?:who|what|when|where|why|how|which|can|could|do|does|did|is|are|will|would|may|should|have)\b/iu;
/** What short words are taken for. */
const GUESSES = ['the', 'a', 'to', 'and', 'I', 'it', 'uh', 'or'];

/** The truth as another recognizer tells it; without manners, the truth. */
export class ToldManner {
  readonly #manners: ReadonlySet<RecognizerManner>;

  constructor(manners: readonly RecognizerManner[]) {
    this.#manners = new Set(manners);
  }

  get hasTimes(): boolean {
    return !this.#manners.has('timeless');
  }

  /** It tells what it has now. */
  isDue(heardMs: number): boolean {
    return !this.#manners.has('stepped') || heardMs % STEP_MS < FRAME_MS;
  }

  /** The words that it tells, `delayMs` after their ends. */
  known(words: readonly ClipWord[], heardMs: number, delayMs: number): ClipWord[] {
    const ready = words.findIndex((word) => heardMs < word.endMs + this.#delayOf(word, delayMs));
    const told = ready === -1 ? [...words] : words.slice(0, ready);
    const newest = told.at(-1);
    if (!newest || !this.#manners.has('revising')) return told;
    const draw = new Draw(`${newest.text} ${Math.round(newest.startMs)} revised`);
    const isFresh = heardMs < newest.endMs + this.#delayOf(newest, delayMs) + REVISED_MS;
    if (!isFresh || !draw.isLess(REVISED_SHARE)) return told;
    const text = newest.text.length > 5 ? newest.text.slice(0, 3) : draw.of(GUESSES);
    return [...told.slice(0, -1), { ...newest, text }];
  }

  partialText(text: string): string {
    if (!this.#manners.has('punctuated') || text === '') return text;
    const isMarked = new Draw(`${text} marked`).isLess(MARKED_SHARE);
    return `${capitalized(text)}${isMarked ? '.' : ''}`;
  }

  finalText(text: string): string {
    if (!this.#manners.has('punctuated') || text === '') return text;
    return `${capitalized(text)}${QUESTION.test(text) ? '?' : '.'}`;
  }

  /** It ends the utterance by itself. */
  isOver(words: readonly ClipWord[], heardMs: number): boolean {
    const last = words.at(-1);
    return this.#manners.has('endpointing') && last !== undefined && heardMs - last.endMs >= ENDPOINTING_MS;
  }

  #delayOf(word: ClipWord, delayMs: number): number {
    const ahead = this.#manners.has('stepped') ? STEP_AHEAD_MS : 0;
    const draw = new Draw(`${word.text} ${Math.round(word.startMs)} late`);
    return delayMs - ahead + (this.#manners.has('uneven') ? draw.between(-UNEVEN_MS, UNEVEN_MS) : 0);
  }
}

const capitalized = (text: string): string => text[0]!.toUpperCase() + text.slice(1).replace(/\bi\b/gu, 'I');
