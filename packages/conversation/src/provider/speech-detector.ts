export interface SpeechDetectorOptions {
  /** What was heard up to there, in milliseconds of the stream, is speech with this probability, 0 to 1. */
  onProbability: (probability: number, untilMs: number) => void;
  /** With a ProviderError. Nothing comes after it. */
  onFailure: (error: Error) => void;
  signal: AbortSignal;
}

/** What one call writes into. */
export interface SpeechDetectorStream {
  /** 160 samples of 8 kHz mono. */
  write(frame: Int16Array): void;
  /** Idempotent. */
  close(): void;
}

/**
 * A model that tells speech from everything else. Unlike a `VoiceActivityDetector` it answers later, from another process, and
 * may fail: a conversation goes on without it.
 */
export interface SpeechDetector {
  readonly name: string;
  open(options: SpeechDetectorOptions): SpeechDetectorStream;
}
