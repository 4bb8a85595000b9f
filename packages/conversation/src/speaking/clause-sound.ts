import { type AudioRateHz, SAMPLE_RATE_HZ } from '@parley/audio';
import { WordSearch } from '../alignment/word-search.ts';
import type { TimedWord } from '../conversation-event.ts';
import type { Spelling } from '../languages/spelling/spelling.ts';
import type { SpokenWord } from '../provider/text-to-speech.ts';
import type { SaidClause } from './said-clauses.ts';

/** A second of narrowband sound: most clauses need two or three growths. */
const FIRST_CAPACITY = SAMPLE_RATE_HZ;
/** How long a character takes to say, for a clause whose length is not known yet. */
const MS_PER_CHARACTER = 65;

/** Scripts that put no space between words: a border between characters has to do. */
const UNSPACED_SCRIPT = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** Positions in a clause's sound are counted in these, whatever its rate: samples at 8 kHz. */
const POSITIONS_PER_MS = SAMPLE_RATE_HZ / 1000;

export const msOf = (positions: number): number => positions / POSITIONS_PER_MS;
const positionsOf = (ms: number): number => Math.round(ms * POSITIONS_PER_MS);

/** One clause with its audio, mono, as far as it has been synthesized. */
export class ClauseSound {
  /** What it says; of a model that speaks by itself, as far as that has reported. */
  text: string;
  /** Milliseconds from the clause's start. */
  readonly words: TimedWord[] = [];
  readonly rateHz: AudioRateHz;
  readonly #samplesPerPosition: number;
  readonly #onSound: (() => void) | undefined;
  readonly #spelling: Spelling | undefined;
  /** What came first as it came, which may be shared; ours as soon as more is written to it. */
  #samples: Int16Array = new Int16Array(0);
  /** In samples. */
  #count = 0;
  #complete = false;
  /** The position at which what was synthesized last begins: the vendor counts its words from there. */
  #restStart = 0;
  #wordsBeforeRest = 0;
  /** Where the words are in the audio, of a voice that does not tell; null: not looked for, in what there is by now. */
  #search: WordSearch | null = null;

  /**
   * @param rateHz of its audio
   * @param spelling how its text is read: without one its words are not looked for in its audio
   * @param onSound called with every chunk
   */
  constructor(
    text: string,
    rateHz: AudioRateHz,
    { spelling, onSound }: { spelling?: Spelling | undefined; onSound?: () => void } = {},
  ) {
    this.text = text;
    this.rateHz = rateHz;
    this.#samplesPerPosition = rateHz / SAMPLE_RATE_HZ;
    this.#onSound = onSound;
    this.#spelling = spelling;
  }

  /** @param samples at the clause's rate, any number */
  append({ samples, words = [] }: { samples: Int16Array; words?: readonly SpokenWord[] }): void {
    if (this.#count === 0) this.#samples = samples;
    else if (samples.length > 0) {
      this.#reserve(this.#count + samples.length);
      this.#samples.set(samples, this.#count);
    }
    this.#count += samples.length;
    this.#search = null;
    const startMs = msOf(this.#restStart);
    // Times of the rest alone would say that nothing was said before it.
    if (this.#restStart > 0 && this.#wordsBeforeRest === 0) words = [];
    for (const word of words)
      this.words.push({ text: word.text, startMs: word.startMs + startMs, endMs: word.endMs + startMs });
    if (samples.length > 0) this.#onSound?.();
  }

  /** What is still to be synthesized, from the word at which the audio ends. */
  get rest(): string {
    return this.length === 0 ? this.text : this.textBeyond(this.length);
  }

  /** What is appended from now on begins with the rest, which is returned. */
  beginRest(): string {
    const { rest } = this;
    this.#restStart = this.length;
    this.#wordsBeforeRest = this.words.length;
    return rest;
  }

  /** No more audio will come. */
  complete(): void {
    // Nor do times say when the rest was said where its vendor gives none.
    if (this.#restStart > 0 && this.words.length === this.#wordsBeforeRest) this.words.length = 0;
    this.#complete = true;
    this.#search = null;
  }

  /** Does a part of the work that will be needed when it is cut: under a millisecond. */
  prepareCut(): void {
    if (this.#complete && this.words.length === 0) this.#wordSearch()?.step();
  }

  /** All its audio, and its words with the vendor's times. */
  get said(): SaidClause {
    return { samples: this.#samples.subarray(0, this.#count), words: this.words };
  }

  /** Gives back the memory; what was said stays known. */
  release(): void {
    this.#samples = new Int16Array(0);
  }

  get isComplete(): boolean {
    return this.#complete;
  }

  /** Positions so far. */
  get length(): number {
    return Math.floor(this.#count / this.#samplesPerPosition);
  }

  /** Copies sound from position `from` on into `frame`, of the clause's rate, at its position `at`; returns how much there was. */
  copyInto(frame: Int16Array, at: number, from: number): number {
    const scale = this.#samplesPerPosition;
    const count = Math.max(0, Math.min(frame.length / scale - at, this.length - from));
    frame.set(this.#samples.subarray(from * scale, (from + count) * scale), at * scale);
    return count;
  }

  /** The words of the clause of which `sent` positions carried more than half. */
  textWithin(sent: number): string {
    if (sent <= 0) return '';
    if (this.#complete && sent >= this.length) return this.text;
    const words = this.words.length > 0 ? this.words : this.#wordSearch()?.words;
    return words ? this.#timedText(words, msOf(sent)) : this.#proportionalText(sent);
  }

  /** Null when the language's spelling is not known, or the audio has been given back. */
  #wordSearch(): WordSearch | null {
    if (!this.#spelling || this.#samples.length === 0) return null;
    this.#search ??= new WordSearch({
      text: this.text,
      spelling: this.#spelling,
      samples: this.#samples.subarray(0, this.#count),
      rateHz: this.rateHz,
      isWhole: this.#complete,
    });
    return this.#search;
  }

  /** The beginning of the clause's first word, as far as `sent` positions carried it. */
  beginningWithin(sent: number): string {
    const first = /^\S+/.exec(this.text)?.[0] ?? '';
    return `${first.slice(0, Math.max(1, Math.min(this.#charactersWithin(sent), first.length - 1)))}…`;
  }

  /** What `textWithin` leaves out. */
  textBeyond(sent: number): string {
    const heard = this.textWithin(sent);
    return this.text.startsWith(heard) ? this.text.slice(heard.length).trim() : this.text;
  }

  /** The words with the vendor's times, or with guessed ones. */
  get timedWords(): TimedWord[] {
    if (this.words.length > 0) return this.words;
    const msPerCharacter = msOf(this.#expectedLength) / this.text.length;
    return [...this.text.matchAll(/\S+/g)].map(({ 0: text, index }) => ({
      text,
      startMs: index * msPerCharacter,
      endMs: (index + text.length) * msPerCharacter,
    }));
  }

  #timedText(words: readonly TimedWord[], sentMs: number): string {
    const heard = words.filter(({ startMs, endMs }) => (startMs + endMs) / 2 < sentMs).map(({ text }) => text);
    return textOfWords(this.text, heard);
  }

  /** As if every character took the same time. */
  #charactersWithin(sent: number): number {
    return Math.floor((this.text.length * sent) / this.#expectedLength);
  }

  /** Positions that the clause has, or is likely to have when it is complete. */
  get #expectedLength(): number {
    if (this.#complete) return this.length;
    return Math.max(this.length, positionsOf(this.text.length * MS_PER_CHARACTER));
  }

  #proportionalText(sent: number): string {
    const characters = this.#charactersWithin(sent);
    if (characters >= this.text.length) return this.text;
    if (UNSPACED_SCRIPT.test(this.text)) return this.text.slice(0, characters);
    if (/\s/.test(this.text[characters]!)) return this.text.slice(0, characters).trimEnd();
    return this.text.slice(0, this.text.slice(0, characters).search(/\s\S*$/) + 1).trimEnd();
  }

  #reserve(length: number): void {
    if (length <= this.#samples.length) return;
    const grown = new Int16Array(Math.max(length, this.#samples.length * 2, FIRST_CAPACITY));
    grown.set(this.#samples.subarray(0, this.#count));
    this.#samples = grown;
  }
}

/** The beginning of `text` that ends with the last of `words`: punctuation that the vendor left out of its words is kept. */
function textOfWords(text: string, words: string[]): string {
  let end = 0;
  for (const word of words) {
    const at = text.indexOf(word, end);
    if (at < 0) return words.join(' ');
    end = at + word.length;
  }
  return text.slice(0, end) + (/^[.,;:!?…"')\]]+/.exec(text.slice(end))?.[0] ?? '');
}
