/** From the moment at which the model should speak: the caller hears that it takes a moment … */
export const FILL_MS = 1200;
/** … the model is asked once more, on a connection of its own … */
const RESTART_MS = 3000;
/** … the caller hears that it takes longer … */
const REASSURE_MS = 4300;
/** … and the model is given up. Models begin within a second; a connection takes half of one. */
const GIVE_UP_MS = 6500;
/** What the caller says meanwhile does not give the model more time, save that it can hear it out. */
const AFTER_VOICE_MS = 1200;

export type WaitStep = 'fill' | 'restart' | 'reassure' | 'give_up';

const STEPS: readonly [WaitStep, number][] = [
  ['fill', FILL_MS],
  ['restart', RESTART_MS],
  ['reassure', REASSURE_MS],
  ['give_up', GIVE_UP_MS],
];

/** A model that should speak and does not. */
export interface AwaitedModel {
  sinceMs: number;
  /** Steps that were taken. */
  steps: number;
  /** When the last one was. */
  steppedMs: number;
}

/** The model should speak from now on, if it should not already. */
export const awaitModel = (awaited: AwaitedModel | null, atMs: number): AwaitedModel =>
  awaited ?? { sinceMs: atMs, steps: 0, steppedMs: atMs };

/**
 * What it is time for; each step once, and null when it is not.
 * @param quietSinceMs since when the caller has been silent; null: speaks
 */
export function dueStep(
  awaited: AwaitedModel,
  atMs: number,
  quietSinceMs: number | null,
): { step: WaitStep; awaited: AwaitedModel } | null {
  const { sinceMs, steps, steppedMs } = awaited;
  const next = STEPS[steps];
  if (!next || quietSinceMs === null) return null;
  const [step, afterMs] = next;
  const [, beforeMs] = STEPS[steps - 1] ?? [null, afterMs];
  // A step that was late has its time all the same.
  const dueMs = Math.max(sinceMs + afterMs, steppedMs + afterMs - beforeMs);
  if (atMs < dueMs || atMs - quietSinceMs < AFTER_VOICE_MS) return null;
  return { step, awaited: { sinceMs, steps: steps + 1, steppedMs: atMs } };
}
