const BYTES_PER_SAMPLE = 2;

/** Finished clauses, since agents say the same sentences again and again; bounded by bytes, least recently used out first. */
export class ClauseCache {
  private readonly maximumBytes: number;
  private readonly clauses = new Map<string, Int16Array>();
  private bytes = 0;

  constructor(maximumBytes: number) {
    this.maximumBytes = maximumBytes;
  }

  get(key: string): Int16Array | undefined {
    const samples = this.clauses.get(key);
    if (!samples) return undefined;
    this.clauses.delete(key);
    this.clauses.set(key, samples);
    return samples;
  }

  set(key: string, samples: Int16Array): void {
    this.remove(key);
    this.clauses.set(key, samples);
    this.bytes += sizeOf(key, samples);
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
    const samples = this.clauses.get(key);
    if (!samples) return;
    this.clauses.delete(key);
    this.bytes -= sizeOf(key, samples);
  }
}

function sizeOf(key: string, samples: Int16Array): number {
  return samples.byteLength + key.length * BYTES_PER_SAMPLE;
}
