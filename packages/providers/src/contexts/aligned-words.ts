import type { SpokenWord } from '@parley/conversation/provider';

/** Times of the characters that a piece of audio says, in milliseconds from the beginning of the model's chunk. */
export interface Alignment {
  chars: string[];
  charStartTimesMs: number[];
  charDurationsMs: number[];
}

const lettersOf = (text: string): string => text.replace(/\s+/g, '');

/**
 * Words of a clause out of the times of its characters. They come in chunks, and words go across them. A chunk counts
 * from its own beginning (API reference, `multi-stream-input`, `alignment`); where it goes on counting instead, its
 * times are behind those of the chunk before. Flash sometimes begins with the clause's first character again
 * (https://github.com/pipecat-ai/pipecat/issues/4316): words that were reported stay reported.
 */
export class AlignedWords {
  readonly #letters: string;
  /** Letters of the clause that have been timed. */
  #at = 0;
  #baseMs = 0;
  #endMs = 0;
  #isTimed = false;
  #word: SpokenWord | null = null;
  #count = 0;
  #reported = 0;

  constructor(text: string) {
    this.#letters = lettersOf(text);
  }

  /**
   * The words that are complete.
   * @param audioMs how much of the clause's audio came before
   */
  add({ chars, charStartTimesMs, charDurationsMs }: Alignment, audioMs: number): SpokenWord[] {
    const letters = lettersOf(chars.join(''));
    const startMs = charStartTimesMs[0];
    if (startMs === undefined) return [];
    if (this.#beginsAgain(letters)) this.#restart();
    // Audio without characters may come before the first of them.
    else if (startMs < (this.#isTimed ? this.#endMs : audioMs)) this.#baseMs = audioMs;
    this.#isTimed = true;
    this.#at += letters.length;
    const words: SpokenWord[] = [];
    chars.forEach((character, index) => {
      const start = charStartTimesMs[index] ?? this.#endMs;
      this.#endMs = start + (charDurationsMs[index] ?? 0);
      if (/^\s*$/.test(character)) words.push(...this.end());
      else this.#spell(character, start + this.#baseMs);
    });
    return words;
  }

  /** The last word: nothing comes behind it. */
  end(): SpokenWord[] {
    const word = this.#word;
    this.#word = null;
    if (!word) return [];
    this.#count += 1;
    if (this.#count <= this.#reported) return [];
    this.#reported = this.#count;
    return [word];
  }

  #spell(character: string, startMs: number): void {
    this.#word ??= { text: '', startMs, endMs: startMs };
    this.#word.text += character;
    this.#word.endMs = this.#endMs + this.#baseMs;
  }

  #beginsAgain(letters: string): boolean {
    if (this.#at === 0 || letters === '' || this.#letters.startsWith(letters, this.#at)) return false;
    return this.#letters.startsWith(letters) || letters.startsWith(this.#letters.slice(0, this.#at));
  }

  #restart(): void {
    this.#at = 0;
    this.#baseMs = 0;
    this.#endMs = 0;
    this.#word = null;
    this.#count = 0;
  }
}
