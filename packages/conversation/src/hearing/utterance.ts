import type { TimedWord } from '../conversation-event.ts';
import type { SpeechToTextEvent } from '../provider/speech-to-text.ts';

interface Segment {
  /** Media time of its beginning; null where the recognizer does not say. */
  startMs: number | null;
  text: string;
  /** It may change no more, unless its final comes after all. */
  isFinal: boolean;
  /** By a stream that is lost: the next one hears it once more. */
  isLost?: boolean;
}

type PartialEvent = Extract<SpeechToTextEvent, { type: 'partial' }>;
type FinalEvent = Extract<SpeechToTextEvent, { type: 'final' }>;

/** What a recognizer made of one utterance: finished segments, and those that may still change. */
export class Utterance {
  readonly words: TimedWord[] = [];
  /** Media times at which a voice began, or went on from the utterance before. */
  readonly onsetsMs: number[] = [];
  #segments: Segment[] = [];
  #openFinals = 0;
  #mayGetFinal = false;
  /** How far the recognizer has listened, of what it has not answered for yet; by where that starts. */
  readonly #listenedMs = new Map<number, number>();

  /** Everything so far. */
  get text(): string {
    return this.#segments.map(({ text }) => text).join(' ');
  }

  /** Every question of `finalize` was answered, and nothing was heard since. */
  get isSettled(): boolean {
    return this.#openFinals === 0 && this.#segments.every(({ isFinal }) => isFinal);
  }

  /** Nobody has said anything, as far as is known. */
  get isBlank(): boolean {
    return this.onsetsMs.length === 0 && this.text === '';
  }

  get awaitsFinal(): boolean {
    return this.#openFinals > 0;
  }

  /** A final was waited for in vain, and may come after all. */
  get mayGetFinal(): boolean {
    return this.#mayGetFinal;
  }

  /** Media time up to which the recognizer has listened; null when it does not say, or has answered for everything. */
  get listenedUntilMs(): number | null {
    return this.#listenedMs.size === 0 ? null : Math.max(...this.#listenedMs.values());
  }

  expectFinal(): void {
    this.#openFinals += 1;
  }

  /** No final is waited for any more; what was heard last stands. */
  giveUpFinals(): void {
    this.#mayGetFinal ||= this.#openFinals > 0;
    this.#openFinals = 0;
    this.#listenedMs.clear();
    for (const segment of this.#segments) segment.isFinal = true;
  }

  /** The recognizer says itself that it is over: what was heard of it stands, and nothing more will come. */
  complete(): void {
    this.#openFinals = 0;
    this.#listenedMs.clear();
    for (const segment of this.#segments) segment.isFinal = true;
  }

  /** @param offsetMs media time at which the recognizer's stream began */
  hearPartial({ text, startMs, untilMs }: PartialEvent, offsetMs: number): void {
    if (startMs !== null && untilMs !== null) this.#listenedMs.set(startMs + offsetMs, untilMs + offsetMs);
    this.#replace({ startMs: inCall(startMs, offsetMs), text: wordsOnly(text), isFinal: false });
  }

  hearFinal(event: FinalEvent, offsetMs: number): void {
    this.#openFinals = Math.max(0, this.#openFinals - 1);
    if (event.startMs !== null) this.#listenedMs.delete(event.startMs + offsetMs);
    this.adoptFinal(event, offsetMs);
  }

  /** The final of something that was said before, and that nobody waited for any more. */
  adoptFinal({ text, words, startMs }: FinalEvent, offsetMs: number): void {
    this.#replace({ startMs: inCall(startMs, offsetMs), text: wordsOnly(text), isFinal: true });
    for (const word of words)
      this.words.push({ text: word.text, startMs: word.startMs + offsetMs, endMs: word.endMs + offsetMs });
  }

  /**
   * The recognizer's stream is lost. What it had not answered for is sent again: until the next stream has words of it,
   * these have to do.
   * @param openFinals how many finals that stream will be asked for
   */
  startAnew(openFinals: number): void {
    this.#openFinals = openFinals;
    this.#listenedMs.clear();
    for (const segment of this.#segments) segment.isLost = !segment.isFinal;
  }

  /** Puts the segment into the place of what was heard of it before, else behind the others; without words it goes. */
  #replace(segment: Segment): void {
    const { startMs } = segment;
    if (segment.text !== '' || segment.isFinal) this.#segments = this.#segments.filter(({ isLost }) => !isLost);
    const index = this.#segments.findLastIndex((other) =>
      startMs === null ? !other.isFinal : other.startMs === startMs,
    );
    const words = segment.text === '' ? [] : [segment];
    if (index >= 0) this.#segments.splice(index, 1, ...words);
    else this.#segments.push(...words);
  }
}

const inCall = (startMs: number | null, offsetMs: number): number | null =>
  startMs === null ? null : startMs + offsetMs;

/** Without what recognizers write for noise: "[music]", "(coughs)", a lone full stop. */
function wordsOnly(text: string): string {
  const words = text
    .replace(/\[[^\]]*\]|\([^)]*\)|♪/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return /[\p{L}\p{N}]/u.test(words) ? words : '';
}
