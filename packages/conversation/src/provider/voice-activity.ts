import type { Prosody } from '../end-of-turn/prosody.ts';

/** Tells a voice from silence, frame by frame, and what it sounds like. Stateful: one for each call. */
export interface VoiceActivityDetector {
  /** Whether there is a voice, or what may be one; one 20 ms frame, 160 samples of 8 kHz mono. */
  isSpeech(frame: Int16Array): boolean;
  /** How likely the present voice is one person speaking, and no noise, music or babble: 0 to 1. */
  readonly speech: number;
  /** The latest frame has a pitch: it is no whisper, and no hiss. */
  readonly isPitched: boolean;
  /** How the voice that was heard last ended; null where nothing of it has a pitch. */
  readonly prosody: Prosody | null;
  /** Idempotent. */
  close(): void;
}
