import type { TranscriptTurn } from '@parley/contract';
import { NOT_UNDERSTOOD } from '../../live/not-understood.ts';

export interface TurnText {
  /** What the other side was sent as audio. */
  heard: string;
  /** What was written after that, and never heard; empty where everything was. */
  unheard: string;
}

const wordsOf = (text: string) => text.split(/\s+/).filter((word) => word !== '');
const bare = (word: string | undefined) => word?.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** The two parts of an agent's turn. Words are compared without their punctuation: a sentence that is cut off has none. */
export function textOf({
  text,
  generated_text,
  unintelligible,
}: Pick<TranscriptTurn, 'text' | 'generated_text' | 'unintelligible'>): TurnText {
  if (unintelligible) return { heard: NOT_UNDERSTOOD, unheard: '' };
  if (generated_text === undefined) return { heard: text, unheard: '' };
  const heard = wordsOf(text);
  const generated = wordsOf(generated_text);
  let same = 0;
  while (same < heard.length && same < generated.length && bare(heard[same]) === bare(generated[same])) same += 1;
  // The last word may have been cut off in the middle.
  const last = heard[same];
  const isCut = same === heard.length - 1 && last !== undefined && bare(generated[same])?.startsWith(bare(last) ?? '-');
  return { heard: text, unheard: generated.slice(isCut ? same + 1 : same).join(' ') };
}

/** The turn that is being said at this moment: the last one that has begun; -1 before the first. */
export function turnAt(turns: readonly Pick<TranscriptTurn, 'start'>[], positionS: number): number {
  let low = 0;
  let high = turns.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (turns[middle]!.start <= positionS) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
