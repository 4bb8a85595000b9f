/** From the moment at which the model should speak: the caller is told that it takes a moment … */
export const FILL_MS = 1200;
/** … the model is asked once more, on a connection of its own … */
const RESTART_MS = 3000;
/** … the caller is told that it takes longer … */
const REASSURE_MS = 4300;
/** … and the model is given up. Models begin within a second; a connection takes half of one. */
const GIVE_UP_MS = 6500;
/** What the caller says meanwhile does not give the model more time, save that it can hear it out. */
const AFTER_VOICE_MS = 1200;

export type Lateness = 'fill' | 'restart' | 'reassure' | 'give_up';

const STEPS: readonly [Lateness, number][] = [
  ['fill', FILL_MS],
  ['restart', RESTART_MS],
  ['reassure', REASSURE_MS],
  ['give_up', GIVE_UP_MS],
];

/** A model that should speak and does not. Pure: it is given the time. */
export class AnswerWatch {
  #sinceMs: number | null = null;
  #step = 0;
  /** When the last step was due. */
  #steppedMs = 0;

  /** The model should speak from now on, if it should not already. */
  expect(nowMs: number): void {
    this.#sinceMs ??= nowMs;
  }

  /** It does, or need not. */
  settle(): void {
    this.#sinceMs = null;
    this.#step = 0;
    this.#steppedMs = 0;
  }

  get isWaiting(): boolean {
    return this.#sinceMs !== null;
  }

  /**
   * What it is time for; each once.
   * @param voiceUntilMs since when the caller has been silent; null: speaks
   */
  due(nowMs: number, voiceUntilMs: number | null): Lateness | null {
    const step = STEPS[this.#step];
    if (this.#sinceMs === null || !step || voiceUntilMs === null) return null;
    const [lateness, afterMs] = step;
    // A step that was late has its time all the same.
    const [, beforeMs] = STEPS[this.#step - 1] ?? [null, afterMs];
    const dueMs = Math.max(this.#sinceMs + afterMs, this.#steppedMs + afterMs - beforeMs);
    if (nowMs < dueMs || nowMs - voiceUntilMs < AFTER_VOICE_MS) return null;
    this.#step += 1;
    this.#steppedMs = nowMs;
    return lateness;
  }
}
