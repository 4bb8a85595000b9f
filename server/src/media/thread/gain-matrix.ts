import { mix } from '@parley/audio';

/** Who hears whom: a factor for each pair of parties. What it does not name is not heard. */
export class GainMatrix {
  /** By who hears, then by who is heard. */
  readonly #gains = new Map<string, Map<string, number>>();

  /** `gain` is a factor; 0 is silence. */
  set(from: string, to: string, gain: number): void {
    const heard = this.#gains.get(to) ?? new Map<string, number>();
    if (gain === 0) heard.delete(from);
    else heard.set(from, gain);
    this.#gains.set(to, heard);
  }

  /** Forgets all of it. */
  clear(): void {
    this.#gains.clear();
  }

  /** What this party hears of the frames of all, which have one rate; null is silence. A frame that is heard alone is not copied. */
  mixFor(to: string, frames: ReadonlyMap<string, Int16Array | null>): Int16Array | null {
    let mixed: Int16Array | null = null;
    for (const [from, gain] of this.#gains.get(to) ?? []) {
      const frame = frames.get(from);
      if (!frame) continue;
      const part = gain === 1 ? frame : frame.map((sample) => Math.round(sample * gain));
      mixed = mixed === null ? part : mix(mixed, part);
    }
    return mixed;
  }
}
