export interface AnticipationRequest {
  /** The last of what the caller said, with the beginning of the pause behind it: 8 kHz mono, with what was before the voice where that is short. */
  samples: Int16Array;
  /** What the recognizer has told of it so far; null: it may have begun before them. */
  told: string | null;
  signal: AbortSignal;
}

/**
 * Hears what a caller who pauses has said, before the recognizer of the call tells its last words. It is never taken for what was
 * said: the reply to it is prepared, and thrown away where the recognizer tells something else.
 */
export interface Anticipation {
  /** Primary language subtags that it understands. */
  readonly languages: readonly string[];
  /** Resolves with its words; null: it cannot tell, or not soon enough. Never rejects. */
  hear(request: AnticipationRequest): Promise<string | null>;
}
