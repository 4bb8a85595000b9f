import type { TimedWord } from '../conversation-event.ts';
import type { RecognizerReport } from '../hearing/recognizer-report.ts';
import { joined } from '../languages/joined.ts';

interface Segment {
  /** Media time of its beginning; null where the recognizer does not say. */
  startMs: number | null;
  text: string;
  /** It may change no more, unless its final comes after all. */
  isFinal: boolean;
  /** By a stream that is lost: the next one hears it once more. */
  isLost: boolean;
}

type PartialReport = Extract<RecognizerReport, { type: 'partial' }>;
export type FinalReport = Extract<RecognizerReport, { type: 'final' }>;

/** What a recognizer made of one utterance: finished segments, and those that may still change. */
export interface Recognized {
  segments: readonly Segment[];
  words: readonly TimedWord[];
  /** Finals that were asked for and have not come. */
  openFinals: number;
  /** A final was waited for in vain, and may come after all. */
  mayGetFinal: boolean;
  /** Where the last word ends, by the recognizer's own times; null where it gives none. */
  wordsEndMs: number | null;
  /** What the latest of it would be as something that is said while another one speaks; null where that is not known. */
  interjection: string | null;
  /** The latest of it was surely said, whether it is expected or not; null where a recognizer of a closed vocabulary cannot tell. */
  understood: boolean | null;
  /** How likely the latest of it is to be a whole utterance, by what is expected, 0 to 1; null where that is not known. */
  endsHere: number | null;
  /** How sure each of its words is, on average, 0 to 1; null where the recognizer does not say. */
  confidence: number | null;
  /** How far the recognizer has listened, of what it has not answered for yet; by where that starts. */
  listenedMs: ReadonlyMap<number, number>;
}

export const NOTHING_RECOGNIZED: Recognized = {
  segments: [],
  words: [],
  openFinals: 0,
  mayGetFinal: false,
  wordsEndMs: null,
  interjection: null,
  understood: null,
  endsHere: null,
  confidence: null,
  listenedMs: new Map(),
};

/** What there is of a segment that may still change; empty where there is none. */
export function openTextOf({ segments }: Recognized, startMs: number | null): string {
  const segment = segments.findLast((other) => !other.isFinal && (startMs === null || other.startMs === startMs));
  return segment?.text ?? '';
}

/** Everything so far. */
export const textOf = ({ segments }: Recognized): string => joined(segments.map(({ text }) => text));

/** What was heard last. */
export const latestTextOf = ({ segments }: Recognized): string => segments.at(-1)?.text ?? '';

export const awaitsFinal = ({ openFinals }: Recognized): boolean => openFinals > 0;

/** Every question was answered, and nothing was heard since. */
export const isSettled = ({ openFinals, segments }: Recognized): boolean =>
  openFinals === 0 && segments.every(({ isFinal }) => isFinal);

/** Media time up to which the recognizer has listened; null when it does not say, or has answered for everything. */
export const listenedUntilMs = ({ listenedMs }: Recognized): number | null =>
  listenedMs.size === 0 ? null : Math.max(...listenedMs.values());

export const expectFinal = (recognized: Recognized): Recognized => ({
  ...recognized,
  openFinals: recognized.openFinals + 1,
});

/** The recognizer reports the end itself: what was heard is kept, and nothing more will come. */
export const complete = (recognized: Recognized): Recognized => ({
  ...recognized,
  openFinals: 0,
  listenedMs: new Map(),
  segments: recognized.segments.map((segment) => ({ ...segment, isFinal: true })),
});

/** No final is awaited any more; what was heard last is kept. */
export const giveUpFinals = (recognized: Recognized): Recognized => ({
  ...complete(recognized),
  mayGetFinal: recognized.mayGetFinal || awaitsFinal(recognized),
});

export function withPartial(recognized: Recognized, partial: PartialReport): Recognized {
  const { text, startMs, untilMs, wordsEndMs = null, understood = null, confidence = null } = partial;
  const segment = { startMs, text: wordsOnly(text), isFinal: false, isLost: false };
  const segments = replaced(recognized.segments, segment);
  const unknown = { interjection: null, endsHere: null };
  const heard = { ...recognized, ...unknown, wordsEndMs, understood, confidence, segments };
  if (startMs === null || untilMs === null) return heard;
  return { ...heard, listenedMs: new Map(recognized.listenedMs).set(startMs, untilMs) };
}

export function withFinal(recognized: Recognized, final: FinalReport): Recognized {
  const listenedMs = new Map(recognized.listenedMs);
  if (final.startMs !== null) listenedMs.delete(final.startMs);
  const openFinals = Math.max(0, recognized.openFinals - 1);
  return withNews({ ...recognized, listenedMs, openFinals }, final);
}

/** The final of something that was said earlier and was not awaited any more. */
export function withNews(recognized: Recognized, final: FinalReport): Recognized {
  const { text, words, startMs, interjection = null, understood = null, endsHere = null, confidence = null } = final;
  const segment = { startMs, text: wordsOnly(text), isFinal: true, isLost: false };
  const segments = replaced(recognized.segments, segment);
  const wordsEndMs = words.at(-1)?.endMs ?? recognized.wordsEndMs;
  return {
    ...recognized,
    segments,
    words: [...recognized.words, ...words],
    wordsEndMs,
    interjection,
    understood,
    endsHere,
    confidence,
  };
}

/**
 * The recognizer's stream is lost. What it had not answered for is sent again: until the next stream has words of it,
 * these have to do.
 * @param openFinals how many finals that stream will be asked for
 */
export const heardAgain = (recognized: Recognized, openFinals: number): Recognized => ({
  ...recognized,
  openFinals,
  listenedMs: new Map(),
  segments: recognized.segments.map((segment) => ({ ...segment, isLost: !segment.isFinal })),
});

/** Puts the segment into the place of what was heard of it before, else behind the others; without words it goes. */
function replaced(before: readonly Segment[], segment: Segment): Segment[] {
  const { startMs, text, isFinal } = segment;
  const segments = text !== '' || isFinal ? before.filter(({ isLost }) => !isLost) : [...before];
  const index = segments.findLastIndex((other) => (startMs === null ? !other.isFinal : other.startMs === startMs));
  const words = text === '' ? [] : [segment];
  if (index >= 0) segments.splice(index, 1, ...words);
  else segments.push(...words);
  return segments;
}

/** Without what recognizers write for noise: "[music]", "(coughs)", a lone full stop. */
function wordsOnly(text: string): string {
  const words = text
    .replace(/\[[^\]]*\]|\([^)]*\)|♪/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return /[\p{L}\p{N}]/u.test(words) ? words : '';
}
