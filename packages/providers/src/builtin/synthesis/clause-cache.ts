import type { SpokenPiece } from './spoken-piece.ts';

const BYTES_PER_CHARACTER = 2;
/** Of a word with its times. */
const BYTES_PER_WORD = 64;

/** Finished clauses, since agents say the same sentences again and again; bounded by bytes, least recently used out first. */
export class ClauseCache {
  private readonly maximumBytes: number;
  private readonly clauses = new Map<string, SpokenPiece>();
  private bytes = 0;

  constructor(maximumBytes: number) {
    this.maximumBytes = maximumBytes;
  }

  get(key: string): SpokenPiece | undefined {
    const piece = this.clauses.get(key);
    if (!piece) return undefined;
    this.clauses.delete(key);
    this.clauses.set(key, piece);
    return piece;
  }

  set(key: string, piece: SpokenPiece): void {
    this.remove(key);
    this.clauses.set(key, piece);
    this.bytes += sizeOf(key, piece);
    for (const oldest of this.clauses.keys()) {
      if (this.bytes <= this.maximumBytes) return;
      this.remove(oldest);
    }
  }

  clear(): void {
    this.clauses.clear();
    this.bytes = 0;
  }

  private remove(key: string): void {
    const piece = this.clauses.get(key);
    if (!piece) return;
    this.clauses.delete(key);
    this.bytes -= sizeOf(key, piece);
  }
}

function sizeOf(key: string, piece: SpokenPiece): number {
  return piece.samples.byteLength + piece.words.length * BYTES_PER_WORD + key.length * BYTES_PER_CHARACTER;
}
