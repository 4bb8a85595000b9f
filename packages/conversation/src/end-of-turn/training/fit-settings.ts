import type { FitSettings } from './fit.ts';

/** Chosen by domains of English, German, Spanish and French that were left out. */
export const FIT_SETTINGS: FitSettings = {
  epochs: 25,
  rate: 0.15,
  wordDecay: 30,
  plainDecay: 12,
  leastTurns: 6,
  sharpness: 1.25,
};
