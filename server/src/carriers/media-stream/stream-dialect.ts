/** The messages of a carrier's media WebSocket, in a form common to all carriers. */
export type StreamEvent =
  | { type: 'start'; streamId: string; call: StreamedCall }
  /** Audio of the other side, in the codec that the start has named. */
  | { type: 'media'; payload: Uint8Array }
  | { type: 'dtmf'; digit: string }
  /** All that was sent before the mark of this name was played, or was cleared. */
  | { type: 'mark'; name: string }
  /** The carrier has ended the stream. */
  | { type: 'stop' };

export interface StreamedCall {
  /** What the carrier calls the call. */
  callId: string;
  /** The account that the carrier says it is of; null where it says nothing that proves one. */
  account: string | null;
  /** Of the audio that comes, as RTP names it: PCMU, PCMA. What is sent is always PCMU. */
  codec: string;
}

/** One stream's messages in the words of a carrier. */
export interface StreamDialect {
  /** Of what came; none for what is not known: carriers add messages without a new version. */
  read(text: string): readonly StreamEvent[];
  /** Of a message that is sent: what makes it one of this stream. */
  addressed(streamId: string, message: object): object;
}
