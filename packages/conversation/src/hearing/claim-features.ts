import { SAMPLE_RATE_HZ, SOUND_BANDS, SoundFeatures } from '@parley/audio';

/** What is looked at of a voice, around its onset. */
export const CLAIM_SOUND = { beforeMs: 60, ageMs: 180 } as const;
/** Below the loudest band nothing counts: that is the line's noise, or µ-law's. */
const FLOOR_NEPERS = 9;

/**
 * The logarithms of the energies in each band, in steps of 20 ms, less the loudest of them: the level is not in them, and the
 * timbre is.
 * @param samples `CLAIM_SOUND` of 8 kHz mono
 */
export function claimFeatures(samples: Int16Array): Float32Array {
  const sound = new SoundFeatures(samples, SAMPLE_RATE_HZ);
  sound.measure(0, sound.frames);
  const { values } = sound;
  const loudest = values.reduce((most, value) => Math.max(most, value), 0);
  const features = new Float32Array(Math.floor(sound.frames / 2) * SOUND_BANDS);
  for (let i = 0; i < features.length; i += 1) {
    const at = 2 * SOUND_BANDS * Math.floor(i / SOUND_BANDS) + (i % SOUND_BANDS);
    const first = Math.max(values[at]! - loudest, -FLOOR_NEPERS);
    const second = Math.max(values[at + SOUND_BANDS]! - loudest, -FLOOR_NEPERS);
    features[i] = (first + second) / 2;
  }
  return features;
}
