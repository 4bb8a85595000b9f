import type { PlayedStimulus } from '../caller/played-stimulus.ts';
import { likeness } from '../scorer/place.ts';
import { samplesOf } from '../scorer/verdict.ts';

/** The jitter buffer and the first packets take no longer. */
const MOST_DELAY_MS = 1000;
/** A clock that slips moves a stimulus no further from where the one before it would have it. */
const MOST_SLIP_MS = 200;
const COMPARED_MS = 400;
const SAME = 0.6;
/** Neighbouring samples of speech are alike: a place is looked for at every fourth one first. */
const STEP = 4;

/** The stimuli as they are in the service's recording: each is found in the caller's channel, by what the caller sent. */
export function aligned(stimuli: readonly PlayedStimulus[], sent: Int16Array, recorded: Int16Array): PlayedStimulus[] {
  let shift: number | null = null;
  return stimuli.map((stimulus) => {
    const sound = sent.subarray(stimulus.onset, Math.min(stimulus.end, stimulus.onset + samplesOf(COMPARED_MS)));
    const [from, to]: [number, number] =
      shift === null
        ? [-samplesOf(MOST_DELAY_MS), samplesOf(MOST_DELAY_MS)]
        : [shift - samplesOf(MOST_SLIP_MS), shift + samplesOf(MOST_SLIP_MS)];
    shift = shiftOf(sound, recorded, stimulus.onset, from, to) ?? shift;
    const moved = shift ?? 0;
    return { ...stimulus, onset: stimulus.onset + moved, end: stimulus.end + moved };
  });
}

/** Null where the sound is not found. */
function shiftOf(sound: Int16Array, recorded: Int16Array, onset: number, from: number, to: number): number | null {
  const alikeAt = (shift: number, step: number): number => likeness(sound, { samples: recorded }, onset + shift, step);
  let best = { shift: 0, alike: 0 };
  for (let shift = from; shift < to; shift += 1) {
    if (alikeAt(shift, 7 * STEP) < SAME / 2) continue;
    const alike = alikeAt(shift, STEP);
    if (alike > best.alike) best = { shift, alike };
  }
  return best.alike >= SAME ? best.shift : null;
}
