import type { TimedWord } from '../conversation-event.ts';

/** From the end of a word until it is known: of most words, and of nine in ten. */
export interface WordLag {
  usualMs: number;
  longestMs: number;
}

/** What a recognizer says of the call, in media time. */
export type RecognizerReport =
  /**
   * What is being said sounds like this so far. `untilMs`: how far the recognizer has listened; `wordsEndMs`: where the last word ends;
   * `understood`: it was surely said, whether it is expected or not; `confidence`: how sure its words are.
   */
  | {
      type: 'partial';
      text: string;
      startMs: number | null;
      untilMs: number | null;
      wordsEndMs?: number;
      understood?: boolean;
      confidence?: number;
    }
  /**
   * The end of something that was said. `interjection`: what it would be as something said while another one speaks;
   * `endsHere`: how likely it is to be a whole utterance, by what is expected; `confidence`: how sure its words are.
   */
  | {
      type: 'final';
      text: string;
      words: TimedWord[];
      startMs: number | null;
      interjection?: string;
      understood?: boolean;
      endsHere?: number;
      confidence?: number;
    }
  /** Its own end-of-turn model's word for it. */
  | { type: 'turn'; stage: 'likely' | 'resumed' | 'over' }
  /**
   * This one listens from now on. `endsTurns`: it has an end-of-turn model of its own; `tellsSoon`: it has words for
   * whatever is said, while it is said; `closedVocabulary`: it takes whatever is said for what it expects; `nextWordMs`: how far apart they may come meanwhile.
   */
  | { type: 'listens'; endsTurns: boolean; tellsSoon: boolean; closedVocabulary: boolean; nextWordMs: number }
  /** How long its finals are worth waiting for. */
  | { type: 'patience'; ms: number }
  /** So late its words are. */
  | ({ type: 'word_lag' } & WordLag)
  /** It is lost, with all that it has not answered for. */
  | { type: 'lost' }
  /** Another one listens to that again, and owes so many finals. */
  | { type: 'listens_again'; openFinals: number };
