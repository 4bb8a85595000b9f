import { LIVE_FRAME_MS } from '@parley/contract';

/** Samples a second of the frames on the wire, both ways. */
export const LIVE_RATE_HZ = 16_000;
export const LIVE_FRAME_SAMPLES = (LIVE_RATE_HZ * LIVE_FRAME_MS) / 1000;
