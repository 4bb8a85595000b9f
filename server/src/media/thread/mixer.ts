import { mix } from '@parley/audio';

/** The caller, the agent, or a supervisor's leg by its id. */
export type Party = string;

export const CALLER = 'caller';
export const AGENT = 'agent';

/** Who hears whom in a call with more than two sides: a matrix of gains. What it does not name is not heard. */
export class Mixer {
  /** By who hears, then by who is heard. */
  readonly #gains = new Map<Party, Map<Party, number>>();

  /** `gain` is a factor; 0 is silence. */
  setGain(from: Party, to: Party, gain: number): void {
    const heard = this.#gains.get(to) ?? new Map<Party, number>();
    heard.set(from, gain);
    this.#gains.set(to, heard);
  }

  /** Forgets a side. */
  remove(party: Party): void {
    this.#gains.delete(party);
    for (const heard of this.#gains.values()) heard.delete(party);
  }

  /** What this side hears of the frames of all; null is silence. */
  mixFor(to: Party, frames: ReadonlyMap<Party, Int16Array | null>): Int16Array | null {
    let mixed: Int16Array | null = null;
    for (const [from, gain] of this.#gains.get(to) ?? []) {
      const frame = frames.get(from);
      if (!frame || gain === 0) continue;
      const part = gain === 1 ? frame : frame.map((sample) => Math.round(sample * gain));
      mixed = mixed === null ? part : mix(mixed, part);
    }
    return mixed;
  }
}
