import type { AudioRateHz } from './codecs/audio-codec.ts';

/** The unit of sound in Parley: 20 ms of mono, an `Int16Array` of 160 samples in a narrowband call, of 320 in a wideband one. */
export const FRAME_MS = 20;
export const SAMPLE_RATE_HZ = 8000;
export const FRAME_SAMPLES = 160;

/** Samples of a frame at this rate. */
export function frameSamples(rateHz: AudioRateHz): number {
  return (rateHz * FRAME_MS) / 1000;
}
