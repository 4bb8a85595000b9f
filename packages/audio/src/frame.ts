import type { AudioRateHz } from './codecs/audio-codec.ts';

/**
 * The unit of audio in Parley: 20 ms of 16-bit mono. A frame knows its rate by its length, which therefore never disagrees
 * with it: 160 samples in a narrowband call, 320 in a wideband one. All frames of one call have one rate.
 */
export type Frame = Int16Array;

export const FRAME_MS = 20;
/** Of a narrowband call, and of all that listens at that rate: voice activity, echo, keys, beeps. */
export const SAMPLE_RATE_HZ = 8000;
export const FRAME_SAMPLES = 160;

/** Samples of a frame at this rate. */
export function frameSamples(rateHz: AudioRateHz): number {
  return (rateHz * FRAME_MS) / 1000;
}

/** The rate of a whole frame. */
export function frameRateHz(frame: Frame): AudioRateHz {
  return frame.length === FRAME_SAMPLES ? 8000 : 16_000;
}
