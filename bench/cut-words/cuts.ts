import type { Label } from '../synthesis/espeak.ts';

/** A clause of a voice without word times, and what is said in it when. */
export interface MeasuredClause {
  language: string;
  voice: string;
  text: string;
  /** 8 kHz mono. */
  samples: Int16Array;
  words: Label[];
}

/** A last word that fades out is sent as far as anyone says: within a frame of its half either is right. */
const SLACK_MS = 20;
/** Of a clause's sound: cuts are anywhere between. */
const CUTS = { from: 0.08, to: 0.97 };

const middleOf = ({ startMs, endMs }: Label): number => (startMs + endMs) / 2;

/** How many words more than half was sent of, in `sentMs`; and what is right, too, since a word fades out. */
export function sentWords(words: readonly Label[], sentMs: number): { count: number; right: Set<number> } {
  const countAt = (ms: number): number => words.filter((word) => middleOf(word) < ms).length;
  return { count: countAt(sentMs), right: new Set([0, -SLACK_MS, SLACK_MS].map((slack) => countAt(sentMs + slack))) };
}

/** How much was sent of it each time, in milliseconds. */
export function cutsOf({ samples }: MeasuredClause, count: number, random: () => number): number[] {
  const lengthMs = samples.length / 8;
  return Array.from({ length: count }, () => lengthMs * (CUTS.from + (CUTS.to - CUTS.from) * random()));
}
