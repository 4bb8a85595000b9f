import type { AudioRateHz } from '@parley/audio';

/** A word as it was heard, in milliseconds of the stream: 20 ms for every frame written before it. */
export interface HeardWord {
  text: string;
  startMs: number;
  endMs: number;
}

/**
 * `startMs`: where in the stream the utterance's first voice is; it distinguishes words that come late from new ones.
 * `untilMs`: how far the recognizer has listened, so that it is given the time that it needs: such partials come while
 * the voice lasts, the first at its beginning, whether or not there is a new word. Null where the vendor does not say.
 * `wordsEndMs`: where in the stream the last word of a partial ends; it shows that a text is whole before its final
 * comes. Left out where the vendor gives no times of words.
 * `interjection`: of a short utterance over the agent's speech, which of the things that people say while another one speaks it sounds like most;
 * empty: like none. From recognizers of a closed vocabulary, which have too much choice for a word or two.
 * `understood`: from recognizers of a closed vocabulary, of words that were surely said, whether they are expected or not.
 * `confidence`: how sure the words are, of a word on average, 0 to 1; 0 where none is heard. Left out where they cannot tell.
 * `endsHere`: how likely the utterance is to be a whole one, by what they expect, 0 to 1. The text's own end counts beside it,
 * the more the surer its words are.
 */
export type SpeechToTextEvent =
  /** What the current utterance sounds like so far; replaces the previous partial. */
  | {
      type: 'partial';
      text: string;
      startMs: number | null;
      untilMs: number | null;
      wordsEndMs?: number;
      understood?: boolean;
      confidence?: number;
    }
  /** The end of an utterance, after `finalize()` or by the provider's own endpointing. `text` may be empty. */
  | {
      type: 'final';
      text: string;
      words: HeardWord[];
      startMs: number | null;
      interjection?: string;
      understood?: boolean;
      endsHere?: number;
      confidence?: number;
    }
  /**
   * What the vendor's own end-of-turn model says of the current utterance, whose text came in a partial or final before:
   * `likely` may be taken back by `resumed`; `over` is final.
   */
  | { type: 'turn'; stage: 'likely' | 'resumed' | 'over' }
  /** The language that the caller speaks now, where the vendor tells; BCP 47. */
  | { type: 'language'; language: string };

/** About an utterance that is over. */
export interface SaidOver {
  /** It was said while the agent had the floor, and may be an interjection. */
  overAgent?: boolean;
}

export interface SpeechToTextStream extends AsyncIterable<SpeechToTextEvent> {
  /** One frame of 20 ms at the rate that was asked for. Every frame is written, silence too; `voiced` is the detector's word. */
  write(frame: Int16Array, voiced: boolean): void;
  /** The utterance is over as far as Parley can tell: answer with one `final` as soon as possible. */
  finalize(said?: SaidOver): void;
  /** Idempotent. The iteration ends. */
  close(): void;
}

export interface SpeechToTextOptions {
  /** BCP 47; null: the vendor is to tell (`detectsLanguage`). */
  language: string | null;
  /** Phrases that are likely to be heard: key terms for a cloud provider, the grammar of the built-in one. */
  hints: string[];
  /** Of the frames that are written: 16 000 only where it is `wideband`. Left out: 8000. */
  sampleRateHz?: AudioRateHz;
  signal: AbortSignal;
}

export interface SpeechToTextCapabilities {
  /** Partials come while the caller speaks. */
  interim: boolean;
  /** How far apart partials with new words may come while words are said; left out: 600 ms, as vendors' streams have it. */
  nextWordMs?: number;
  /** It takes frames of 16 kHz as well; left out: of 8 kHz alone. */
  wideband?: true;
  /** It understands only the words that it was given to expect: a voice without words may still have said something. */
  closedVocabulary?: true;
  /** Its own end of turn: none, only `over`, or `likely` and `resumed` before it. */
  endOfTurn: 'none' | 'over' | 'likely';
  /** How long after `finalize()` its final is waited for, until the call has measured it. */
  finalPatienceMs: number;
  /** It listens for the hints. */
  keyTerms: boolean;
  /** Primary language subtags that it understands; null: too many to list. */
  languages: readonly string[] | null;
  /** It says which language is spoken when none is named. */
  detectsLanguage: boolean;
}

/** Speech recognition by a vendor. `open` fails, or the iteration throws, with a ProviderError. */
export interface SpeechToText {
  readonly name: string;
  readonly capabilities: SpeechToTextCapabilities;
  open(options: SpeechToTextOptions): Promise<SpeechToTextStream>;
}
