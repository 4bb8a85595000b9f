import type { HeardWord, SpeechToTextEvent } from '@parley/conversation/provider';

/** Words from one `finalize` to the next: segments that will not change, and what follows them so far. */
export class NovaUtterance {
  /** Its first word in the stream, as it was first heard: by it the events of one utterance belong together. */
  startMs: number | null = null;
  /** Where in the stream it was ended; null while it goes on. */
  endMs: number | null = null;
  /** When its final is no longer waited for. */
  deadlineMs = Number.POSITIVE_INFINITY;
  isAnswered = false;
  #segments: string[] = [];
  #words: HeardWord[] = [];
  #interim = '';
  /** Where in the stream the last word ends; null where no word was timed. */
  #wordsEndMs: number | null = null;

  get text(): string {
    return [...this.#segments, this.#interim].filter((text) => text !== '').join(' ');
  }

  hearInterim(text: string, startMs: number, wordsEndMs: number | null): void {
    this.startMs ??= startMs;
    this.#interim = text;
    this.#wordsEndMs = wordsEndMs;
  }

  hearSegment(text: string, words: HeardWord[], startMs: number): void {
    this.startMs ??= startMs;
    this.#segments.push(text);
    this.#words.push(...words);
    this.#wordsEndMs = words.at(-1)?.endMs ?? null;
    this.#interim = '';
  }

  get partial(): SpeechToTextEvent {
    const wordsEndMs = this.#wordsEndMs;
    const partial = { type: 'partial' as const, text: this.text, startMs: this.startMs, untilMs: null };
    return wordsEndMs === null ? partial : { ...partial, wordsEndMs };
  }

  get final(): SpeechToTextEvent {
    return { type: 'final', text: this.text, words: [...this.#words], startMs: this.startMs };
  }
}
