import { SAMPLE_RATE_HZ, SOUND_BANDS, SoundFeatures } from '@parley/audio';

/** A voice is cut in so many slices of equal length, however long it is. */
const SLICES = 14;
/** Its beginning is looked at more closely, as it was said. */
const FIRST_SLICES = 10;
const FIRST_SLICE_FRAMES = 3;
/** Below the loudest band nothing counts: that is the line's noise, or µ-law's. */
const FLOOR_NEPERS = 9;
/** A frame whose loudest band is quieter is around the voice, not of it. */
const AUDIBLE_NEPERS = 5.5;
/** Soft consonants before and behind what is audible. */
const AROUND_FRAMES = 2;
const FRAMES_OF_ONE = 50;

/**
 * How a short voice sounds from its beginning to its end, and in its first 300 ms: the logarithms of the energies in each band,
 * slice by slice, less the loudest of them, and its length. The level is not in them.
 * @param sound 8 kHz mono, the batches of one utterance
 */
export function keywordFeatures(sound: readonly Int16Array[]): Float32Array {
  const measured = new SoundFeatures(joined(sound), SAMPLE_RATE_HZ);
  measured.measure(0, measured.frames);
  return featuresOf(measured);
}

function featuresOf({ values, frames }: Pick<SoundFeatures, 'values' | 'frames'>): Float32Array {
  const peaks = Array.from({ length: frames }, (_, frame) =>
    values.subarray(frame * SOUND_BANDS, (frame + 1) * SOUND_BANDS).reduce((most, value) => Math.max(most, value), 0),
  );
  const loudest = Math.max(0, ...peaks);
  const isAudible = (peak: number): boolean => peak > loudest - AUDIBLE_NEPERS;
  const from = Math.max(0, peaks.findIndex(isAudible) - AROUND_FRAMES);
  const until = Math.min(frames, peaks.findLastIndex(isAudible) + 1 + AROUND_FRAMES);
  const features = new Float32Array((SLICES + FIRST_SLICES) * SOUND_BANDS + 1);
  /** The mean of what is between two moments, in frames; frames may be cut. */
  const measure = (slice: number, start: number, end: number): void => {
    for (let band = 0; band < SOUND_BANDS; band += 1) {
      let sum = 0;
      for (let frame = Math.floor(start); frame < end; frame += 1) {
        const share = Math.min(frame + 1, end) - Math.max(frame, start);
        sum += share * Math.max(values[frame * SOUND_BANDS + band]! - loudest, -FLOOR_NEPERS);
      }
      features[slice * SOUND_BANDS + band] = end > start ? sum / (end - start) : -FLOOR_NEPERS;
    }
  };
  const sliceFrames = (until - from) / SLICES;
  for (let slice = 0; slice < SLICES; slice += 1) {
    const end = slice === SLICES - 1 ? until : from + (slice + 1) * sliceFrames;
    measure(slice, from + slice * sliceFrames, end);
  }
  for (let slice = 0; slice < FIRST_SLICES; slice += 1) {
    const start = from + slice * FIRST_SLICE_FRAMES;
    measure(SLICES + slice, start, Math.min(until, start + FIRST_SLICE_FRAMES));
  }
  features[features.length - 1] = (until - from) / FRAMES_OF_ONE;
  return features;
}

function joined(sound: readonly Int16Array[]): Int16Array {
  const samples = new Int16Array(sound.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const batch of sound) {
    samples.set(batch, at);
    at += batch.length;
  }
  return samples;
}
