import { SAMPLE_RATE_HZ } from '@parley/audio';
import { CLAIM_SOUND } from '@parley/conversation/testing';
import type { Draw } from '../turn-taking/cases/draw.ts';
import { SEGMENT } from './second-voices.ts';

const SAMPLES_PER_MS = SAMPLE_RATE_HZ / 1000;
/** Higher and quicker, or lower and slower: other speakers. */
const WARP_PERCENT = 17;
/** Onsets are not exact. */
const SHIFT_SAMPLES = 10 * SAMPLES_PER_MS;
/** Of a first-order filter: telephones are brighter or darker. */
const STEEPEST_TILT_PERCENT = 45;
const NOISE_SHARE = 0.4;
const NOISE_DBOV = [-62, -46] as const;
const FULL_SCALE = 32_768;

/** What a call looks at of a second voice. */
export const viewOf = (sound: Int16Array): Int16Array => {
  const from = (SEGMENT.beforeMs - CLAIM_SOUND.beforeMs) * SAMPLES_PER_MS;
  return sound.subarray(from, from + (CLAIM_SOUND.beforeMs + CLAIM_SOUND.ageMs) * SAMPLES_PER_MS);
};

/** The same as another speaker would say it, over another telephone. */
export function variedView(sound: Int16Array, draw: Draw): Int16Array {
  const step = Math.exp(draw.between(-1000, 1000) * (WARP_PERCENT / 1e5));
  const onset = SEGMENT.beforeMs * SAMPLES_PER_MS + draw.between(-SHIFT_SAMPLES, SHIFT_SAMPLES);
  const tilt = draw.between(-STEEPEST_TILT_PERCENT, STEEPEST_TILT_PERCENT) / 100;
  const noise = draw.isLess(NOISE_SHARE) ? FULL_SCALE * 10 ** (draw.between(...NOISE_DBOV) / 20) : 0;
  const first = onset - CLAIM_SOUND.beforeMs * SAMPLES_PER_MS * step;
  const view = new Int16Array((CLAIM_SOUND.beforeMs + CLAIM_SOUND.ageMs) * SAMPLES_PER_MS);
  let before = 0;
  for (let i = 0; i < view.length; i += 1) {
    const value = sampleAt(sound, first + i * step);
    const loud = value - tilt * before + noise * normal(draw);
    view[i] = Math.max(-FULL_SCALE, Math.min(FULL_SCALE - 1, Math.round(loud)));
    before = value;
  }
  return view;
}

/** Between two samples a line. */
function sampleAt(sound: Int16Array, at: number): number {
  const index = Math.floor(at);
  const [left, right] = [sound[index] ?? 0, sound[index + 1] ?? 0];
  return left + (at - index) * (right - left);
}

/** About so: the sum of three draws has the spread of one. */
function normal(draw: Draw): number {
  return (draw.between(-1000, 1000) + draw.between(-1000, 1000) + draw.between(-1000, 1000)) / 1000;
}
