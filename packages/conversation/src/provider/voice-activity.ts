/** Tells speech from silence, frame by frame. Stateful: one for each call. */
export interface VoiceActivityDetector {
  /** One 20 ms frame, 160 samples of 8 kHz mono. */
  isSpeech(frame: Int16Array): boolean;
  /** Idempotent. */
  close(): void;
}
