import { SOUND_KINDS } from './spelled-sounds.ts';

/** Each sound is so many states, one after the other, so that it is unlikely to be very short. */
export const STATES = 2;
/** What is so much less likely than the best is not followed. */
const BEAM = 45;
/** So many frames are gone through in one step: under a millisecond. */
const FRAMES_A_STEP = 160;
const NOTHING = Number.NEGATIVE_INFINITY;

/** A sound of the text, or the pause behind a word. */
export interface Unit {
  /** -1: a pause. */
  word: number;
  kind: number;
  /** Logarithms of the chances to be left out, to go on to the next state, and to stay. */
  skip: number;
  take: number;
  leave: number;
  stay: number;
}

/** Which unit each frame is in; null: there is no way through. */
export function* likeliestPath(
  units: readonly Unit[],
  scores: Float32Array,
  frames: number,
  isWhole: boolean,
): Generator<void, Int16Array | null> {
  const states = units.length * STATES;
  const kinds = SOUND_KINDS.length;
  /** Where a state was come to from: itself (0), the state before (1), or over so many units that were left out (1 + n). */
  const steps = new Uint8Array(frames * states);
  let before = new Float64Array(states).fill(NOTHING);
  let now = new Float64Array(states).fill(NOTHING);
  let low = 0;
  /** The first state of the last unit that has been come to. */
  let high = 0;
  for (let frame = 0; frame < frames; frame += 1) {
    let best = NOTHING;
    now.fill(NOTHING);
    /** The score of coming to the unit's first state, and over how many units left out. */
    let entry = frame === 0 ? 0 : NOTHING;
    let skipped = 0;
    const from = frame === 0 ? 0 : Math.floor(low / STATES);
    for (let u = from; u < units.length; u += 1) {
      const { kind, skip, take, leave, stay } = units[u]!;
      const score = scores[frame * kinds + kind]!;
      const first = u * STATES;
      const exit = u > 0 ? before[first - 1]! + units[u - 1]!.leave : NOTHING;
      if (exit > entry) {
        entry = exit;
        skipped = 0;
      }
      const stayed = before[first]! + stay;
      const entered = entry + take;
      now[first] = Math.max(stayed, entered) + score;
      steps[frame * states + first] = stayed >= entered ? 0 : 1 + skipped;
      for (let s = first + 1; s < first + STATES; s += 1) {
        const kept = before[s]! + stay;
        const moved = before[s - 1]! + leave;
        now[s] = Math.max(kept, moved) + score;
        steps[frame * states + s] = kept >= moved ? 0 : 1;
      }
      for (let s = first; s < first + STATES; s += 1) if (now[s]! > best) best = now[s]!;
      entry += skip;
      skipped += 1;
      // What is behind has not been come to, by the frame before or by leaving units out.
      if (first > high && entry < best - BEAM) break;
    }
    for (let s = high + STATES; s < states; s += STATES)
      if (Math.max(now[s]!, now[s + STATES - 1]!) > best - BEAM) high = s;
    while (low < states - 1 && now[low]! < best - BEAM) low += 1;
    low = Math.floor(low / STATES) * STATES;
    [before, now] = [now, before];
    if (frame % FRAMES_A_STEP === FRAMES_A_STEP - 1) yield;
  }
  const last = lastState(units, before, isWhole);
  if (last < 0) return null;
  return tracedFrom(last, steps, states, frames);
}

function lastState(units: readonly Unit[], scores: Float64Array, isWhole: boolean): number {
  if (!isWhole) {
    const best = scores.reduce((most, score, s) => (score > scores[most]! ? s : most), 0);
    return scores[best]! > NOTHING ? best : -1;
  }
  let found = -1;
  let foundScore = NOTHING;
  let skipped = 0;
  for (let u = units.length - 1; u >= 0; u -= 1) {
    const s = u * STATES + STATES - 1;
    if (scores[s]! + skipped > foundScore) {
      found = s;
      foundScore = scores[s]! + skipped;
    }
    skipped += units[u]!.skip;
  }
  return found;
}

function tracedFrom(last: number, steps: Uint8Array, states: number, frames: number): Int16Array {
  const path = new Int16Array(frames);
  let state = last;
  for (let frame = frames - 1; frame >= 0; frame -= 1) {
    path[frame] = Math.floor(state / STATES);
    const step = steps[frame * states + state]!;
    if (step === 0) continue;
    if (state % STATES > 0) state -= 1;
    else state = Math.max(0, state - 1 - (step - 1) * STATES);
  }
  return path;
}
