/** 20 ms of µ-law. */
const FRAME_BYTES = 160;
export const SILENCE = 0xff;

type Waiting = { bytes: Uint8Array; cameMs: number } | { mark: string };

/** What a stream was sent and the callee has not heard: audio and marks, in order. */
export class Playback {
  readonly #waiting: Waiting[] = [];
  readonly #onMark: (name: string) => void;
  #lagBytes: number;
  #isPlaying = false;
  /** What the callee has heard so far, from the beginning of the stream. */
  readonly heard: Uint8Array[] = [];
  /** Of them, audio that was sent. */
  playedBytes = 0;
  clearedBytes = 0;
  /** When the first and the last of the audio that was played had come. */
  #playedCameMs: [first: number, last: number] | null = null;
  /** Of the audio that was played when it was cleared, each time: how long it had taken to come, with its pauses. */
  readonly clearedAfterMs: number[] = [];

  /** `lagMs`: how much has to wait before it is played, as on a network that delivers late. */
  constructor(onMark: (name: string) => void, lagMs = 0) {
    this.#onMark = onMark;
    this.#lagBytes = lagMs * 8;
  }

  append(bytes: Uint8Array): void {
    this.#waiting.push({ bytes, cameMs: performance.now() });
  }

  mark(name: string): void {
    this.#waiting.push({ mark: name });
    if (this.#waiting.length === 1) this.#echoMarks();
  }

  /** What waits is not played, and its marks come back. */
  clear(): void {
    const [first, last] = this.#playedCameMs ?? [0, 0];
    this.clearedAfterMs.push(last - first);
    for (const waiting of this.#waiting.splice(0)) {
      if ('mark' in waiting) this.#onMark(waiting.mark);
      else this.clearedBytes += waiting.bytes.length;
    }
    this.#isPlaying = false;
  }

  /** 20 ms pass. */
  tick(): void {
    const frame = new Uint8Array(FRAME_BYTES).fill(SILENCE);
    this.heard.push(frame);
    const waitingBytes = this.#waiting.reduce((sum, one) => sum + ('bytes' in one ? one.bytes.length : 0), 0);
    this.#isPlaying = waitingBytes > 0 && (this.#isPlaying || waitingBytes >= this.#lagBytes);
    if (!this.#isPlaying) return;
    let filled = 0;
    while (filled < FRAME_BYTES) {
      this.#echoMarks();
      const next = this.#waiting[0];
      if (!next || !('bytes' in next)) break;
      this.#playedCameMs = [this.#playedCameMs?.[0] ?? next.cameMs, next.cameMs];
      const piece = next.bytes.subarray(0, FRAME_BYTES - filled);
      frame.set(piece, filled);
      filled += piece.length;
      next.bytes = next.bytes.subarray(piece.length);
      if (next.bytes.length === 0) this.#waiting.shift();
    }
    this.playedBytes += filled;
    this.#echoMarks();
  }

  #echoMarks(): void {
    while (this.#waiting[0] && 'mark' in this.#waiting[0]) {
      this.#onMark((this.#waiting.shift() as { mark: string }).mark);
    }
  }
}
