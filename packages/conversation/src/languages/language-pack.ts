import type { SpeechModelWeights } from '@parley/audio';
import type { Spelling } from './spelling/spelling.ts';

/** What the agent says without its model. */
export interface StockPhrases {
  /** Confirms that the caller will not be called again. */
  optOut: string;
  /** Said before the call is ended because a provider failed. */
  apology: string;
  /** When the host stops in mid-call. */
  farewell: string;
  /** Said when the model's first act is to end the call, and it says nothing itself. */
  parting: string;
  /** Said while a slow tool or a slow model keeps the caller waiting, and the agent has said nothing. */
  oneMoment: string;
  /** Said to a caller who was asked to wait, and waits. */
  stillWorking: string;
  /** Said when a voice was heard and no words. */
  notCaught: string;
}

/**
 * Finds a phrase in a text. A string is a regular expression over the folded words of the text, with single spaces
 * between them (none in scripts that put none), and with whole words at both ends.
 */
export type PhrasePattern = string | RegExp;

/**
 * All that the conversation knows of a language. Phrases are written as they are spoken on the telephone; case and
 * punctuation make no difference to what is heard.
 */
export interface LanguagePack {
  /** The primary subtag of BCP 47. */
  readonly tag: string;
  /** Whether words are separated by spaces. */
  readonly isSpaced: boolean;
  /** What the agent says without its model. */
  readonly phrases: StockPhrases;
  readonly silence: { readonly reminder: string; readonly goodbye: string };
  /** What replies often begin with before they come to the point: each a sentence by itself, at most eight, the most frequent first. */
  readonly openers: readonly string[];

  /** What listeners say to mean "go on". */
  readonly backchannels: readonly string[];
  /** Sounds that one makes before one says something; a listener makes them, too. */
  readonly hesitations: readonly string[];
  /** What tells the agent to be silent, at once, or that it was not understood: no recognizer makes these of a noise. */
  readonly demands: readonly string[];
  /** What is said into the agent's first words by a callee who has not heard them yet. */
  readonly greetings: readonly string[];
  /** What is said back to a goodbye: it does not ask to go on talking. */
  readonly farewells: readonly string[];
  /** Enough of a goodbye to go by, whatever the recognizer made of the rest. */
  readonly partings: readonly PhrasePattern[];

  /** Answers after which nothing more is coming. */
  readonly completeAnswers: readonly string[];
  /** Filled pauses, and words that no sentence of a telephone call ends with. */
  readonly unfinishedWords: readonly string[];
  /** What a number, a name or an address is announced by, at the end of a text: "my number is". */
  readonly announcements: readonly PhrasePattern[];
  readonly numberWords: readonly string[];
  /** What joins number words: the "y" of "treinta y dos", the "und" of "einundzwanzig". */
  readonly numberJoints: readonly string[];
  /** Whether number words are written as one: "einundzwanzig". */
  readonly joinsNumbers: boolean;
  /** Longer numbers than this are complete telephone numbers, and nothing more is coming. */
  readonly telephoneDigits: number;

  /** Ways to say that no further call is wanted. */
  readonly optOut: readonly PhrasePattern[];
  /** Said by answering machines only. */
  readonly machine: readonly PhrasePattern[];
  /** Said by answering machines, and now and then by a person: tells something in a greeting only. */
  readonly machineGreeting: readonly PhrasePattern[];
  /** Said by voice menus that want keys pressed. */
  readonly menu: readonly PhrasePattern[];
  /** What the telephone of a company begins with, be it a menu or a person: neither stops there. */
  readonly reception: readonly PhrasePattern[];
  /** Said by recordings that one has to hear out, and by people who put one through: they want no answer. */
  readonly hold: readonly PhrasePattern[];
  /** Said by a telephone that answers for its owner and asks who is calling: it wants an answer. */
  readonly screening: readonly PhrasePattern[];
  /** Said by people who want to be answered. */
  readonly person: readonly PhrasePattern[];

  /** Words that are frequent in this language, and rare in the others that are written with the same letters. */
  readonly telltales: readonly string[];
  /** Behind which a full stop ends no sentence. */
  readonly abbreviations: readonly string[];
  /** What the first syllable of a voice over the agent is judged by, whether it wants the floor; where it is left out, words alone tell. */
  readonly claims?: SpeechModelWeights;
  /** How it is read, for finding words in audio; where it is left out, words are guessed by their lengths. */
  readonly spelling?: Spelling;
  /** Letters that are written in several ways, each followed by the one that it is matched as. */
  readonly variants?: Readonly<Record<string, string>>;
}
