/** The payload of one packet on the stream's line of time. One byte is one sample, as in G.711 and G.722's RTP clock. */
export interface Chunk {
  sequence: number;
  start: number;
  end: number;
  payload: Uint8Array;
  arrivalMs: number;
  /** Whether some of it has been played. */
  started: boolean;
}

/** What is kept when nobody pulls: 3 s of the usual 20 ms. */
const MOST_CHUNKS = 150;

/** Chunks in the order of their time, without overlaps. */
export class PlayoutQueue {
  private chunks: Chunk[] = [];
  private readonly assembled: Uint8Array;

  constructor(frameSamples: number) {
    this.assembled = new Uint8Array(frameSamples);
  }

  get first(): Chunk | undefined {
    return this.chunks[0];
  }

  /** False when the place is taken. The oldest chunk goes when there are too many. */
  insert(chunk: Chunk): boolean {
    let index = this.chunks.length;
    while (index > 0 && this.chunks[index - 1]!.start >= chunk.end) index -= 1;
    if (index > 0 && this.chunks[index - 1]!.end > chunk.start) return false;
    this.chunks.splice(index, 0, chunk);
    if (this.chunks.length > MOST_CHUNKS) this.chunks.shift();
    return true;
  }

  /** Forgets what ends at or before `position`. */
  discardBefore(position: number): void {
    let count = 0;
    while (count < this.chunks.length && this.chunks[count]!.end <= position) count += 1;
    if (count > 0) this.chunks.splice(0, count);
  }

  clear(): void {
    this.chunks = [];
  }

  /** Samples at hand from `position` on, gaps not counted. */
  samplesFrom(position: number): number {
    let samples = 0;
    for (const chunk of this.chunks) samples += Math.max(0, chunk.end - Math.max(chunk.start, position));
    return samples;
  }

  /** The position at which exactly `samples` samples are left; the start of everything when there are not so many. */
  positionLeaving(samples: number): number {
    let left = samples;
    for (let i = this.chunks.length - 1; i >= 0; i--) {
      const chunk = this.chunks[i]!;
      if (chunk.end - chunk.start >= left) return chunk.end - left;
      left -= chunk.end - chunk.start;
    }
    return this.chunks[0]?.start ?? 0;
  }

  /** How far sound reaches from `position` without a gap, and the chunks on both sides of where it ends. */
  reachFrom(position: number): { end: number; before: Chunk | null; after: Chunk | null } {
    let end = position;
    let before: Chunk | null = null;
    for (const chunk of this.chunks) {
      if (chunk.start > end) return { end, before, after: chunk };
      end = Math.max(end, chunk.end);
      before = chunk;
    }
    return { end, before, after: null };
  }

  /** The frame at `position`, which must be there whole. Valid until the next call. `onStart` hears of chunks it begins. */
  frameAt(position: number, onStart?: (chunk: Chunk) => void): Uint8Array {
    const end = position + this.assembled.length;
    let frame: Uint8Array = this.assembled;
    for (const chunk of this.chunks) {
      if (chunk.start >= end) break;
      if (onStart && !chunk.started) {
        chunk.started = true;
        onStart(chunk);
      }
      if (chunk.start === position && chunk.end === end) frame = chunk.payload;
      else this.copy(chunk, position, end);
    }
    return frame;
  }

  private copy(chunk: Chunk, position: number, end: number): void {
    const from = Math.max(chunk.start, position);
    const to = Math.min(chunk.end, end);
    if (from < to) this.assembled.set(chunk.payload.subarray(from - chunk.start, to - chunk.start), from - position);
  }
}
