export interface EndOfTurnRequest {
  /** The last of what the caller was heard to say, with the pause behind it: 16 kHz mono, up to 8 s. */
  samples: Int16Array;
  /** What was recognized of it; empty where nothing is yet. */
  transcript: string;
  /** BCP 47; null: it is not known. */
  language: string | null;
  signal: AbortSignal;
}

/** Judges whether a caller who pauses has finished. One for a call. */
export interface EndOfTurnModel {
  readonly name: string;
  /** Resolves with the probability that the turn is over, 0 to 1. Rejects with a ProviderError, and when the signal aborts. */
  predict(request: EndOfTurnRequest): Promise<number>;
  /** Idempotent. What is under way rejects. */
  close(): void;
}
