import type { Block } from './block.ts';
import { wordCount } from './word-count.ts';

export interface Passage {
  /** The headings above it, outermost first; null where there is none. */
  heading: string | null;
  text: string;
}

/** As much as answers a question, and not so much that its words drown. */
const TARGET_WORDS = 200;
const MOST_WORDS = 250;
/** What is carried over, so that an answer that lies across two passages is whole in one of them. */
const OVERLAP_WORDS = 40;
/** A longer sentence is a list, or no sentence. */
const MOST_SENTENCE_WORDS = 80;
/** Text without a blank for ever is cut all the same. */
const MOST_CHARACTERS = 2000;
const MOST_HEADING_CHARACTERS = 300;

/** Cuts a document by its headings and paragraphs. */
export function* passagesOf(blocks: Iterable<Block>): Generator<Passage> {
  const path: { level: number; text: string }[] = [];
  let pieces: string[] = [];
  let words = 0;
  /** Whether there is more in `pieces` than what was carried over. */
  let isNew = false;

  function* finish(carryOver: boolean): Generator<Passage> {
    if (isNew) yield { heading: headingOf(path), text: pieces.join(' ') };
    const carried = carryOver ? endOf(pieces) : [];
    pieces = carried;
    words = wordsIn(carried);
    isNew = false;
  }

  for (const { level, text } of blocks) {
    if (level > 0) {
      yield* finish(false);
      while (path.length > 0 && path.at(-1)!.level >= level) path.pop();
      path.push({ level, text });
      continue;
    }
    for (const piece of smallPieces(text)) {
      const count = wordCount(piece);
      if (isNew && words + count > MOST_WORDS) yield* finish(true);
      if (words + count > MOST_WORDS) {
        pieces = [];
        words = 0;
      }
      pieces.push(piece);
      words += count;
      isNew = true;
    }
    // A paragraph that ends here is a better place than the middle of the next.
    if (words >= TARGET_WORDS) yield* finish(true);
  }
  yield* finish(false);
}

function headingOf(path: readonly { text: string }[]): string | null {
  if (path.length === 0) return null;
  return path
    .map(({ text }) => text)
    .join(' › ')
    .slice(0, MOST_HEADING_CHARACTERS)
    .toWellFormed();
}

const wordsIn = (pieces: readonly string[]) => pieces.reduce((sum, piece) => sum + wordCount(piece), 0);

/** Whole pieces from the end, as many as may be carried over. */
function endOf(pieces: readonly string[]): string[] {
  const carried: string[] = [];
  let words = 0;
  for (const piece of pieces.toReversed()) {
    words += wordCount(piece);
    if (words > OVERLAP_WORDS) break;
    carried.unshift(piece);
  }
  return carried;
}

const sentences = new Intl.Segmenter(undefined, { granularity: 'sentence' });

/** The paragraph itself, or its sentences where it is long; a sentence without an end is cut. */
function* smallPieces(text: string): Generator<string> {
  if (text.length <= MOST_CHARACTERS && wordCount(text) <= OVERLAP_WORDS) {
    yield text;
    return;
  }
  // A segmenter that is given millions of characters at once takes the square of their length.
  for (const stretch of stretchesOf(text)) {
    for (const { segment } of sentences.segment(stretch)) {
      const sentence = segment.trim();
      if (sentence === '') continue;
      if (sentence.length <= MOST_CHARACTERS && wordCount(sentence) <= MOST_SENTENCE_WORDS) yield sentence;
      else yield* cut(sentence);
    }
  }
}

const STRETCH_CHARACTERS = 20_000;

function* stretchesOf(text: string): Generator<string> {
  let from = 0;
  while (from < text.length) {
    let to = Math.min(text.length, from + STRETCH_CHARACTERS);
    const blank = to < text.length ? text.lastIndexOf(' ', to) : to;
    if (blank > from) to = blank;
    yield text.slice(from, to).toWellFormed();
    from = to;
  }
}

function* cut(sentence: string): Generator<string> {
  let piece = '';
  let words = 0;
  for (const word of sentence.split(' ').flatMap((text) => charactersOf(text))) {
    const count = wordCount(word);
    if (piece !== '' && (words + count > OVERLAP_WORDS || piece.length + word.length > MOST_CHARACTERS)) {
      yield piece;
      piece = '';
      words = 0;
    }
    piece = piece === '' ? word : `${piece} ${word}`;
    words += count;
  }
  if (piece !== '') yield piece;
}

/** A text without blanks, in parts of which each is below both limits. */
function charactersOf(word: string): string[] {
  if (word.length <= TARGET_WORDS) return [word];
  const parts: string[] = [];
  for (let at = 0; at < word.length; at += TARGET_WORDS) parts.push(word.slice(at, at + TARGET_WORDS).toWellFormed());
  return parts;
}
