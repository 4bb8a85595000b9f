import { FRAME_MS, FRAME_SAMPLES } from '@parley/audio';
import type { TimedWord } from '../conversation-event.ts';
import { joined } from '../languages/joined.ts';
import { type ClauseSound, msOf } from './clause-sound.ts';

/** A run of positions of one clause that was sent without a break. */
interface PlayedSpan {
  clause: ClauseSound;
  from: number;
  to: number;
  startMs: number;
}

const POSITIONS_PER_MS = FRAME_SAMPLES / FRAME_MS;
/** Less is heard as a click; more is a syllable, though no whole word. */
const SHORTEST_SYLLABLE_MS = 150;

/** The playout ledger: which positions of which clause were sent, and when. */
export class PlayedText {
  readonly #spans: PlayedSpan[] = [];

  /** `count` positions of `clause`, from position `from` on, were sent at media time `startMs`. */
  record(clause: ClauseSound, from: number, count: number, startMs: number): void {
    const last = this.#spans.at(-1);
    const isNext = last?.clause === clause && last.to === from && endOf(last) === startMs;
    if (isNext) last.to += count;
    else this.#spans.push({ clause, from, to: from + count, startMs });
  }

  /** What was sent last has not been played, and will not be. */
  forgetLast(ms: number): void {
    let left = ms * POSITIONS_PER_MS;
    while (left > 0) {
      const last = this.#spans.at(-1);
      if (!last) return;
      const count = Math.min(left, last.to - last.from);
      last.to -= count;
      left -= count;
      if (last.to === last.from) this.#spans.pop();
    }
  }

  /** Nothing was sent. */
  get isEmpty(): boolean {
    return this.#spans.length === 0;
  }

  /** What was sent of these clauses, cut at a border between words; or a piece of the first word, when no more was sent. */
  textOf(clauses: readonly ClauseSound[]): string {
    return joined(clauses.map((clause) => clause.textWithin(this.#sentOf(clause)))) || this.#pieceOf(clauses[0]);
  }

  #pieceOf(clause: ClauseSound | undefined): string {
    const sent = clause ? this.#sentOf(clause) : 0;
    return clause && msOf(sent) >= SHORTEST_SYLLABLE_MS ? clause.beginningWithin(sent) : '';
  }

  /** The rest of them. */
  restOf(clauses: readonly ClauseSound[]): string {
    return joined(clauses.map((clause) => clause.textBeyond(this.#sentOf(clause))));
  }

  /** How much of their audio was sent. */
  sentMsOf(clauses: readonly ClauseSound[]): number {
    return clauses.reduce((ms, clause) => ms + msOf(this.#sentOf(clause)), 0);
  }

  /** When each word was sent, in media time; empty where the vendor gives no words. */
  wordsOf(clauses: readonly ClauseSound[]): TimedWord[] {
    return clauses.flatMap((clause) => clause.words.flatMap((word) => this.#locate(clause, word) ?? []));
  }

  /** Every word of which something was sent, with its beginning and its end; a word that was begun twice is there twice. */
  get sentWords(): TimedWord[] {
    const words: TimedWord[] = [];
    for (const [index, span] of this.#spans.entries()) {
      const before = this.#spans[index - 1];
      const goesOn = before?.clause === span.clause && before.to === span.from;
      for (const word of wordsIn(span)) {
        if (goesOn && word.isRest) words.at(-1)!.endMs = word.endMs;
        else words.push({ text: word.text, startMs: word.startMs, endMs: word.endMs });
      }
    }
    return words;
  }

  #sentOf(clause: ClauseSound): number {
    return this.#spans.reduce((sent, span) => (span.clause === clause ? Math.max(sent, span.to) : sent), 0);
  }

  #locate(clause: ClauseSound, word: TimedWord): TimedWord | null {
    const span = this.#spans.findLast(
      ({ clause: played, from, to }) => played === clause && msOf(from) < word.endMs && word.endMs <= msOf(to),
    );
    if (!span) return null;
    const at = (ms: number): number => Math.round(span.startMs + Math.max(0, ms - msOf(span.from)));
    return { text: word.text, startMs: at(word.startMs), endMs: at(word.endMs) };
  }
}

const endOf = (span: PlayedSpan): number => span.startMs + (span.to - span.from) / POSITIONS_PER_MS;

/** The words of a span, cut where it begins and ends; `isRest`: the word's beginning is not in it. */
function wordsIn({ clause, from, to, startMs }: PlayedSpan): (TimedWord & { isRest: boolean })[] {
  const [fromMs, toMs] = [msOf(from), msOf(to)];
  const at = (ms: number): number => startMs + Math.min(Math.max(ms, fromMs), toMs) - fromMs;
  return clause.timedWords
    .filter((word) => word.endMs > fromMs && word.startMs < toMs)
    .map((word) => ({
      text: word.text,
      startMs: at(word.startMs),
      endMs: at(word.endMs),
      isRest: word.startMs < fromMs,
    }));
}
