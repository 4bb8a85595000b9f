import type { TimedWord } from '../conversation-event.ts';
import type { HeardWord } from '../provider/speech-to-text.ts';

/** What a recognizer made of one utterance: finished segments, and one that may still change. */
export class Utterance {
  readonly words: TimedWord[] = [];
  /** Media times at which a voice began, or went on from the utterance before. */
  readonly onsetsMs: number[] = [];
  readonly #segments: string[] = [];
  #partial = '';
  #openFinals = 0;

  /** Everything so far. */
  get text(): string {
    return [...this.#segments, this.#partial].filter((segment) => segment !== '').join(' ');
  }

  /** Every question of `finalize` was answered, and nothing was heard since. */
  get isSettled(): boolean {
    return this.#openFinals === 0 && this.#partial === '';
  }

  /** Nobody has said anything, as far as is known. */
  get isBlank(): boolean {
    return this.onsetsMs.length === 0 && this.text === '';
  }

  get awaitsFinal(): boolean {
    return this.#openFinals > 0;
  }

  expectFinal(): void {
    this.#openFinals += 1;
  }

  /** No final will come any more; what was heard last stands. */
  giveUpFinals(): void {
    this.#openFinals = 0;
    if (this.#partial !== '') this.#segments.push(this.#partial);
    this.#partial = '';
  }

  hearPartial(text: string): void {
    this.#partial = wordsOnly(text);
  }

  /** @param offsetMs media time at which the recognizer's stream began */
  hearFinal(text: string, words: readonly HeardWord[], offsetMs: number): void {
    this.#openFinals = Math.max(0, this.#openFinals - 1);
    this.#partial = '';
    const heard = wordsOnly(text);
    if (heard !== '') this.#segments.push(heard);
    for (const word of words)
      this.words.push({ text: word.text, startMs: word.startMs + offsetMs, endMs: word.endMs + offsetMs });
  }
}

/** Without what recognizers write for noise: "[music]", "(coughs)", a lone full stop. */
function wordsOnly(text: string): string {
  const words = text
    .replace(/\[[^\]]*\]|\([^)]*\)|♪/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return /[\p{L}\p{N}]/u.test(words) ? words : '';
}
