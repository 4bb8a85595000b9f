/** How far `raw` is ahead of `reference` in 16-bit serial arithmetic (RFC 1982): −32768 to 32767. */
export function ahead16(raw: number, reference: number): number {
  return ((raw - reference) << 16) >> 16;
}

/** The same in 32 bits. */
export function ahead32(raw: number, reference: number): number {
  return (raw - reference) | 0;
}

/** The last 256 sequence numbers, extended beyond 16 bits, that were seen: finds duplicates. */
export class SeenSequences {
  private readonly bySlot = new Float64Array(256).fill(Number.NaN);

  /** False when this number was added before. */
  add(sequence: number): boolean {
    const slot = ((sequence % 256) + 256) % 256;
    if (this.bySlot[slot] === sequence) return false;
    this.bySlot[slot] = sequence;
    return true;
  }

  has(sequence: number): boolean {
    return this.bySlot[((sequence % 256) + 256) % 256] === sequence;
  }

  clear(): void {
    this.bySlot.fill(Number.NaN);
  }
}
