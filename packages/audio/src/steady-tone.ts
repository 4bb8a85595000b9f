import { SAMPLE_RATE_HZ } from './frame.ts';
import { energyOf, goertzelEnergy } from './goertzel.ts';

/** −40 dBFS: a beep is louder than this wherever it is loud enough to be followed by a message. */
const MINIMUM_POWER = (32768 * 10 ** (-40 / 20)) ** 2;
/** Share of the frame's energy at one frequency; DTMF has a half of it at each of two, voiced speech less. */
const PURITY = 0.9;
/** Half the width of a frame's spectral line (50 Hz): neighbours at this distance point to the true peak. */
const NEIGHBOUR_HZ = 25;

export interface SteadyTone {
  frequencyHz: number;
  /** Mean square of the samples. */
  power: number;
}

/** Pisarenko's estimate of a single sine in white noise; coarse, but not biased by the noise as lag 0 would be. */
function coarseFrequencyHz(frame: Int16Array): number {
  let lag1 = 0;
  let lag2 = 0;
  for (let i = 2; i < frame.length; i++) {
    lag1 += frame[i]! * frame[i - 1]!;
    lag2 += frame[i]! * frame[i - 2]!;
  }
  const cosine = lag1 === 0 ? 0 : (lag2 + Math.sqrt(lag2 * lag2 + 8 * lag1 * lag1)) / (4 * lag1);
  return (Math.acos(Math.max(-1, Math.min(1, cosine))) * SAMPLE_RATE_HZ) / (2 * Math.PI);
}

/** Climbs to the top of the spectral line near `startHz`, by parabolas through three points. */
function refine(frame: Int16Array, startHz: number): number {
  let frequencyHz = startHz;
  for (let round = 0; round < 2; round++) {
    const below = goertzelEnergy(frame, frequencyHz - NEIGHBOUR_HZ, SAMPLE_RATE_HZ);
    const here = goertzelEnergy(frame, frequencyHz, SAMPLE_RATE_HZ);
    const above = goertzelEnergy(frame, frequencyHz + NEIGHBOUR_HZ, SAMPLE_RATE_HZ);
    const curvature = below - 2 * here + above;
    const step = curvature < 0 ? (0.5 * (below - above)) / curvature : Math.sign(above - below);
    frequencyHz += NEIGHBOUR_HZ * Math.max(-1, Math.min(1, step));
  }
  return frequencyHz;
}

/** The one sine of 400 to 2000 Hz that a 20 ms frame of 8 kHz consists of, or null when it is anything else. */
export function steadyToneIn(frame: Int16Array): SteadyTone | null {
  const energy = energyOf(frame);
  if (energy < MINIMUM_POWER * frame.length) return null;
  const coarseHz = coarseFrequencyHz(frame);
  if (coarseHz < 350 || coarseHz > 2060) return null;
  const frequencyHz = refine(frame, coarseHz);
  if (frequencyHz < 390 || frequencyHz > 2040) return null;
  if (goertzelEnergy(frame, frequencyHz, SAMPLE_RATE_HZ) < energy * PURITY) return null;
  return { frequencyHz, power: energy / frame.length };
}
