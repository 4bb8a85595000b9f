import { SAMPLE_RATE_HZ } from '@parley/audio';
import type { TimedWord } from '../conversation-event.ts';
import type { SpokenWord } from '../provider/text-to-speech.ts';

/** A second of sound: most clauses need two or three growths. */
const FIRST_CAPACITY = SAMPLE_RATE_HZ;
/** How long a character takes to say, for a clause whose length is not known yet. */
const MS_PER_CHARACTER = 65;

/** Scripts that put no space between words: a border between characters has to do. */
const UNSPACED_SCRIPT = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

export const msOf = (samples: number): number => (samples * 1000) / SAMPLE_RATE_HZ;
const samplesOf = (ms: number): number => Math.round((ms * SAMPLE_RATE_HZ) / 1000);

/** One clause with its sound, 8 kHz mono, as far as it has been synthesized. */
export class ClauseSound {
  /** What it says; of a model that speaks by itself, as far as that has told. */
  text: string;
  /** Milliseconds from the clause's start. */
  readonly words: TimedWord[] = [];
  readonly #onSound: (() => void) | undefined;
  #samples = new Int16Array(0);
  #length = 0;
  #complete = false;
  /** Where what was synthesized last begins, in samples: the vendor counts its words from there. */
  #restStart = 0;
  #wordsBeforeRest = 0;

  /** @param onSound called with every chunk */
  constructor(text: string, onSound?: () => void) {
    this.text = text;
    this.#onSound = onSound;
  }

  /** @param samples 8 kHz mono, any number */
  append({ samples, words = [] }: { samples: Int16Array; words?: SpokenWord[] }): void {
    this.#reserve(this.#length + samples.length);
    this.#samples.set(samples, this.#length);
    this.#length += samples.length;
    const startMs = msOf(this.#restStart);
    // Times of the rest alone would say that nothing was said before it.
    if (this.#restStart > 0 && this.#wordsBeforeRest === 0) words = [];
    for (const word of words)
      this.words.push({ text: word.text, startMs: word.startMs + startMs, endMs: word.endMs + startMs });
    if (samples.length > 0) this.#onSound?.();
  }

  /** What is still to be synthesized, from the word at which the audio ends. */
  get rest(): string {
    return this.#length === 0 ? this.text : this.textBeyond(this.#length);
  }

  /** What is appended from now on begins with the rest, which is returned. */
  beginRest(): string {
    const { rest } = this;
    this.#restStart = this.#length;
    this.#wordsBeforeRest = this.words.length;
    return rest;
  }

  /** No more sound will come. */
  complete(): void {
    // Nor do times say when the rest was said where its vendor gives none.
    if (this.#restStart > 0 && this.words.length === this.#wordsBeforeRest) this.words.length = 0;
    this.#complete = true;
  }

  /** Gives back the memory; what was said stays known. */
  release(): void {
    this.#samples = new Int16Array(0);
  }

  get isComplete(): boolean {
    return this.#complete;
  }

  /** Samples so far. */
  get length(): number {
    return this.#length;
  }

  /** Copies samples from `from` on into `frame` at `at`; returns how many there were. */
  copyInto(frame: Int16Array, at: number, from: number): number {
    const count = Math.max(0, Math.min(frame.length - at, this.#length - from));
    frame.set(this.#samples.subarray(from, from + count), at);
    return count;
  }

  /** The words of the clause of which `sent` samples carried more than half. */
  textWithin(sent: number): string {
    if (sent <= 0) return '';
    if (this.#complete && sent >= this.#length) return this.text;
    return this.words.length > 0 ? this.#timedText(msOf(sent)) : this.#proportionalText(sent);
  }

  /** The beginning of the clause's first word, as far as `sent` samples carried it. */
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

  #timedText(sentMs: number): string {
    const heard = this.words.filter(({ startMs, endMs }) => (startMs + endMs) / 2 < sentMs).map(({ text }) => text);
    return textOfWords(this.text, heard);
  }

  /** As if every character took the same time. */
  #charactersWithin(sent: number): number {
    return Math.floor((this.text.length * sent) / this.#expectedLength);
  }

  /** Samples that the clause has, or is likely to have when it is complete. */
  get #expectedLength(): number {
    if (this.#complete) return this.#length;
    return Math.max(this.#length, samplesOf(this.text.length * MS_PER_CHARACTER));
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
    grown.set(this.#samples.subarray(0, this.#length));
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
