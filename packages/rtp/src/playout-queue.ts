import { type AudioRateHz, FRAME_MS } from '@parley/audio';
import { type PayloadSound, POSITIONS_PER_MS } from './payload-sound.ts';

export const FRAME_POSITIONS = FRAME_MS * POSITIONS_PER_MS;

/** One packet on the stream's line of time. */
export interface Chunk {
  sequence: number;
  start: number;
  end: number;
  payload: Uint8Array;
  sound: PayloadSound;
  /** As soon as it was decoded, which is when its first frame is looked at. */
  samples: Int16Array | null;
  arrivalMs: number;
  /** Whether some of it has been played. */
  started: boolean;
  /** It is what the payload of the next chunk carries of a packet that did not come. */
  isRecovered: boolean;
}

/** What is kept when it is not pulled: 3 s of the usual 20 ms. */
const MOST_CHUNKS = 150;

/** Chunks in the order of their time, without overlaps. */
export class PlayoutQueue {
  private chunks: Chunk[] = [];
  private readonly assembled: Int16Array;
  private readonly samplesPerPosition: number;

  constructor(rateHz: AudioRateHz) {
    this.samplesPerPosition = rateHz / (1000 * POSITIONS_PER_MS);
    this.assembled = new Int16Array(FRAME_POSITIONS * this.samplesPerPosition);
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

  /** Whether something that was recovered has this place. */
  isRecoveredAt(position: number): boolean {
    return this.chunks.some(({ start, end, isRecovered }) => isRecovered && start <= position && position < end);
  }

  clear(): void {
    this.chunks = [];
  }

  /** Sound at hand from `position` on, gaps not counted. */
  soundFrom(position: number): number {
    let sound = 0;
    for (const chunk of this.chunks) sound += Math.max(0, chunk.end - Math.max(chunk.start, position));
    return sound;
  }

  /** The position at which exactly so much sound is left; the start of everything when there is not so much. */
  positionLeaving(sound: number): number {
    let left = sound;
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
  frameAt(position: number, onStart?: (chunk: Chunk) => void): Int16Array {
    const end = position + FRAME_POSITIONS;
    let frame = this.assembled;
    for (const chunk of this.chunks) {
      if (chunk.start >= end) break;
      if (onStart && !chunk.started) {
        chunk.started = true;
        onStart(chunk);
      }
      chunk.samples ??= samplesOf(chunk);
      if (chunk.start === position && chunk.end === end) frame = chunk.samples;
      else this.copy(chunk, chunk.samples, position, end);
    }
    return frame;
  }

  private copy({ start, end: chunkEnd }: Chunk, samples: Int16Array, position: number, end: number): void {
    const from = Math.max(start, position);
    const to = Math.min(chunkEnd, end);
    const { samplesPerPosition: scale } = this;
    if (from < to)
      this.assembled.set(samples.subarray((from - start) * scale, (to - start) * scale), (from - position) * scale);
  }
}

const samplesOf = ({ sound, payload, isRecovered }: Chunk) =>
  isRecovered ? sound.recover(payload) : sound.decode(payload);
