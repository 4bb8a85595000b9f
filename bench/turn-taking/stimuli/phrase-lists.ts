/** A turn with a gap in it: the words before and behind it. */
export type Paused = readonly [before: string, after: string];

export interface Phrases {
  /** Wants the floor: a sentence, at once. */
  interruptions: readonly string[];
  /** One or two words that want it. */
  commands: readonly string[];
  /** Hesitates first: the filler, and what follows it after a short gap. */
  slowStarts: readonly Paused[];
  backchannels: readonly string[];
  /** A whole turn of the caller. */
  finished: readonly string[];
  /** To a question of the agent. */
  answers: readonly string[];
  numbers: readonly Paused[];
  spellings: readonly Paused[];
  /** The words before the gap cannot stand alone. */
  sentences: readonly Paused[];
  /** They can: who answers here was not wrong by the words. */
  open: readonly Paused[];
}
