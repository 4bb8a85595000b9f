import type { SpokenWord } from '@parley/conversation';

/** One piece of `spokenPieces` as it is played, mono, with its spoken words; none: their times are not known. */
export interface SpokenPiece {
  samples: Int16Array;
  words: SpokenWord[];
}
