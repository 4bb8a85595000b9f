import type { HeardSpeech } from '../../testing/conformance/speech-to-text-fixture.ts';

/** One socket of Deepgram's, by its protocol. */
export interface ListenConversation {
  readonly heardMs: number;
  readonly finalizes: number;
  messages: number;
  hear(speech: HeardSpeech): void;
  settle(speech: HeardSpeech): void;
  received(message: Buffer, isBinary: boolean): void;
}
