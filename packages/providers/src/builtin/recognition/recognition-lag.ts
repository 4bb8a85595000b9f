/** How far a recognizer is behind the audio of one stream. Positions are milliseconds of the stream. */
export class RecognitionLag {
  private worst = 0;

  /** The largest so far. In order it is up to 300 ms: sound is sent in pieces, and answered a few times a second. */
  get worstMs(): number {
    return this.worst;
  }

  /** Of the audio up to `writtenMs`, which has arrived, that up to `decodedMs` has been listened to. */
  note(writtenMs: number, decodedMs: number): void {
    this.worst = Math.max(this.worst, writtenMs - decodedMs);
  }
}
