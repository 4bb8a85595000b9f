import { interruptingPhrases, listeningPhrases } from '../recognition/interjection-phrases.ts';
import { readableText } from '../recognition/readable-text.ts';
import type { LikelyPhrase } from './phrase-search.ts';

/** What is said while another one speaks: to tell that one listens, or to interrupt. */
export type Interjections = Readonly<Record<'listening' | 'interrupting', LikelyPhrase>>;

/** What the model writes for listeners' sounds, and what they say besides. Nor does "um" alone ask for the floor. */
const WRITTEN = ['mm-hmm', 'hm', 'hmm', 'huh', 'ok', 'um', 'uh', 'er', 'wow', 'correct', 'absolutely', 'very good'];

/** Phrases as the model writes them. */
export const writtenInterjections: Readonly<Record<keyof Interjections, readonly string[]>> = {
  listening: [...listeningPhrases, ...WRITTEN].map(readableText),
  interrupting: interruptingPhrases.map(readableText),
};
