/** The unit of sound in Parley: 20 ms of 8 kHz mono, an `Int16Array` of 160 samples. */
export const FRAME_MS = 20;
export const SAMPLE_RATE_HZ = 8000;
export const FRAME_SAMPLES = 160;
