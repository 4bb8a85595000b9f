import type { SpeechToTextEvent } from '@parley/conversation/provider';

/** What is said on a stream besides audio: one of Deepgram's two protocols, without its socket and its clock. */
export interface ListenDialogue {
  /** A frame was written; the stream is `writtenMs` long with it. */
  advance(writtenMs: number, voiced: boolean): void;
  /** A final is wanted of what was said until now. All audio has been sent. */
  finalize(writtenMs: number): void;
  /** A message of the vendor, parsed. Throws a ProviderError when it says that it failed. */
  receive(message: unknown): void;
}

/** How a dialogue acts on its stream. */
export interface ListenStreamPort {
  send(message: object): void;
  emit(event: SpeechToTextEvent): void;
  /** Time that passes at the vendor, too: audio that was kept while the stream opened is written within no time. */
  nowMs(): number;
  /** The vendor's own words about its failure. */
  failure(message: string, retryable: boolean): Error;
}

/**
 * How long a final is waited for. Neither protocol answers where nothing was buffered or no turn was open; where there
 * was, an answer takes a round trip and some 100 ms of the model. A second is beyond any of that, and words that come
 * later still come as a final.
 */
export const FINAL_LIMIT_MS = 1000;
