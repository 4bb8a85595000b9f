import type { Paused } from '../phrase-lists.ts';

/**
 * What callers say in another language than English, as people there say it: written without a look at the product's packs.
 * Where a synthesizer could not read a word, its reading is behind it: "電話|でんわ".
 */
export interface LanguagePhrases {
  /** Of espeak-ng; it reads no Chinese in Debian, so an Italian reads that in letters. */
  voice: string;
  interruptions: readonly string[];
  commands: readonly string[];
  slowStarts: readonly Paused[];
  backchannels: readonly string[];
  finished: readonly string[];
  sentences: readonly Paused[];
}
