import type { FitSettings } from './fit.ts';

/** Chosen by cross-validation within the two thirds that are learned from. */
export const FIT_SETTINGS: FitSettings = {
  epochs: 25,
  rate: 0.15,
  sharedDecay: 3,
  ownDecay: 15,
  leastTurns: 3,
  sharpness: 1.25,
  caution: -0.4,
};
