import type { AudioRateHz } from '@parley/audio';

/** A word as it is said, in milliseconds from the beginning of its clause's speech. */
export interface SpokenWord {
  text: string;
  startMs: number;
  endMs: number;
}

/** A piece of speech: 16-bit mono of any length. */
export interface SpeechChunk {
  /** May be shared with others who say the same: it is not written to any more. */
  samples: Int16Array;
  sampleRateHz: number;
  /** The words whose times the vendor has reported by now, each once. */
  words?: SpokenWord[];
}

export type SpeechEvent =
  | ({ type: 'audio' } & SpeechChunk)
  /** All audio of the text before the oldest open `flush` has come. */
  | { type: 'flushed' };

/**
 * One thing that the agent says, clause by clause, on the connection of its `TextToSpeech`. The iteration throws a
 * ProviderError when the vendor fails; then the session is of no more use. `close` ends it.
 */
export interface SpeechSession extends AsyncIterable<SpeechEvent> {
  /** Plain text, never markup, whatever it contains. */
  push(text: string): void;
  /** The clause is complete: its audio comes without waiting for more text, and `flushed` behind it. */
  flush(): void;
  /** Nothing that was pushed before is wanted any more, and none of it comes. The session may be used again. */
  cancel(): void;
  /** Idempotent. Calls off what is not spoken yet. */
  close(): void;
}

export interface SpeechOptions {
  voice: string;
  /** BCP 47. */
  language: string;
  /** Of the call: less is not worth asking for, and more is not heard. Chunks may have any. Left out: 8000. */
  sampleRateHz?: AudioRateHz;
}

export interface TextToSpeechCapabilities {
  /** It tells when each word is said. */
  wordTimes: boolean;
  /** Primary language subtags that a voice of it speaks; null: that is not known. */
  languagesOf(voice: string): readonly string[] | null;
  /** After so much silence it is taken for lost, also where no other voice can speak. Left out: 5000. */
  lostAfterMs?: number;
}

/** Speech synthesis by a vendor: the connection of one call, in which its sessions live. */
export interface TextToSpeech {
  readonly name: string;
  readonly capabilities: TextToSpeechCapabilities;
  /**
   * Connects ahead of the first words, so that they need not wait for it; vendors have the voice in the address. What
   * goes wrong is reported by the first session.
   */
  prewarm(options: SpeechOptions): void;
  /**
   * @param isFresh over a connection that was not used before: the one that there is says nothing any more. What is
   * said over that goes on. Default false.
   */
  open(options: SpeechOptions, isFresh?: boolean): SpeechSession;
  /** Idempotent. Closes every session and the connection. */
  close(): void;
}
